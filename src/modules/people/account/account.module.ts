import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { SessionsModule } from '../sessions/index.js';
import { UsersModule } from '../users/index.js';
import { ACCOUNT_EVENTS } from './account.events.js';
import { AccountLimits } from './account-limits.js';
import { UserAddress } from './addresses/address.entity.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { Addresses } from './addresses/addresses.service.js';
import { EmailChangesController } from './email/email-changes.controller.js';
import { EmailChanges } from './email/email-changes.service.js';
import { PendingEmailChange } from './email/pending-email-change.entity.js';
import { OwnPasswordsController } from './password/own-passwords.controller.js';
import { OwnPasswords } from './password/own-passwords.service.js';
import { PersonalDataController } from './personal-data/personal-data.controller.js';
import { PersonalData } from './personal-data/personal-data.service.js';
import { ProfileController } from './profile/profile.controller.js';
import { Profiles } from './profile/profile.service.js';
import { PendingSignUp } from './sign-up/pending-sign-up.entity.js';
import { SelfSignUpController } from './sign-up/self-sign-up.controller.js';
import { SelfSignUp } from './sign-up/self-sign-up.service.js';

/** What users do with their own account, without an admin. */
@Events(ACCOUNT_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([PendingEmailChange, PendingSignUp, UserAddress]), SessionsModule, UsersModule],
  controllers: [
    OwnPasswordsController,
    SelfSignUpController,
    ProfileController,
    EmailChangesController,
    AddressesController,
    PersonalDataController,
  ],
  providers: [AccountLimits, Addresses, EmailChanges, OwnPasswords, PersonalData, Profiles, SelfSignUp],
})
export class AccountModule {}
