import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLANS } from '#commissions/plans.messages.js';
import { Currency } from '#common/money/currency.js';
import { accept } from '#common/validation/index.js';
import { NetworkMember } from '#network/members/index.js';
import {
  ApprovableAction,
  effectOnValues,
  toAuditedDecision,
  Approvals,
  numberAsked,
  type ApprovalForecastQuery,
  type Decided,
  type Described,
  type Involved,
  type Summary,
  type TouchedValue,
} from '#people/approvals/index.js';
import { PostedPeriods, type PostedSpan } from '#network/volumes/index.js';
import type { Caller } from '#common/access/index.js';
import type { IfMatch } from '#common/http/if-match.js';
import type { BonusTypes, Plan } from '@commerce/commission-engine';
import { InstalledBonuses } from '../bonus-types.js';
import { acceptPlan } from '../document/plan.pipe.js';
import { dayBefore, periodInWords, periodOf, startOfDay, type Period } from '../period.rules.js';
import { differences, type Difference } from '../diff.rules.js';
import { CommissionPlan, type CarriedMapping, type RankMapping } from '../plan.entity.js';
import { PlansService, PUBLICATION } from '../plans.service.js';
import { toAudited, type PublishedPlanView, type PublishPlanDto } from '../plans.dto.js';
import { PublishedPlans } from '../published-plans.js';
import { validatePublication, rankNames, unfitFor } from './publishing.rules.js';

/** Title ranks that one answer asks for. */
const MAX_TITLES = 200;

/** The first period is posted already, or a version that follows does not go on from this one. */
export const POSTED = failure(PLANS.posted_from_then, { example: { period: '2026-10' } });
export const UNFIT = failure(PLANS.later_plan, {
  example: { id: 4, period: '2027-03', problem: 'does not say what replaces the rank ruby' },
});

/** Changes that an effect names: the mappings, then differences, the broadest first, so that many small ones hide none. */
const SHOWN_CHANGES = 50;

/** What is to be published, and from when on. */
export interface PublishedPlan {
  readonly plan_id: number;
  readonly name: string;
  readonly from_period: string;
  readonly ranks: RankMapping;
  readonly carried: CarriedMapping;
}

/** Publishing a plan, which ends or replaces others. See docs/spec/commissions.md#3, and decision 66. */
@Injectable()
export class Publication extends ApprovableAction<PublishedPlan> {
  readonly kind = PUBLICATION;
  readonly permission = 'plans.publish';

  constructor(
    private readonly db: Database,
    private readonly plans: PlansService,
    private readonly published: PublishedPlans,
    private readonly currency: Currency,
    private readonly audit: AuditLog,
    private readonly bonuses: InstalledBonuses,
    private readonly approvals: Approvals,
    @Optional() private readonly posted?: PostedPeriods,
  ) {
    super();
  }

  /**
   * Publishes a draft, or proposes to; audited. It holds from the period on until another version does; a version from the
   * same period on is replaced by it. A dry run only throws what publishing would for the plan or the period.
   * @throws AppError NOT_FOUND; VALIDATION on the period, on titles and carried volumes that are not mapped, and on the
   * document, if it is not valid any more; CONFLICT if the draft is published, the client's version stale, the period posted,
   * or if a version that is published from later on does not fit
   */
  async publish(caller: Caller, id: number, dto: PublishPlanDto, expected: IfMatch): Promise<PublishedPlanView> {
    if (dto.dry_run === true) return this.dryRun(id, dto, expected);
    return this.approvals.transaction(caller, async (tx) => {
      await this.published.lock(tx);
      const draft = await this.plans.draft(tx, id, expected);
      const { approval } = await this.approvals.ask(tx, this, toSubject(draft, dto), caller);
      const after = await tx.findOneByOrFail(CommissionPlan, { id: draft.id });
      return { ...(await this.plans.view(after)), approval };
    });
  }

