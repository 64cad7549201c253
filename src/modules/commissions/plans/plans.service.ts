import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, idIn } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLANS } from '#commissions/plans.messages.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { assertMatch, type IfMatch } from '#common/http/if-match.js';
import { Currency } from '#common/money/currency.js';
import { NetworkSettingsService } from '#network/members/index.js';
import { Proposals } from '#people/approvals/index.js';
import type { BonusTypes, Plan, Problem } from '@commerce/commission-engine';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { InstalledBonuses } from './bonus-types.js';
import { differences } from './diff.rules.js';
import {
  toPlanDiffView,
  type PlanDiffView,
  toAudited,
  toPlanSummaryView,
  toPlanView,
  type PlansQuery,
  PlanSummaryView,
  type PlanView,
} from './plans.dto.js';
import { acceptPlan } from './document/plan.pipe.js';
import { CommissionPlan, STATUS_SQL } from './plan.entity.js';
import { PublishedPlans } from './published-plans.js';

/** The version with exactly this number or name, then those with it in their name. */
const PLANS_FOUND: ExactFirst = {
  exact: `p.id = ${idIn(':search')} OR lower(p.name) = lower(:search::text)`,
  others: ['p.name ILIKE :pattern'],
};

/** The kind of the action that publishes a draft. */
export const PUBLICATION = 'plan.publish';

/** Only drafts change and go. */
export const NO_DRAFT = failure(PLANS.plan_published, { example: { id: 3 } });

/** Versions of the commission plan. See docs/spec/commissions.md#3. */
@Injectable()
export class PlansService {
  constructor(
    private readonly db: Database,
    private readonly lists: AdminLists,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
    private readonly published: PublishedPlans,
    private readonly network: NetworkSettingsService,
    private readonly bonuses: InstalledBonuses,
    private readonly proposals: Proposals,
  ) {}

  /** Versions, newest first. */
  async list(query: PlansQuery, reader?: Caller): Promise<ListAnswer<PlanSummaryView>> {
    return this.lists.answer(await this.listed(query), reader);
  }

  private async listed(query: PlansQuery): Promise<AdminList<CommissionPlan, PlanSummaryView, PlansQuery>> {
    const all = this.db.manager.createQueryBuilder(CommissionPlan, 'p').orderBy('p.id', 'DESC');
    if (query.period !== undefined) {
      const inForce = await this.published.inForce(this.db.manager, query.period);
      all.andWhere('p.id = :inForce', { inForce: inForce?.id ?? 0 });
    }
    const filters = { status: `(${STATUS_SQL}) = :status`, search: PLANS_FOUND };
    const now = new Date();
    const file = { name: 'plans', entityType: 'plan', of: PlanSummaryView };
    return { query, all, filters, view: (plan) => toPlanSummaryView(plan, now), file };
  }

  /**
   * One version.
   * @throws AppError NOT_FOUND
   */
  async read(id: number): Promise<PlanView> {
    return this.view(await this.find(id));
  }

  /**
   * Keeps a new draft; audited.
   * @throws AppError VALIDATION with all that is wrong with the document
   */
  async create(caller: Caller, document: object): Promise<PlanView> {
    const plan = acceptPlan(document, this.currency.digits, this.bonuses.types);
    return this.db.transaction(async (tx) => {
      const { identifiers } = await tx.insert(CommissionPlan, {
        name: plan.name,
        document: plan,
        createdByUid: caller.uid,
      });
      const made = await tx.findOneByOrFail(CommissionPlan, { id: identifiers[0]!.id as number });
      await this.record(tx, caller, 'create', made.id, { after: toAudited(made) });
      return this.view(made);
    });
  }

