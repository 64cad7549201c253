import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isLockedByOthers } from '@commerce/postgres';
import { Currency } from '#common/money/currency.js';
import {
  ApprovableAction,
  Approvals,
  ApprovalSettingsStore,
  EFFECT_PEOPLE,
  Proposals,
  toAuditedDecision,
  toTouchedPeople,
  numberAsked,
  type ApprovalForecastQuery,
  type Decided,
  type Described,
  type Involved,
  type TouchedRow,
} from '#people/approvals/index.js';
import { InstalledBonuses, periodInWords } from '../plans/index.js';
import { CommissionRun } from './run.entity.js';
import { RunsReader } from './runs.reader.js';
import { assertFinal, BUSY } from './runs.rules.js';
import { toAuditedRun, type RunWithApprovalView, type RunFiguresView } from './runs.dto.js';

/** The members who earn most by run `$1`. */
const MOST = statement(
  'runs.highest-earners',
  `SELECT m.uid, u.username, m.earned AS amount FROM commission_members m JOIN users u ON u.uid = m.uid
    WHERE m.run_id = $1 AND m.earned <> 0 ORDER BY m.earned DESC, m.uid LIMIT ${EFFECT_PEOPLE}`,
);

/**
 * Users of the admin module who have moved a member in the period from `$1` to `$2`, which takes a reason, as enrolments and
 * imports do not, or have placed an order there that was paid in it; those who have adjusted, merged or handed over volumes that
 * count in it; those who have put in the values that it reads of the inputs `$4`, of which the lasting ones `$5` may be old, also by
 * an account that lost its roles since and that somebody of the admin module has had power over; those who have imported volumes
 * since it began, or dated a move back to before it, until `$3`. Of a million edges only those of the few users of the admin module
 * are looked for, by `network_edges_by_doer`, and of the inputs those that people put in, by `commission_inputs_by_doer`; of the
 * ledger only adjustments are read, by `volume_rows_of_kind`, and of the orders those without an application, by
 * `orders_of_application`.
 */
const CONTRIBUTORS = statement(
  'runs.contributors',
  `SELECT u.uid FROM users u
    WHERE NOT u.roles <@ '{member,api_admin}'::text[]
      AND EXISTS (SELECT FROM network_edges e
                   WHERE e.by_uid = u.uid AND e.from_at >= $1 AND e.from_at < $2 AND e.reason IS NOT NULL)
   UNION
   SELECT v.by_uid FROM volume_rows v WHERE v.kind = 'adjustment' AND v.at >= $1 AND v.at < $2
   UNION
   SELECT m.by_uid FROM orders o JOIN order_moves m ON m.order_id = o.id AND m.to_status = 'placed' JOIN users u ON u.uid = m.by_uid
    WHERE o.application_id IS NULL AND o.status <> 'cart' AND o.placed_at < $2 AND o.paid_at >= $1 AND o.paid_at < $2
      AND NOT u.roles <@ '{member,api_admin}'::text[]
   UNION
   SELECT i.by_uid FROM imports i
    WHERE i.kind = 'volumes' AND i.outcome = 'done' AND NOT i.is_dry_run AND i.finished_at >= $1 AND i.created_at <= $3
   UNION
   SELECT c.created_by_uid FROM commission_corrections c
    WHERE c.status <> 'discarded' AND c.created_at >= $1 AND c.created_at <= $3
   UNION
   SELECT d.by_uid FROM (SELECT DISTINCT by_uid FROM commission_inputs WHERE by_uid IS NOT NULL AND name = ANY ($4::text[])) AS d
    WHERE (EXISTS (SELECT FROM users u WHERE u.uid = d.by_uid AND NOT u.roles <@ '{member,api_admin}'::text[])
           OR EXISTS (SELECT FROM account_grants g JOIN users m ON m.uid = g.by_uid
                       WHERE g.uid = d.by_uid AND NOT m.roles <@ '{member,api_admin}'::text[]))
      AND EXISTS (SELECT FROM commission_inputs n
                   WHERE n.by_uid = d.by_uid AND n.name = ANY ($4::text[]) AND n.at < $2
                     AND (n.at >= $1 OR n.name = ANY ($5::text[]))
                     AND NOT EXISTS (SELECT FROM commission_inputs later
                                      WHERE later.name = n.name AND later.uid = n.uid AND later.at < $2
                                        AND (later.at, later.id) > (n.at, n.id)))
   ORDER BY 1`,
);

