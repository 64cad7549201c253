export { Enrolment, MEMBER_KINDS, type EnrolmentRequest, type MemberKind } from './enrolment.js';
export type { SignUpContext } from './users.hooks.js';
export type { UserCreatedData } from './users.events.js';
export { Passwords, type PreparedPassword } from './passwords.js';
export { ExistingSponsor, SponsorPolicy, type SponsorRequest, type SponsorVerdict } from './sponsor-policy.js';
export type { User } from './user.entity.js';
export { toUserView } from './user.view.js';
export { UsersModule } from './users.module.js';
export { UsersService } from './users.service.js';
