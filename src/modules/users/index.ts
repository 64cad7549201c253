export { Passwords } from './passwords.js';
export { User, USER_STATUSES, type UserStatus } from './user.entity.js';
export type { Credentials } from './users.queries.js';
export { UsersModule } from './users.module.js';
export { UsersService, type NewUser } from './users.service.js';
