import { Module } from '@nestjs/common';
import { Events } from '#common/events/index.js';
import { UsersModule } from '../users/index.js';
import { ACCOUNT_EVENTS } from './account.events.js';
import { AccountLimits } from './account-limits.js';
import { OwnPasswordsController } from './password/own-passwords.controller.js';
import { OwnPasswords } from './password/own-passwords.service.js';

/** What users do with their own account, without an admin. */
@Events(ACCOUNT_EVENTS)
@Module({
  imports: [UsersModule],
  controllers: [OwnPasswordsController],
  providers: [AccountLimits, OwnPasswords],
})
export class AccountModule {}
