export { Enrolment, MEMBER_KINDS, type EnrolmentRequest, type MemberKind } from './enrolment.js';
export type { SignUpContext, UserCreatedData } from './users.events.js';
export {
  CountryCodeField,
  MAX_NAME,
  NewMemberDto,
  REF,
  SignedUpView,
  validateCountryCode,
  validateName,
} from './sign-up.dto.js';
export { NO_REFERRAL, Referrals, TWO_SPONSORS, type Referral } from './referrals.js';
export { SignUp, type NewMember } from './sign-up.service.js';
export {
  insertImportedUsers,
  NEXT_UID,
  allUsersLike,
  exactUsers,
  exactUsersFirst,
  type UsersSearch,
  isFound,
  isLike,
  manyRowsOfUsersFound,
  rowsFound,
  rowsOfUsersFound,
  usersLike,
} from './users.queries.js';
export { ChangeOwnPasswordDto, SetPasswordDto, WithPasswordDto } from './password/password.dto.js';
export { PasswordsOfUsers } from './password/passwords-of-users.service.js';
export { Passwords, type PreparedPassword } from './passwords.js';
export { ExistingSponsor, SponsorPolicy, type SponsorRequest, type SponsorVerdict } from './sponsor-policy.js';
export { gains, rolesInForce } from './user-changes.js';
export { nameOf, usernameOf, type User } from './user.entity.js';
export { toUserView, UserUidParam } from './user.dto.js';
export { UsersModule } from './users.module.js';
export { IS_ERASED, IS_TAKEN, NO_RESET, NO_SPONSOR, WRONG_PASSWORD } from './users.failures.js';
export { UsersService } from './users.service.js';
export { UserList } from './user-list.service.js';
