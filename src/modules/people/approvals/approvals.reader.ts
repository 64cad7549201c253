import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { Approval } from './approval.entity.js';
import type { ApprovalView, ApprovalsQuery } from './approvals.dto.js';
import { ApprovalViews } from './approval-views.js';
import { LAPSED, UNKNOWN_APPROVAL } from './approvals.failures.js';

const PATH = '/admin/api/approvals/';

/** Most waiting proposals among which those are looked for that the caller can approve. */
const MOST_WAITING = 5_000;

/** The status of one that is late is written by a job, and read as what it will be. */
const STATUS_NOW = `CASE WHEN a.status = 'waiting' AND a.lapses_at <= clock_timestamp() THEN 'lapsed' ELSE a.status END`;

/** Reads proposals. See docs/spec/service.md#11. */
@Injectable()
export class ApprovalsReader {
  constructor(
    private readonly db: Database,
    private readonly views: ApprovalViews,
    private readonly pager: Pager,
  ) {}

  /** Proposals and what was done alone, newest first. */
  async list(caller: Caller, query: ApprovalsQuery): Promise<Page<ApprovalView>> {
    const all = this.db.manager.createQueryBuilder(Approval, 'a').orderBy('a.id', 'DESC');
    if (query.for_me === 'true') all.andWhere('a.id = ANY (:ids)', { ids: await this.idsFor(caller) });
    const { rows, count } = await Pager.find(query, all, { status: `${STATUS_NOW} = :status`, kind: 'a.kind = :kind' });
    const views = await this.views.all(this.db.manager, caller, rows.map(asOfNow));
    return this.pager.page(PATH, query, { rows: views, count });
  }

  /**
   * One proposal.
   * @throws AppError NOT_FOUND
   */
  async read(caller: Caller, id: number): Promise<ApprovalView> {
    const found = await this.db.manager.findOneBy(Approval, { id });
    if (found === null) throw AppError.of(UNKNOWN_APPROVAL);
    return this.views.of(this.db.manager, caller, asOfNow(found));
  }

  private async idsFor(caller: Caller): Promise<number[]> {
    const { manager } = this.db;
    const waiting = await manager.find(Approval, {
      select: { id: true, kind: true, subject: true, status: true, madeByUid: true, contributors: true },
      where: { status: 'waiting', lapsesAt: MoreThan(new Date()) },
      order: { id: 'DESC' },
      take: MOST_WAITING,
    });
    return this.views.idsFor(manager, caller, waiting);
  }
}

function asOfNow(one: Approval): Approval {
  if (one.status !== 'waiting' || one.lapsesAt > new Date()) return one;
  return Object.assign(one, { status: 'lapsed', reason: LAPSED.late, decidedAt: one.lapsesAt });
}
