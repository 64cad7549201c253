import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '#common/audit/index.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import {
  ApprovableAction,
  EFFECT_PEOPLE,
  toAuditedDecision,
  toTouchedPeople,
  type Decided,
  type Described,
  type TouchedRow,
} from '#people/approvals/index.js';
import { contributorsOf } from './run-contributors.js';
import { CommissionRun, type RunStatus } from './run.entity.js';
import { NO_FINAL, OF_CORRECTION, WRONG_STATUS } from './runs.rules.js';
import { toAuditedRun } from './runs.view.js';
import type { RunFiguresView } from './summary.view.js';

/** Whoever changes a run is waited for that long. */
const WAIT = statement('runs.wait', `SELECT set_config('lock_timeout', '5s', true)`);

/** The members who earn most by run `$1`. */
const MOST = statement(
  'runs.highest-earners',
  `SELECT m.uid, u.username, m.earned AS amount FROM commission_members m JOIN users u ON u.uid = m.uid
    WHERE m.run_id = $1 AND m.earned <> 0 ORDER BY m.earned DESC, m.uid LIMIT ${EFFECT_PEOPLE}`,
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
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {
    super();
  }

  keyOf({ run_id: id }: ApprovedRun): string {
    return String(id);
  }

  async describe(tx: EntityManager, { run_id: id }: ApprovedRun): Promise<Described> {
    const run = await lockRun(this.db, tx, id);
    if (run.kind === 'correction') throw AppError.of(OF_CORRECTION, { id });
    if (run.kind !== 'final') throw AppError.of(NO_FINAL, { id });
    assertStatus(run, ['calculated']);
    const { period, planId, document, inputHash, resultHash } = run;
    const { payees, payout } = run.summary as RunFiguresView;
    return {
      lookedAt: { planId, inputHash, resultHash },
      contributors: await contributorsOf(this.db, tx, run),
      isBound: document.four_eyes,
      effect: {
        summary: `Approves the run of ${period} by the plan ${document.name}, which can then be posted.`,
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
}

/**
 * A run, locked until the transaction ends; others that change it are waited for briefly.
 * @throws AppError NOT_FOUND
 */
export async function lockRun(db: Database, tx: EntityManager, id: number): Promise<CommissionRun> {
  await db.query(tx, WAIT);
  const found = await tx.findOne(CommissionRun, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (found === null) throw AppError.notFound('run');
  return found;
}

/** @throws AppError CONFLICT for a run that is in another status */
export function assertStatus({ id, status }: CommissionRun, allowed: readonly RunStatus[]): void {
  if (!allowed.includes(status)) throw AppError.of(WRONG_STATUS, { id, status, needed: allowed.join(' or ') });
}
