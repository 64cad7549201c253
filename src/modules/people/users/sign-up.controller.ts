import { Body } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { NO_REFERRAL, TWO_SPONSORS } from './referrals.js';
import { SignedUpView, SignUpDto } from './sign-up.dto.js';
import { SignUp } from './sign-up.service.js';
import { IS_TAKEN, NO_PARENT, NO_SPONSOR } from './users.failures.js';

const MARIA = {
  username: 'maria',
  email: 'maria@example.com',
  password: 'correct horse battery staple',
  first_name: 'Maria',
  last_name: 'Schmidt',
  sponsor: 'alice',
  country_code: 'DE',
};

const SIGN_UP_EXAMPLES = {
  distributor: { summary: 'a distributor, placed by the rule of the network', value: MARIA },
  customer: {
    summary: 'a customer',
    value: { ...MARIA, username: 'rosa', email: 'rosa@example.com', first_name: 'Rosa', kind: 'customer' },
  },
  at_a_place: {
    summary: 'at a place that was chosen',
    value: {
      ...MARIA,
      username: 'pedro',
      email: 'pedro@example.com',
      first_name: 'Pedro',
      placement: { parent: 'sofia', leg: 2 },
    },
  },
};

/** Signing members up through the API. */
@ClientController('user', {
  tag: { name: 'Users', order: 40, description: 'Sign-up of members.' },
  access: 'api_admin',
})
export class SignUpController {
  constructor(private readonly signUps: SignUp) {}

  /** Makes a member. */
  @Endpoint('POST signup', {
    id: 'signUp',
    summary: 'Sign up a member',
    description:
      'Creates a user with the role member, and enrols them below the sponsor. The sponsor, by username or by the `ref` of a referral link, is optional and must be an active member; a distributor needs a distributor as sponsor. In a network with a placement tree a new distributor is placed below the sponsor: at `placement`, or by the rule of the network.',
    body: { type: SignUpDto, examples: SIGN_UP_EXAMPLES },
    answer: SignedUpView,
    failures: [IS_TAKEN, NO_SPONSOR, NO_PARENT, NO_REFERRAL, TWO_SPONSORS],
  })
  signUp(
    @CallerParam() caller: Caller,
    @Body(new ValidatedPipe(SignUpDto)) body: Validated<SignUpDto>,
  ): Promise<SignedUpView> {
    return this.signUps.signUp(caller, body);
  }
}