/**
 * SQL of whether entry `a` has changed an ordered bundle so that it pays more for the same money: more volume; a lower wholesale
 * price by which retail profits rise; or a price below its business volume, at which or below which it was sold.
 */
const PAYS_MORE = `EXISTS (
  SELECT FROM jsonb_to_recordset(a.after->'products') AS p (product_id bigint, price numeric, wholesale_price numeric)
    LEFT JOIN jsonb_to_recordset(a.before->'products') AS o (product_id bigint, price numeric, wholesale_price numeric) USING (product_id)
   WHERE ((a.before->>'business_volume')::numeric < (a.after->>'business_volume')::numeric
          OR (a.before->>'points')::numeric < (a.after->>'points')::numeric
          OR (a.before->>'cumulative_volume')::numeric < (a.after->>'cumulative_volume')::numeric
          OR p.wholesale_price < o.wholesale_price AND p.price - p.wholesale_price > o.price - o.wholesale_price)
         AND EXISTS (SELECT FROM order_lines l WHERE l.product_id = p.product_id AND l.bundle_id IS NOT NULL)
      OR p.price < o.price AND p.price < (a.after->>'business_volume')::numeric
         AND EXISTS (SELECT FROM order_lines l
                      WHERE l.product_id = p.product_id AND l.unit_price <= p.price AND l.unit_price < l.business_volume))`;

/**
 * The same for what only the audit log has, of a run from `$1` to `$2`: who moved a member in the period, whatever the date of
 * the move; who gave an ordered bundle a value that pays more, in the period or up to `$3` days before; and whose API admin did,
 * or placed or changed an order that was paid in the period, within the `$3` days in which that account counts as theirs. Entries
 * are found by `audit_entries_action`, and those of a few accounts by `audit_entries_actor`. No index says when a bundle was
 * ordered, so any order counts, but of lower prices only one at no higher price.
 */
const AUDITED_CONTRIBUTORS = statement(
  'runs.audited-contributors',
  `SELECT a.actor_uid AS uid FROM audit_entries a
    WHERE a.action IN ('network.move', 'network.move-back') AND a.at >= $1 AND a.at < $2
   UNION
   SELECT w.by_uid
     FROM (SELECT u.uid, u.uid AS by_uid, $1::timestamptz - make_interval(days => $3::integer) AS from_at, $2::timestamptz AS to_at
             FROM users u WHERE NOT u.roles <@ '{member,api_admin}'::text[]
            UNION ALL
           SELECT g.uid, g.by_uid, g.at, least(g.at + make_interval(days => $3::integer), $2::timestamptz)
             FROM account_grants g JOIN users m ON m.uid = g.by_uid AND NOT m.roles <@ '{member,api_admin}'::text[]
            WHERE NOT g.takes_away AND g.at >= $1::timestamptz - make_interval(days => $3::integer) AND g.at < $2) AS w
    WHERE EXISTS (SELECT FROM audit_entries a
                   WHERE a.actor_uid = w.uid AND a.at >= w.from_at AND a.at < w.to_at AND a.action = 'bundle.update' AND ${PAYS_MORE})
       OR w.uid <> w.by_uid
          AND EXISTS (SELECT FROM audit_entries a
                        JOIN orders o ON o.id = CASE WHEN a.action IN ('order.place', 'order.change-status') THEN a.entity_id::bigint END
                       WHERE a.actor_uid = w.uid AND a.at >= w.from_at AND a.at < w.to_at
                         AND o.paid_at >= $1 AND o.paid_at < $2)
   ORDER BY 1`,
);

/** Which run. */
export interface ApprovedRun {
  readonly run_id: number;
}

/** Approving a final run, which then may be posted. */
@Injectable()
export class RunApproval extends ApprovableAction<ApprovedRun> {
  readonly kind = 'run.approve';
  readonly permission = 'runs.approve';

  constructor(
    private readonly db: Database,
    private readonly runs: RunsReader,
    private readonly approvals: Approvals,
    private readonly proposals: Proposals,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
    private readonly bonuses: InstalledBonuses,
    private readonly settings: ApprovalSettingsStore,
  ) {
    super();
  }

