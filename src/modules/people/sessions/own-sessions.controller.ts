import { Query } from '@nestjs/common';
import { assertOneself, CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, ClientController, Endpoint } from '#common/http/endpoint.js';
import { PageQuery, SearchQuery, type Page } from '#common/http/pagination.js';
import { OwnSessionView, SessionIdParam } from './own-session.dto.js';
import { ALL_SESSIONS, AT_APPLICATIONS, OwnSessions } from './own-sessions.service.js';

/** One's own sessions at applications. */
@ClientController('account/sessions', { tag: 'Account', access: 'user' })
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Endpoint('GET', {
    id: 'listSessions',
    summary: 'List your sessions',
    description: 'The open ones at applications, newest first, with device and address.',
    answer: OwnSessionView,
    paged: true,
    failures: [ONLY_ONESELF],
  })
  async list(@CallerParam() caller: Caller, @Query() query: PageQuery): Promise<Page<OwnSessionView>> {
    assertOneself(caller);
    return this.sessions.list(caller, query, AT_APPLICATIONS);
  }

  @Endpoint('DELETE', {
    id: 'endOtherSessions',
    summary: 'End all your other sessions',
    description: 'Their tokens are invalid on every instance within 2 seconds.',
    answer: null,
    failures: [ONLY_ONESELF],
  })
  async endOthers(@CallerParam() caller: Caller): Promise<void> {
    assertOneself(caller);
    await this.sessions.endOthers(caller, AT_APPLICATIONS);
  }

  @Endpoint('DELETE :id', {
    id: 'endSession',
    summary: 'End one of your sessions',
    description: 'Its tokens are invalid on every instance within 2 seconds.',
    answer: null,
    failures: [notFound('session'), ONLY_ONESELF],
  })
  async end(@CallerParam() caller: Caller, @SessionIdParam() id: string): Promise<void> {
    assertOneself(caller);
    await this.sessions.end(caller, id, AT_APPLICATIONS);
  }
}

/** One's own sessions, those of the admin module too. See docs/spec/service.md#11. */
@AdminController('sessions', 'Admin: account', { read: 'account.read', write: 'account.write' })
export class AdminOwnSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Endpoint('GET', {
    id: 'adminListSessions',
    summary: 'List your sessions',
    description:
      'The open ones, newest first, in the admin module and at applications, with device and address. `search` is part of the device, the address or the name of the application.',
    answer: OwnSessionView,
    paged: true,
  })
  list(@CallerParam() caller: Caller, @Query() query: SearchQuery): Promise<Page<OwnSessionView>> {
    return this.sessions.list(caller, query, ALL_SESSIONS);
  }

  @Endpoint('DELETE', {
    id: 'adminEndOtherSessions',
    summary: 'End all your other sessions',
    description: 'Their tokens are invalid on every instance within 2 seconds.',
    answer: null,
  })
  endOthers(@CallerParam() caller: Caller): Promise<void> {
    return this.sessions.endOthers(caller, ALL_SESSIONS);
  }

  @Endpoint('DELETE :id', {
    id: 'adminEndSession',
    summary: 'End one of your sessions',
    description: 'Its tokens are invalid on every instance within 2 seconds.',
    answer: null,
    failures: [notFound('session')],
  })
  end(@CallerParam() caller: Caller, @SessionIdParam() id: string): Promise<void> {
    return this.sessions.end(caller, id, ALL_SESSIONS);
  }
}
