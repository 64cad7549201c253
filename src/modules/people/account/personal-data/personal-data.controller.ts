import { Body, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { Costly } from '#common/http/costly.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { WithPasswordDto, WRONG_PASSWORD } from '../../users/index.js';
import { IN_ADMIN_MODULE } from '../password/own-passwords.service.js';
import { PersonalData } from './personal-data.service.js';

/** Export and erasure of a user's data. */
@ClientController('account', { tag: 'Account', access: 'user' })
export class PersonalDataController {
  constructor(private readonly data: PersonalData) {}

  @Endpoint('GET export', {
    id: 'exportAccount',
    summary: 'Export your data',
    description:
      'A file with `profile`, `addresses`, `sessions`, `wishlist`, `cart`, `orders`, `earnings`, `statements` and `network`, and what extensions keep. Of lists the newest 1,000, and of orders only as many as have 5,000 lines together; the lists themselves have all. Sessions are those at applications. 3 an hour, one at a time.',
    answer: {
      type: 'object',
      additionalProperties: true,
      properties: { exported_at: { type: 'string', format: 'date-time' } },
      required: ['exported_at'],
    },
    answerExample: { exported_at: '2026-11-25T09:00:00.000Z', addresses: [], cart: null },
    failures: [ONLY_ONESELF],
  })
  @Costly()
  export(
    @CallerParam() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Record<string, unknown>> {
    reply.header('content-disposition', `attachment; filename="account-${caller.uid}.json"`);
    return this.data.export(caller);
  }

  @Endpoint('POST erasure', {
    id: 'eraseAccount',
    summary: 'Erase your account',
    description:
      'Cannot be undone. Username, e-mail address, names, password, addresses, wishlist, cart and sessions are gone; orders, earnings and the position in the network stay, under the name `erased-<uid>`. 409 while a payout is under way or on hold, while the balance is below 0, and for the API admin of an application. A balance that was not paid out stays in the books.',
    answer: null,
    failures: [
      WRONG_PASSWORD,
      ONLY_ONESELF,
      IN_ADMIN_MODULE,
      failure(PEOPLE.payout_under_way),
      failure(PEOPLE.payouts_on_hold),
      failure(PEOPLE.balance_below_0),
    ],
  })
  erase(@CallerParam() caller: Caller, @Body() { current_password }: WithPasswordDto): Promise<void> {
    return this.data.erase(caller, current_password);
  }
}