  /**
   * Approves a final run, or proposes to; audited.
   * @throws AppError NOT_FOUND; CONFLICT for a preview, and for one that is not calculated; PERMISSION_DENIED for who cannot
   *   approve it
   */
  async approve(caller: Caller, id: number): Promise<RunWithApprovalView> {
    await this.runs.settle();
    const subject = { run_id: id };
    return this.approvals
      .transaction(caller, async (tx) => {
        const { approval } = await this.approvals.ask(tx, this, subject, caller);
        const after = await tx.findOneByOrFail(CommissionRun, { id: subject.run_id });
        return { ...(await this.runs.view(tx, after)), approval };
      })
      .catch((error: unknown) => {
        throw isLockedByOthers(error) ? AppError.of(BUSY, { id: subject.run_id }) : error;
      });
  }

  /** Lets a proposal to approve a run lapse, if one waits, because the run is changed now. */
  async lapse(tx: EntityManager, caller: Caller, id: number): Promise<void> {
    await this.proposals.changed(tx, caller, this.kind, String(id));
  }

  override subjectOf(asked: ApprovalForecastQuery): ApprovedRun {
    return { run_id: numberAsked(asked) };
  }

  keyOf({ run_id: id }: ApprovedRun): string {
    return String(id);
  }

  override async involved(tx: EntityManager, { run_id: id }: ApprovedRun): Promise<Involved> {
    const run = await tx.findOneBy(CommissionRun, { id });
    if (run === null) throw AppError.notFound('run');
    assertFinal(run, 'calculated');
    return this.involvedIn(tx, run);
  }

  async describe(tx: EntityManager, { run_id: id }: ApprovedRun): Promise<Described> {
    const run = await this.runs.lock(tx, id);
    assertFinal(run, 'calculated');
    const { period, planId, document, inputHash, resultHash } = run;
    const { payees, payout } = run.summary as RunFiguresView;
    return {
      lookedAt: { planId, inputHash, resultHash },
      ...(await this.involvedIn(tx, run)),
      effect: {
        summary: `Approves the run of ${periodInWords(period)} by the plan ${document.name}, which can then be posted.`,
        summary_de: `Gibt die Abrechnung für ${periodInWords(period, 'de')} nach dem Vergütungsplan ${document.name} frei; sie kann dann verbucht werden.`,
        amount: payout,
        currency_code: this.currency.code,
        members: payees,
        people: toTouchedPeople(await this.db.query<TouchedRow>(tx, MOST, [id])),
        changes: [],
      },
    };
  }

  async carryOut(tx: EntityManager, { run_id: id }: ApprovedRun, decided: Decided): Promise<void> {
    const before = await tx.findOneByOrFail(CommissionRun, { id });
    const approvedAt = (): string => 'clock_timestamp()';
    await tx.update(CommissionRun, id, { status: 'approved', approvedByUid: decided.by.uid, approvedAt });
    const after = await tx.findOneByOrFail(CommissionRun, { id });
    await this.audit.record(tx, decided.by, {
      action: 'commission_run.approve',
      entityType: 'commission_run',
      entityId: id,
      before: toAuditedRun(before),
      after: { ...toAuditedRun(after), ...toAuditedDecision(decided) },
    });
  }

  /** Who took part in a run: who started it, and who adjusted, ordered, moved or imported what counts in it. */
  private async involvedIn(tx: EntityManager, run: CommissionRun): Promise<Involved> {
    const { createdByUid, fromAt, toAt, calculatedAt, document } = run;
    const inputs = this.bonuses.types.inputsOf(document);
    const names = inputs.map(({ name }) => name);
    const lasting = inputs.filter(({ isLasting }) => isLasting).map(({ name }) => name);
    const found = await this.db.query<{ uid: number }>(tx, CONTRIBUTORS, [fromAt, toAt, calculatedAt, names, lasting]);
    const { newAccountDays } = await this.settings.read(tx);
    const audited = await this.db.query<{ uid: number }>(tx, AUDITED_CONTRIBUTORS, [fromAt, toAt, newAccountDays]);
    const uids = [...(createdByUid === null ? [] : [createdByUid]), ...[...found, ...audited].map(({ uid }) => uid)];
    return { contributors: [...new Set(uids)], isBound: document.four_eyes };
  }
}
