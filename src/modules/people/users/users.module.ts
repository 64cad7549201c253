import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { replaceable } from '#common/extensions.js';
import { ApprovalsModule } from '../approvals/index.js';
import { SessionsModule } from '../sessions/index.js';
import { Demotion } from './demotion.action.js';
import { AdminPasswordsController } from './password/admin-passwords.controller.js';
import { PasswordReset } from './password/password-reset.entity.js';
import { PasswordsOfUsers } from './password/passwords-of-users.service.js';
import { Passwords } from './passwords.js';
import { SignUpController } from './sign-up.controller.js';
import { SignUp } from './sign-up.service.js';
import { ExistingSponsor, SponsorPolicy } from './sponsor-policy.js';
import { UserAdministration } from './user-administration.service.js';
import { UserList } from './user-list.service.js';
import { UserChanges } from './user-changes.js';
import { UserChanging } from './user-changing.service.js';
import { User } from './user.entity.js';
import { USER_EVENTS } from './users.events.js';
import { UsersService } from './users.service.js';
import { AdminUsersController } from './admin-users.controller.js';

/** The people who sign in. */
@Events(USER_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([User, PasswordReset]), ApprovalsModule, SessionsModule],
  controllers: [SignUpController, AdminUsersController, AdminPasswordsController],
  providers: [
    ...replaceable(SponsorPolicy, ExistingSponsor),
    Demotion,
    Passwords,
    PasswordsOfUsers,
    SignUp,
    UserAdministration,
    UserChanges,
    UserChanging,
    UserList,
    UsersService,
  ],
  exports: [Passwords, PasswordsOfUsers, SignUp, UserAdministration, UserList, UsersService],
})
export class UsersModule {}
