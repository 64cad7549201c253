export { Passwords, type PreparedPassword } from './passwords.js';
export { ExistingSponsor, SponsorPolicy, type SponsorRequest, type SponsorVerdict } from './sponsor-policy.js';
export { UserAdministration } from './user-administration.service.js';
export { ChangeUserDto, CreateUserDto, UsersQuery } from './user.dto.js';
export { userView, UserView, UserWithPasswordView } from './user.view.js';
export type { Credentials, UserRow } from './users.queries.js';
export { UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
