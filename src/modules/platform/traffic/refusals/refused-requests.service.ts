import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists } from '#common/audit/admin-lists.js';
import { Database, likePattern, Replica } from '#common/database/index.js';
import type { StreamedAnswer } from '#common/http/downloads.js';
import { COUNTED_ROWS, type Page } from '#common/http/pagination.js';
import { ApplicationsService } from '../../client-apps/index.js';
import { RefusedRequest } from './refused-request.entity.js';
import { toRefusedRequestView, type RefusedRequestsQuery, RefusedRequestView } from './refused-requests.dto.js';

const PATH = '/admin/api/requests/';

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
  async list(query: RefusedRequestsQuery): Promise<Page<RefusedRequestView>> {
    return this.lists.page(await this.listed(query));
  }

  /**
   * All of them that match as a CSV file; audited.
   * @throws AppError TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async file(caller: Caller, query: RefusedRequestsQuery): Promise<StreamedAnswer> {
    return this.lists.file(caller, await this.listed(query));
  }

  private async listed(
    query: RefusedRequestsQuery,
  ): Promise<AdminList<RefusedRequest, RefusedRequestView, RefusedRequestsQuery>> {
    const { application_id: applicationId, route } = query;
    if (applicationId !== undefined && applicationId !== NO_KEY) await this.applications.read(applicationId);
    const all = this.replica
      .through(this.db.manager.createQueryBuilder(RefusedRequest, 'r'))
      .orderBy('r.at', 'DESC')
      .addOrderBy('r.id', 'DESC');
    if (route !== undefined) all.setParameter('part', likePattern(route));
    const filters = {
      application_id: applicationId === NO_KEY ? 'r.application_id IS NULL' : 'r.application_id = :application_id',
      status_class: query.status_class === '5xx' ? 'r.status >= 500' : 'r.status < 500',
      code: 'r.code = :code',
      request_id: 'r.request_id = :request_id',
      route: 'r.route ILIKE :part',
      from: 'r.at >= :from',
      to: 'r.at < :to',
    };
    const file = { name: 'requests', entityType: 'request', of: RefusedRequestView };
    return { path: PATH, query, all, filters, view: toRefusedRequestView, most: COUNTED_ROWS, file };
  }
}
