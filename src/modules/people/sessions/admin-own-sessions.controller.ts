import { Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { PageQuery, type Page } from '#common/http/pagination.js';
import { OwnSessionView, SessionIdParam } from './own-session.dto.js';
import { ALL_SESSIONS, OwnSessions } from './own-sessions.service.js';

/** One's own sessions. See docs/spec/service.md#11. */
@AdminController('sessions', 'Admin: account', { read: 'account.read', write: 'account.write' })
export class AdminOwnSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Endpoint('GET', {
    id: 'adminListSessions',
    summary: 'List your sessions',
    description: 'The open ones, newest first, in the admin module and at applications, with device and address.',
    answer: OwnSessionView,
    paged: true,
  })
  list(@CallerParam() caller: Caller, @Query() query: PageQuery): Promise<Page<OwnSessionView>> {
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
