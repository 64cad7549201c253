import { Body, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, CallerParam, permissionsOf } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ERROR_CODES } from '#common/errors/error-codes.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { TotpSecretView } from '../../second-factor/index.js';
import {
  AdminIdentityView,
  AdminLogInDto,
  AdminSessionView,
  ChallengeView,
  CONFIRM_EXAMPLES,
  ConfirmedView,
  ConfirmSessionDto,
  LOG_IN_EXAMPLES,
  SetUpFactorDto,
} from './admin-session.dto.js';
import { AdminCookie, AdminSessions } from './admin-sessions.service.js';
import { FACTOR_NEEDED, FactorSteps } from './factor-steps.service.js';
import { NO_CHALLENGE } from './login-challenges.service.js';

const SECOND_FACTOR = {
  code: 'SECOND_FACTOR_REQUIRED',
  message: ERROR_CODES.SECOND_FACTOR_REQUIRED.message,
  data: ChallengeView,
} as const;

/** The session of the admin module. See docs/spec/service.md#8. */
@AdminController(
  'session',
  { name: 'Admin: session', order: 110, description: 'Log-in to the admin module, for users with one of its roles.' },
  { read: 'account.read', write: 'account.write' },
)
export class AdminSessionController {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly cookie: AdminCookie,
    private readonly steps: FactorSteps,
  ) {}

  @Endpoint('POST', {
    access: 'public',
    id: 'adminLogIn',
    summary: 'Log in',
    description:
      'With username and password; where a second factor is set up or required, that is answered with 401 and a `challenge`, which is sent with its answer to the same address. Only for users with a role of the admin module; for anyone else the response is the same as for a wrong password. Failed log-ins are limited separately from those at applications. Requests from pages of another origin than `PUBLIC_URL` are rejected. The token is also set as the cookie `admin_session` (`__Host-admin_session` if the service is served over https).',
    body: { type: AdminLogInDto, examples: LOG_IN_EXAMPLES },
    answer: AdminSessionView,
    failures: [
      'AUTHENTICATION_FAILED',
      SECOND_FACTOR,
      NO_CHALLENGE,
      'INACTIVE_ACCOUNT',
      'PERMISSION_DENIED',
      'TOO_MANY_REQUESTS',
    ],
  })
  @SmallBody()
  async open(
    @Body() dto: AdminLogInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminSessionView> {
    return this.cookie.set(reply, await this.sessions.open(dto, request));
  }

  @Endpoint('GET', {
    id: 'adminWhoAmI',
    summary: 'Read the current session',
    description: 'The user who owns the token or cookie, and what they may do.',
    answer: AdminIdentityView,
  })
  identity(@CallerParam() { uid, username, roles }: Caller): AdminIdentityView {
    return { uid, username, roles, permissions: permissionsOf(roles) };
  }

  @Endpoint('POST set-up', {
    access: 'public',
    id: 'adminSetUpFactor',
    summary: 'Set up a required second factor',
    description:
      'With a challenge whose `set_up` is true: the secret for an authenticator app, whose code is then sent with the challenge to log in.',
    answer: TotpSecretView,
    failures: [NO_CHALLENGE],
  })
  @SmallBody()
  setUp(@Body() { challenge }: SetUpFactorDto): Promise<TotpSecretView> {
    return this.steps.setUp(challenge);
  }

  @Endpoint('POST challenge', {
    id: 'adminAskConfirmation',
    summary: 'Ask how to confirm your identity',
    description: 'The possible proofs, and the challenge for a passkey.',
    answer: ChallengeView,
  })
  ask(@CallerParam() caller: Caller): Promise<ChallengeView> {
    return this.steps.ask(caller);
  }

  @Endpoint('POST confirm', {
    id: 'adminConfirmSession',
    summary: 'Confirm your identity',
    description:
      'With a code, or a passkey that signs a challenge; users without a second factor send the password. For 10 minutes the session may then do what is otherwise answered with `Reauthentication Required`.',
    body: { type: ConfirmSessionDto, examples: CONFIRM_EXAMPLES },
    answer: ConfirmedView,
    failures: ['AUTHENTICATION_FAILED', NO_CHALLENGE, FACTOR_NEEDED, 'TOO_MANY_REQUESTS'],
  })
  confirm(
    @CallerParam() caller: Caller,
    @Body() dto: ConfirmSessionDto,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmedView> {
    return this.steps.confirm(caller, dto, request);
  }

  @Endpoint('DELETE', {
    id: 'adminLogOut',
    summary: 'Log out',
    description: 'Ends the session and clears the cookie.',
    answer: null,
  })
  async close(@CallerParam() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.close(caller);
    this.cookie.clear(reply);
  }
}
