import { Query, Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { type ListAnswer, type AdminList, AdminLists } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { KEPT } from './refusal.rules.js';
import { RefusedRequestsQuery, RefusedRequestView, toRefusedRequestView } from './refused-requests.dto.js';
import { Database, likePattern, Replica } from '#common/database/index.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { sorted } from '#common/http/sorting.js';
import { ApplicationsService } from '../../client-apps/index.js';
import { RefusedRequest } from './refused-request.entity.js';

/** What `application_id` says for requests without a valid key. */
const NO_KEY = 'none';

/** Reads the log of refused and failed requests. See docs/spec/service.md#8. */
@Injectable()
export class RefusedRequests {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly applications: ApplicationsService,
    private readonly lists: AdminLists,
  ) {}

  /**
   * Refused and failed requests, newest first.
   * @throws AppError NOT_FOUND for an `application_id` that does not exist
   */
  async list(query: RefusedRequestsQuery, reader?: Caller): Promise<ListAnswer<RefusedRequestView>> {
    return this.lists.answer(await this.listed(query), reader);
  }

  private async listed(
    query: RefusedRequestsQuery,
  ): Promise<AdminList<RefusedRequest, RefusedRequestView, RefusedRequestsQuery>> {
    const { application_id: applicationId, route } = query;
    if (applicationId !== undefined && applicationId !== NO_KEY) await this.applications.read(applicationId);
    const requests = this.replica.through(this.db.manager.createQueryBuilder(RefusedRequest, 'r'));
    const all = sorted(requests, query.sort ?? '-at', { at: 'r.at' }, 'r.id');
    if (route !== undefined) all.setParameter('part', likePattern(route));
    const filters = {
      application_id: applicationId === NO_KEY ? 'r.application_id IS NULL' : 'r.application_id = :application_id',
      status_class: query.status_class === '5xx' ? 'r.status >= 500' : 'r.status < 500',
      code: 'r.code = :code',
      request_id: 'r.request_id = :request_id',
      route: 'r.route ILIKE :part',
      search: `concat_ws(' ', r.route, r.code, r.request_id) ILIKE :search`,
      from: 'r.at >= :from',
      to: 'r.at < :to',
    };
    const file = { name: 'requests', entityType: 'request', of: RefusedRequestView };
    return { query, all, filters, view: toRefusedRequestView, most: COUNTED_ROWS, file };
  }
}

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
    description: `Newest first, of the client API. A request has what tells why it was refused, and nothing of its content: no body, no value of a parameter, no credential. They are written every 10 seconds, at most 100 of an application and 1,000 of all in that time, and kept for ${KEPT.days} days, at most the newest 10,000 of an application and 100,000 of all; what cannot be written is lost. \`search\` is part of the route, the code or the request id.`,
    answer: RefusedRequestView,
    paged: true,
    csv: true,
    failures: ['NOT_FOUND'],
  })
  list(@Query() query: RefusedRequestsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<RefusedRequestView>> {
    return this.requests.list(query, reader);
  }
}
