import { Body, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallerParam, type Caller } from '#common/access/index.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { UserUidParam } from '../user.dto.js';
import { UsersService } from '../users.service.js';
import { ChangeOwnPasswordDto, PasswordResetView, SetPasswordDto } from './password.dto.js';
import { PasswordsOfUsers } from './passwords-of-users.service.js';
import { NO_HIGHER_ROLE, NO_LINK, NO_RESET, WRONG_PASSWORD } from '../users.failures.js';

/** Passwords that users set themselves. See docs/spec/service.md#11. */
@AdminController('', 'Admin: account', 'account.write')
export class AdminPasswordsController {
  constructor(
    private readonly passwords: PasswordsOfUsers,
    private readonly users: UsersService,
  ) {}

  @Endpoint('POST account/password', {
    id: 'adminChangeOwnPassword',
    summary: 'Change your password',
    description: 'All your other sessions end.',
    answer: null,
    confirmed: true,
    failures: [WRONG_PASSWORD],
  })
  changeOwn(@CallerParam() caller: Caller, @Body() dto: ChangeOwnPasswordDto): Promise<void> {
    return this.passwords.changeOwn(caller, dto);
  }

  @Endpoint('POST users/:uid/password-reset', {
    id: 'adminMakePasswordLink',
    permission: 'users.write',
    confirmed: true,
    summary: 'Make a link with which a user sets a password',
    description: 'It is shown only once, and can set one password within 30 minutes. Earlier links are void.',
    answer: PasswordResetView,
    failures: [NO_HIGHER_ROLE, NO_LINK],
  })
  async makeLink(@CallerParam() caller: Caller, @UserUidParam() uid: number): Promise<PasswordResetView> {
    await this.users.assertExists(uid);
    return this.passwords.makeLink(caller, uid);
  }

  @Endpoint('POST set-password', {
    access: 'public',
    id: 'adminSetPassword',
    summary: 'Set a password by a link',
    description: 'The link is used up, and all sessions of the user end.',
    answer: null,
    failures: [NO_RESET],
  })
  @SmallBody()
  set(@Body() dto: SetPasswordDto, @Req() { ip, id: requestId }: FastifyRequest): Promise<void> {
    return this.passwords.setByLink(dto, { ip, requestId, application: null });
  }
}
