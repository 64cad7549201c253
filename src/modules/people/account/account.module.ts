import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { UsersModule } from '../users/index.js';
import { ACCOUNT_EVENTS } from './account.events.js';
import { AccountLimits } from './account-limits.js';
import { OwnPasswordsController } from './password/own-passwords.controller.js';
import { OwnPasswords } from './password/own-passwords.service.js';
import { PendingSignUp } from './sign-up/pending-sign-up.entity.js';
import { SelfSignUpController } from './sign-up/self-sign-up.controller.js';
import { SelfSignUp } from './sign-up/self-sign-up.service.js';

/** What users do with their own account, without an admin. */
@Events(ACCOUNT_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([PendingSignUp]), UsersModule],
  controllers: [OwnPasswordsController, SelfSignUpController],
  providers: [AccountLimits, OwnPasswords, SelfSignUp],
})
export class AccountModule {}
