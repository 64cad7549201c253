import { Body, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { END_USER_IP_PARAMETER, loginOrigin, NO_ADDRESS } from '#common/http/login-origin.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { IS_TAKEN, NO_REFERRAL, NO_SPONSOR, SignedUpView, TWO_SPONSORS } from '../../users/index.js';
import { ConfirmationSentView } from '../account.dto.js';
import { NO_SELF_SERVICE } from '../account.rules.js';
import { ConfirmSignUpDto, ReferralQuery, ReferralView, SelfSignUpDto } from './self-sign-up.dto.js';
import { NO_TOKEN, SelfSignUp } from './self-sign-up.service.js';

const MARIA = {
  username: 'maria',
  email: 'maria@example.com',
  password: 'correct horse battery staple',
  first_name: 'Maria',
  last_name: 'Schmidt',
  sponsor: 'alice',
  country_code: 'DE',
};

/** Signing up by oneself. */
@ClientController('account', { tag: 'Account', access: 'application' })
export class SelfSignUpController {
  constructor(private readonly signUps: SelfSignUp) {}

  @Endpoint('POST sign-up', {
    id: 'signUpOneself',
    summary: 'Sign up',
    description:
      'Only at an application with `self_service`. The answer is the same for e-mail addresses, usernames and sponsors that exist and for others, and takes the same time. The application gets the event `account.confirmation_requested` with a token, which its e-mail takes to `account/confirm/` within 24 hours; or `account.already_exists` for an e-mail address that is taken.',
    header: END_USER_IP_PARAMETER,
    body: { type: SelfSignUpDto, examples: { distributor: { summary: 'a distributor', value: MARIA } } },
    answer: ConfirmationSentView,
    failures: [NO_SELF_SERVICE, NO_REFERRAL, TWO_SPONSORS, NO_ADDRESS],
  })
  @SmallBody()
  begin(
    @Body(new ValidatedPipe(SelfSignUpDto)) body: Validated<SelfSignUpDto>,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmationSentView> {
    const application = request.application!;
    return this.signUps.begin(body, application, loginOrigin(request, application));
  }

  @Endpoint('POST confirm', {
    id: 'confirmSignUp',
    summary: 'Confirm the e-mail address of a sign-up',
    description:
      'Creates the user with the role member, who comes into the network below the sponsor: at the leg that the link named, if it is free, or by the rule of the network. A username that is taken, or a sponsor that does not exist, is reported here; the same token can be sent again with others, five times. The key has to be that of the application at which the sign-up was.',
    header: END_USER_IP_PARAMETER,
    body: {
      type: ConfirmSignUpDto,
      examples: {
        confirm: { summary: 'as signed up', value: { token: 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc' } },
      },
    },
    answer: SignedUpView,
    failures: [NO_SELF_SERVICE, NO_TOKEN, IS_TAKEN, NO_SPONSOR, NO_ADDRESS],
  })
  @SmallBody()
  confirm(@Body() dto: ConfirmSignUpDto, @Req() request: FastifyRequest): Promise<SignedUpView> {
    const application = request.application!;
    return this.signUps.confirm(dto, application, loginOrigin(request, application));
  }

  @Endpoint('GET referral-link', {
    access: 'user',
    scope: 'team',
    id: 'getReferral',
    summary: 'Get your referral link',
    description:
      'Put `ref` into the links that you hand out, such as `https://shop.example.com/join?ref=…`, and send it as `ref` of `account/sign-up/` or `user/signup/`. It is signed, so that nobody can make one for somebody else.',
    answer: ReferralView,
    failures: [ONLY_ONESELF],
  })
  link(@CallerParam() caller: Caller, @Query() { leg }: ReferralQuery): Promise<ReferralView> {
    return this.signUps.link(caller, leg);
  }
}
