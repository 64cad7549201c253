import { Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { type StreamedAnswer, WantsCsv } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { KEPT } from './refusal.rules.js';
import { RefusedRequestsQuery, RefusedRequestView } from './refused-requests.dto.js';
import { RefusedRequests } from './refused-requests.service.js';

/** Refused and failed requests in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'requests',
  {
    name: 'Admin: requests',
    order: 191,
    description: 'Requests of the client API that were refused or failed, and why.',
  },
  'requests.read',
)
export class AdminRequestsController {
  constructor(private readonly requests: RefusedRequests) {}

  @Endpoint('GET', {
    id: 'adminListRequests',
    summary: 'List refused and failed requests',
    description: `Newest first, of the client API. A request has what tells why it was refused, and nothing of its content: no body, no value of a parameter, no credential. They are written every 10 seconds, at most 100 of an application and 1,000 of all in that time, and kept for ${KEPT.days} days, at most the newest 10,000 of an application and 100,000 of all; what cannot be written is lost.`,
    answer: RefusedRequestView,
    paged: true,
    csv: true,
    failures: ['NOT_FOUND'],
  })
  list(
    @CallerParam() caller: Caller,
    @Query() query: RefusedRequestsQuery,
    @WantsCsv() isFile: boolean,
  ): Promise<Page<RefusedRequestView> | StreamedAnswer> {
    return isFile ? this.requests.file(caller, query) : this.requests.list(query);
  }
}
