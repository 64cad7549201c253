import { Body, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { END_USER_IP_PARAMETER, loginOrigin, NO_ADDRESS } from '#common/http/login-origin.js';
import { ChangeOwnPasswordDto, NO_RESET, SetPasswordDto, WRONG_PASSWORD } from '../../users/index.js';
import { ConfirmationSentView, RequestPasswordResetDto } from '../account.dto.js';
import { NO_SELF_SERVICE } from '../account.rules.js';
import { IN_ADMIN_MODULE, OwnPasswords } from './own-passwords.service.js';

/** One's own password. */
@ClientController('account', {
  tag: { name: 'Account', order: 45, description: 'Sign-up, and the account of the user.' },
  access: 'application',
})
export class OwnPasswordsController {
  constructor(private readonly own: OwnPasswords) {}

  @Endpoint('POST password', {
    access: 'user',
    id: 'changePassword',
    summary: 'Change your password',
    description: 'All your other sessions end. After ten wrong passwords in 15 minutes: 429.',
    answer: null,
    failures: [WRONG_PASSWORD, ONLY_ONESELF, IN_ADMIN_MODULE],
  })
  change(@CallerParam() caller: Caller, @Body() dto: ChangeOwnPasswordDto): Promise<void> {
    return this.own.change(caller, dto);
  }

  @Endpoint('POST password-reset', {
    id: 'requestPasswordReset',
    summary: 'Request a password reset',
    description:
      'Only at an application with `self_service`. The answer is always the same, and takes the same time. If there is such a user, the application gets the event `account.password_reset_requested` with a token, which its e-mail to the user takes to `account/set-password/`. Only members are sent one: no API admins, and no users of the admin module.',
    header: END_USER_IP_PARAMETER,
    answer: ConfirmationSentView,
    failures: [NO_SELF_SERVICE, NO_ADDRESS],
  })
  @SmallBody()
  requestReset(
    @Body() { login }: RequestPasswordResetDto,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmationSentView> {
    const application = request.application!;
    return this.own.requestReset(login, application, loginOrigin(request, application));
  }

  @Endpoint('POST set-password', {
    id: 'setPassword',
    summary: 'Set a password with a token',
    description:
      'At the application where it was requested. The token becomes invalid, and all sessions of the user end.',
    answer: null,
    failures: [NO_SELF_SERVICE, NO_RESET],
  })
  @SmallBody()
  set(@Body() dto: SetPasswordDto, @Req() { ip, id: requestId, application }: FastifyRequest): Promise<void> {
    return this.own.set(dto, { ip, requestId, application: application! });
  }
}