  /** Locks nothing: it is asked for each period that somebody types. */
  private async dryRun(id: number, dto: PublishPlanDto, expected: IfMatch): Promise<PublishedPlanView> {
    const draft = await this.plans.readDraft(id, expected);
    await this.assess(this.db.manager, draft, toSubject(draft, dto));
    return { ...(await this.plans.view(draft)), approval: null };
  }

  override subjectOf(asked: ApprovalForecastQuery): PublishedPlan {
    return { plan_id: numberAsked(asked), name: '', from_period: '', ranks: {}, carried: {} };
  }

  keyOf({ plan_id: id }: PublishedPlan): string {
    return String(id);
  }

  override async involved(tx: EntityManager, { plan_id: id }: PublishedPlan): Promise<Involved> {
    return this.preparedBy(tx, await this.plans.readDraft(id, undefined));
  }

  async describe(tx: EntityManager, subject: PublishedPlan): Promise<Described> {
    const { draft, plan, period, before, after, same } = await this.lockAndAssess(tx, subject);
    const replaced = same ?? before;
    const found = replaced === undefined ? [] : differences(replaced.document, plan);
    const changes = found
      .toSorted((one, other) => depthOf(one) - depthOf(other))
      .map(({ label, old, new: now }) => ({ name: label, before: old ?? null, after: now ?? null }));
    return {
      lookedAt: { plan, version: draft.version, before: before?.id, same: same?.id, after: after?.id },
      ...(await this.preparedBy(tx, draft)),
      effect: effectOnValues(
        worded(plan.name, period.name, replaced, after),
        [...mapped(subject), ...changes].slice(0, SHOWN_CHANGES),
      ),
    };
  }

  async carryOut(tx: EntityManager, subject: PublishedPlan, decided: Decided): Promise<void> {
    const { draft, plan, period, border, before, after } = await this.lockAndAssess(tx, subject);
    const { ranks, carried } = subject;
    await this.putIn(tx, { period, border, before, after, plan });
    await tx.update(CommissionPlan, draft.id, {
      document: plan,
      ranks,
      carried,
      version: draft.version + 1,
      publishedByUid: decided.by.uid,
      fromPeriod: period.name,
      fromDay: period.firstDay,
      fromAt: border,
      untilDay: after?.fromDay ?? null,
      untilAt: after === undefined ? null : startOfDay(after.fromDay!, plan.time_zone),
      publishedAt: () => 'clock_timestamp()',
      updatedAt: () => 'clock_timestamp()',
    });
    const made = await tx.findOneByOrFail(CommissionPlan, { id: draft.id });
    await this.audit.record(tx, decided.by, {
      action: 'plan.publish',
      entityType: 'plan',
      entityId: draft.id,
      before: toAudited(draft),
      after: { ...toAudited(made), ...toAuditedDecision(decided) },
    });
  }

  /** Whoever made or changed the draft took part in the plan. */
  private async preparedBy(tx: EntityManager, { id, createdByUid }: CommissionPlan): Promise<Involved> {
    const changed = await this.audit.actors(tx, { action: 'plan.change', entityType: 'plan', entityId: id });
    return { contributors: [...new Set([createdByUid, ...changed])], isOnlyPrepared: true };
  }

  private async lockAndAssess(tx: EntityManager, subject: PublishedPlan): Promise<Assessed> {
    await this.published.lock(tx);
    return this.assess(tx, await this.plans.draft(tx, subject.plan_id, undefined), subject);
  }

  /** Asserts that a draft may be published. */
  private async assess(tx: EntityManager, draft: CommissionPlan, subject: PublishedPlan): Promise<Assessed> {
    // The currency may be another one since it was written.
    const plan = acceptPlan(draft.document, this.currency.digits, this.bonuses.types);
    const period = firstPeriod(plan, subject.from_period);
    const before = await this.published.on(tx, dayBefore(period.firstDay));
    const same = await this.published.on(tx, period.firstDay);
    const after = await this.published.after(tx, period.firstDay);
    const border = startOfDay(period.firstDay, (before?.document ?? plan).time_zone);
    const span = await this.posted?.span(tx);
    if (span !== undefined && border < span.to) throw AppError.of(POSTED, { period: period.name });
    assertFits(this.bonuses.types, plan, after);
    // Last, so that nobody answers for a period in which it cannot begin.
    const { ranks, carried } = subject;
    const titles = await titlesUntil(tx, border, before, span);
    const errors = validatePublication({
      types: this.bonuses.types,
      plan,
      fromDay: period.firstDay,
      before,
      titles,
      ranks,
      carried,
    });
    accept({ dto: subject, errors });
    return { draft, plan, period, border, before, same, after };
  }

