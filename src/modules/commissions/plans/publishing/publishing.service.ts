import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../../common/access/index.js';
import { AuditLog } from '../../../../common/audit/index.js';
import { Database } from '../../../../common/database/index.js';
import { AppError } from '../../../../common/errors/app-error.js';
import type { IfMatch } from '../../../../common/http/if-match.js';
import { Currency } from '../../../../common/money/currency.js';
import { accept } from '../../../../common/validation/index.js';
import { NetworkMember } from '../../../network/members/index.js';
import { PostedPeriods, type PostedSpan } from '../../../network/volumes/index.js';
import type { Plan } from '../../engine/index.js';
import { InstalledBonuses } from '../bonus-types/installed-bonuses.js';
import { acceptPlan } from '../document/plan.pipe.js';
import { dayBefore, periodOf, startOfDay, type Period } from '../periods/period.rules.js';
import { CommissionPlan } from '../plan.entity.js';
import { PlansService } from '../plans.service.js';
import { toAudited, type PlanView } from '../plans.view.js';
import { PublishedPlans } from '../published-plans.js';
import type { PublishPlanDto } from './publish.dto.js';
import { judgePublication, rankNames, unfitFor } from './publishing.rules.js';

/** Title ranks that one answer asks for. */
const MAX_TITLES = 200;

/** The first period is posted already, or a version that follows does not go on from this one. */
export const POSTED = {
  code: 'CONFLICT',
  message: 'the period {period} is posted, or another one after it; publish from a later one',
  example: { period: '2026-10' },
} as const;
export const UNFIT = {
  code: 'CONFLICT',
  message: 'plan {id}, which is published from {period} on, {problem}; publish one that does from then on first',
  example: { id: 4, period: '2027-03', problem: 'does not say what becomes of the rank ruby' },
} as const;

/** Publishes drafts from a period on. Section 3 of the decisions on commissions, and decision 66. */
@Injectable()
export class Publishing {
  constructor(
    private readonly db: Database,
    private readonly plans: PlansService,
    private readonly published: PublishedPlans,
    private readonly currency: Currency,
    private readonly audit: AuditLog,
    private readonly bonuses: InstalledBonuses,
    @Optional() private readonly posted?: PostedPeriods,
  ) {}

  /**
   * Publishes a draft; audited. It holds from the period on until another version does; a version from the same period on is
   * replaced by it.
   * @throws AppError NOT_FOUND; VALIDATION on the period, on titles and carried volumes that are not mapped, and on the
   * document, if it is not valid any more; CONFLICT if the draft is published, the client's version stale, the period posted,
   * or if a version that is published from later on does not fit
   */
  async publish(caller: Caller, id: string, dto: PublishPlanDto, expected: IfMatch): Promise<PlanView> {
    return this.db.transaction(async (tx) => {
      await this.published.lock(tx);
      const draft = await this.plans.draft(tx, id, expected);
      // The currency may be another one since it was written.
      const plan = acceptPlan(draft.document, this.currency.digits, this.bonuses.types);
      const period = firstPeriod(plan, dto.from_period);
      const before = await this.published.on(tx, dayBefore(period.firstDay));
      const after = await this.published.after(tx, period.firstDay);
      const border = startOfDay(period.firstDay, (before?.document ?? plan).time_zone);
      const span = await this.posted?.span(tx);
      const { ranks = {}, carried = {} } = dto;
      const titles = await titlesUntil(tx, border, before, span);
      const errors = judgePublication({ plan, fromDay: period.firstDay, before, titles, ranks, carried });
      accept({ dto, errors });
      if (span !== undefined && border < span.to) throw AppError.of(POSTED, { period: period.name });
      assertFits(plan, after);
      await this.putIn(tx, { period, border, before, after, plan });
      await tx.update(CommissionPlan, draft.id, {
        ...{ document: plan, ranks, carried, version: draft.version + 1, publishedByUid: caller.uid },
        ...{ fromPeriod: period.name, fromDay: period.firstDay, fromAt: border },
        untilDay: after?.fromDay ?? null,
        untilAt: after === undefined ? null : startOfDay(after.fromDay!, plan.time_zone),
        publishedAt: () => 'clock_timestamp()',
        updatedAt: () => 'clock_timestamp()',
      });
      const made = await tx.findOneByOrFail(CommissionPlan, { id: draft.id });
      const act = { action: 'plan.publish', entityType: 'plan', entityId: draft.id };
      await this.audit.record(tx, caller, { ...act, before: toAudited(draft), after: toAudited(made) });
      return this.plans.view(made);
    });
  }

  /** Makes room: ends the version before, takes the place of one from the same period on, and moves where the next begins. */
  private async putIn(tx: EntityManager, { period, border, before, after, plan }: Room): Promise<void> {
    const same = await this.published.on(tx, period.firstDay);
    for (const ended of new Set([before?.id, same?.id]))
      if (ended !== undefined) await tx.update(CommissionPlan, ended, { untilDay: period.firstDay, untilAt: border });
    if (after !== undefined)
      await tx.update(CommissionPlan, after.id, { fromAt: startOfDay(after.fromDay!, plan.time_zone) });
  }
}

/** Where a version goes. */
interface Room {
  period: Period;
  /** When it begins. */
  border: Date;
  before: CommissionPlan | undefined;
  after: CommissionPlan | undefined;
  plan: Plan;
}

function firstPeriod({ period: kind }: Plan, name: string): Period {
  const period = periodOf(name);
  if (period?.kind === kind) return period;
  const example = kind === 'month' ? '2027-01' : '2027-W01';
  throw AppError.ofField('VALIDATION', 'from_period', `must be a ${kind}, such as ${example}`);
}

/**
 * Title ranks that members have, and those that they may come to have until an instant: what is not posted by then can still
 * give any rank of the version before.
 */
async function titlesUntil(
  tx: EntityManager,
  border: Date,
  before: CommissionPlan | undefined,
  span: PostedSpan | undefined,
): Promise<string[]> {
  const held = await tx
    .createQueryBuilder(NetworkMember, 'm')
    .select('DISTINCT m.title_rank', 'title')
    .where('m.title_rank IS NOT NULL')
    .limit(MAX_TITLES)
    .getRawMany<{ title: string }>();
  const isAllPosted = span !== undefined && span.to >= border;
  const coming = before === undefined || isAllPosted ? [] : rankNames(before.document);
  return [...new Set([...held.map(({ title }) => title), ...coming])];
}

function assertFits(plan: Plan, after: CommissionPlan | undefined): void {
  if (after === undefined) return;
  const problem = unfitFor(plan, { ...after, fromDay: after.fromDay! });
  if (problem !== undefined) throw AppError.of(UNFIT, { id: after.id, period: after.fromPeriod!, problem });
}
