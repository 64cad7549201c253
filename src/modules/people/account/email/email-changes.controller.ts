import { Body, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { END_USER_IP_PARAMETER, loginOrigin, NO_ADDRESS } from '#common/http/login-origin.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { WRONG_PASSWORD } from '../../users/index.js';
import { ConfirmationSentView } from '../account.dto.js';
import { IN_ADMIN_MODULE } from '../password/own-passwords.service.js';
import { ConfirmEmailDto, RequestEmailChangeDto } from './email-changes.dto.js';
import { EMAIL_OF_API_ADMIN, EmailChanges, NO_EMAIL_TOKEN } from './email-changes.service.js';

const EMAIL_TAKEN = failure(PEOPLE.already_taken, { field: 'email' });

/** One's own e-mail address. */
@ClientController('account', { tag: 'Account', access: 'application' })
export class EmailChangesController {
  constructor(private readonly changes: EmailChanges) {}

  @Endpoint('POST email', {
    access: 'user',
    id: 'requestEmailChange',
    summary: 'Request a change of your e-mail address',
    description:
      'It is changed once the new address is confirmed. The application gets the event `account.email_change_requested` with a token, which its e-mail to the new address takes to `account/confirm-email/` within 24 hours; or `account.already_exists` for an address that is taken, with the same answer.',
    header: END_USER_IP_PARAMETER,
    answer: ConfirmationSentView,
    failures: [WRONG_PASSWORD, ONLY_ONESELF, IN_ADMIN_MODULE, EMAIL_OF_API_ADMIN, NO_ADDRESS],
  })
  request(
    @CallerParam() caller: Caller,
    @Body() dto: RequestEmailChangeDto,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmationSentView> {
    return this.changes.request(caller, dto, loginOrigin(request, request.application!));
  }

  @Endpoint('POST confirm-email', {
    id: 'confirmEmailChange',
    summary: 'Confirm a change of the e-mail address',
    description:
      'At the application where it was requested, which gets the event `account.email_changed` for the former address. Tokens for setting a password become invalid.',
    answer: null,
    failures: [NO_EMAIL_TOKEN, EMAIL_TAKEN],
  })
  @SmallBody()
  confirm(
    @Body() { token }: ConfirmEmailDto,
    @Req() { ip, id: requestId, application }: FastifyRequest,
  ): Promise<void> {
    return this.changes.confirm(token, { ip, requestId, application: application! });
  }
}
