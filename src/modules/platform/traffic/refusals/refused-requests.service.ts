import { Injectable } from '@nestjs/common';
import { Database, likePattern, Replica } from '#common/database/index.js';
import { COUNTED_ROWS, Pager, type Page } from '#common/http/pagination.js';
import { ApplicationsService } from '../../client-apps/index.js';
import { RefusedRequest } from './refused-request.entity.js';
import { toRefusedRequestView, type RefusedRequestsQuery, type RefusedRequestView } from './refused-requests.dto.js';

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
    private readonly pager: Pager,
  ) {}

  /**
   * Refused and failed requests, newest first.
   * @throws AppError NOT_FOUND for an `application_id` that does not exist
   */
  async list(query: RefusedRequestsQuery): Promise<Page<RefusedRequestView>> {
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
    return this.pager.list(PATH, query, all, filters, toRefusedRequestView, COUNTED_ROWS);
  }
}