  /** Makes room: ends the previous version, takes the place of one from the same period on, and moves where the next begins. */
  private async putIn(tx: EntityManager, { period, border, before, after, plan }: Room): Promise<void> {
    const same = await this.published.on(tx, period.firstDay);
    for (const ended of new Set([before?.id, same?.id]))
      if (ended !== undefined) await tx.update(CommissionPlan, ended, { untilDay: period.firstDay, untilAt: border });
    if (after !== undefined)
      await tx.update(CommissionPlan, after.id, { fromAt: startOfDay(after.fromDay!, plan.time_zone) });
  }
}

function toSubject({ id, name }: CommissionPlan, dto: PublishPlanDto): PublishedPlan {
  const { from_period, ranks = {}, carried = {} } = dto;
  return { plan_id: id, name, from_period, ranks, carried };
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

/** A draft that may be published, with what stands around it. */
interface Assessed extends Room {
  draft: CommissionPlan;
  /** What it would take the place of. */
  same: CommissionPlan | undefined;
}

/** Two changes: which ranks replace title ranks, and which bonuses take carried volumes; null: they lapse. */
function mapped({ ranks, carried }: PublishedPlan): TouchedValue[] {
  return Object.entries({ carried_volumes: carried, title_ranks: ranks })
    .filter(([, mapping]) => Object.keys(mapping).length > 0)
    .map(([name, after]) => ({ name, before: Object.fromEntries(Object.keys(after).map((old) => [old, old])), after }));
}

/** How deep in the plan something differs: 1 is a field of the plan itself. */
function depthOf({ label }: Difference): number {
  return label.split(' › ').length;
}

function worded(
  name: string,
  period: string,
  replaced: CommissionPlan | undefined,
  after: CommissionPlan | undefined,
): Summary {
  const instead =
    replaced === undefined ? 'No plan holds for that period now.' : `It takes the place of ${replaced.name}.`;
  const until = after === undefined ? '' : ` until ${after.name} holds from ${periodInWords(after.fromPeriod!)} on`;
  const insteadInGerman =
    replaced === undefined ? 'Für diesen Zeitraum gilt jetzt keiner.' : `Er ersetzt ${replaced.name}.`;
  const untilInGerman =
    after === undefined ? '' : `, bis ab ${periodInWords(after.fromPeriod!, 'de')} ${after.name} gilt`;
  return {
    summary: `Publishes the plan ${name} from ${periodInWords(period)} on${until}. ${instead}`,
    summary_de: `Veröffentlicht den Vergütungsplan ${name} ab ${periodInWords(period, 'de')}${untilInGerman}. ${insteadInGerman}`,
  };
}

function firstPeriod({ period: kind }: Plan, name: string): Period {
  const period = periodOf(name);
  if (period?.kind === kind) return period;
  const example = kind === 'month' ? '2027-01' : '2027-W01';
  throw AppError.ofField('VALIDATION', 'from_period', `must be a ${kind}, such as ${example}`);
}

/**
 * Title ranks that members have, and those that they may get until an instant: what is not posted by then can still
 * give any rank of the previous version.
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

function assertFits(types: BonusTypes, plan: Plan, after: CommissionPlan | undefined): void {
  if (after === undefined) return;
  const problem = unfitFor(types, plan, { ...after, fromDay: after.fromDay! });
  if (problem !== undefined) throw AppError.of(UNFIT, { id: after.id, period: after.fromPeriod!, problem });
}