  /**
   * Changes a draft; audited.
   * @throws AppError VALIDATION with all that is wrong with the document; NOT_FOUND; CONFLICT if it is published, or the
   * client's version is stale
   */
  async change(caller: Caller, id: number, document: object, expected: IfMatch): Promise<PlanView> {
    const plan = acceptPlan(document, this.currency.digits, this.bonuses.types);
    return this.db.transaction(async (tx) => {
      const before = await this.draft(tx, id, expected);
      await this.proposals.changed(tx, caller, PUBLICATION, String(before.id));
      await tx.update(CommissionPlan, before.id, {
        name: plan.name,
        document: plan,
        version: before.version + 1,
        updatedAt: () => 'clock_timestamp()',
      });
      const after = await tx.findOneByOrFail(CommissionPlan, { id: before.id });
      await this.record(tx, caller, 'change', before.id, { before: toAudited(before), after: toAudited(after) });
      return this.view(after);
    });
  }

  /**
   * Deletes a draft; audited.
   * @throws AppError NOT_FOUND; CONFLICT if it is published, or the client's version is stale
   */
  async delete(caller: Caller, id: number, expected: IfMatch): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.draft(tx, id, expected);
      await this.proposals.changed(tx, caller, PUBLICATION, String(before.id));
      await tx.delete(CommissionPlan, before.id);
      await this.record(tx, caller, 'delete', before.id, { before: toAudited(before) });
    });
  }

  /**
   * What is different in another version.
   * @throws AppError NOT_FOUND
   */
  async diff(id: number, other: number): Promise<PlanDiffView> {
    const [before, after] = await Promise.all([this.find(id), this.find(other)]);
    return toPlanDiffView(before.id, after.id, differences(before.document, after.document));
  }

  /**
   * A draft, locked.
   * @throws AppError NOT_FOUND; CONFLICT if it is published, or the client's version is stale
   */
  async draft(tx: EntityManager, id: number, expected: IfMatch): Promise<CommissionPlan> {
    const where = { id };
    const found = await tx.findOne(CommissionPlan, { where, lock: { mode: 'pessimistic_write' } });
    return asDraft(found, expected);
  }

  /** The same, not locked. */
  async readDraft(id: number, expected: IfMatch): Promise<CommissionPlan> {
    return asDraft(await this.db.manager.findOneBy(CommissionPlan, { id }), expected);
  }

  /** A version as it is shown, with what stands against it in the network as it is. */
  async view(plan: CommissionPlan): Promise<PlanView> {
    const { placement } = await this.network.read();
    return toPlanView(plan, warningsOf(plan.document, this.bonuses.types, placement), new Date());
  }

  private async find(id: number): Promise<CommissionPlan> {
    const found = await this.db.manager.findOneBy(CommissionPlan, { id });
    if (found === null) throw AppError.notFound('plan');
    return found;
  }

  private record(
    tx: EntityManager,
    caller: Caller,
    what: string,
    id: number,
    states: { before?: object; after?: object },
  ): Promise<void> {
    return this.audit.record(tx, caller, { action: `plan.${what}`, entityType: 'plan', entityId: id, ...states });
  }
}

/** Which placement tree the network has. */
type PlacementTree = 'none' | 'binary' | 'matrix';

/** What a valid plan cannot do in the network as it is: bonuses on a placement tree that is not there pay nobody. */
function warningsOf({ bonuses }: Plan, types: BonusTypes, placement: PlacementTree): Problem[] {
  return bonuses.flatMap((bonus, at) => {
    const path = `bonuses[${at}]`;
    const needed = types.find(bonus.type)?.placement?.(bonus);
    if (needed === 'binary' && placement !== 'binary')
      return [{ path, message: 'pays nobody: the network has no binary placement tree' }];
    if (needed === 'any' && placement === 'none')
      return [{ path, message: 'pays nobody: the network has no placement tree' }];
    return [];
  });
}

function asDraft(found: CommissionPlan | null, expected: IfMatch): CommissionPlan {
  if (found === null) throw AppError.notFound('plan');
  if (found.publishedAt !== null) throw AppError.of(NO_DRAFT, { id: found.id });
  assertMatch(expected, found.version);
  return found;
}
