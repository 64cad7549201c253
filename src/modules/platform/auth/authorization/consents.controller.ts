import { CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, ClientController, Endpoint } from '#common/http/endpoint.js';
import { UserUidParam } from '#people/users/index.js';
import { ConsentIdParam, ConsentView } from './consent.dto.js';
import { Consents } from './consents.service.js';

/** What one lets applications do. */
@ClientController('account/consents', { tag: 'Account', access: 'user' })
export class ConsentsController {
  constructor(private readonly consents: Consents) {}

  @Endpoint('GET', {
    id: 'listConsents',
    summary: 'List what you allow applications',
    description: 'Applications that you logged in to on the sign-in page, and their scopes; the newest first.',
    answer: ConsentView,
    isArray: true,
    failures: [ONLY_ONESELF],
  })
  list(@CallerParam() caller: Caller): Promise<ConsentView[]> {
    return this.consents.own(caller);
  }

  @Endpoint('DELETE :application_id', {
    id: 'withdrawConsent',
    summary: 'Withdraw what you allow an application',
    description: 'Its tokens with scopes are invalid on every instance within 2 seconds, and it has to ask again.',
    answer: null,
    failures: [notFound('consent'), ONLY_ONESELF],
  })
  async withdraw(@CallerParam() caller: Caller, @ConsentIdParam() applicationId: string): Promise<void> {
    await this.consents.withdrawOwn(caller, applicationId);
  }
}

/** What users let applications do, in the admin module. */
@AdminController('users/:uid/consents', 'Admin: users', { read: 'users.read', write: 'users.write' })
export class AdminConsentsController {
  constructor(private readonly consents: Consents) {}

  @Endpoint('GET', {
    id: 'adminListConsents',
    summary: 'List what a user allows applications',
    description: 'Applications that the user logged in to on the sign-in page, and their scopes; the newest first.',
    answer: ConsentView,
    isArray: true,
  })
  list(@UserUidParam() uid: number): Promise<ConsentView[]> {
    return this.consents.ofUser(uid);
  }

  @Endpoint('DELETE :application_id', {
    id: 'adminWithdrawConsent',
    summary: 'Withdraw what a user allows an application',
    description: 'Its tokens with scopes are invalid on every instance within 2 seconds, and it has to ask again.',
    answer: null,
    failures: [notFound('consent')],
  })
  async withdraw(
    @CallerParam() caller: Caller,
    @UserUidParam() uid: number,
    @ConsentIdParam() applicationId: string,
  ): Promise<void> {
    await this.consents.withdraw(caller, uid, applicationId);
  }
}
