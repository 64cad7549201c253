import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { PublishedPlans, type PlanInForce } from '../../plans/index.js';
import { DIGEST, digestOf, type DigestRow, type InputDigest } from '../reading/input-digest.js';
import { CommissionRun } from '../run.entity.js';
import { CHANGED_SINCE, changedSince, OTHER_PLAN_NOW, OUT_OF_ORDER } from './posting.rules.js';

/** What must hold of the world around a run that is posted. */
@Injectable()
export class PostingChecks {
  constructor(private readonly published: PublishedPlans) {}

  /** Sees to it that no plan is published before the transaction ends. */
  async hold(tx: EntityManager): Promise<void> {
    await this.published.hold(tx);
  }

  /**
   * What is published must be held.
   * @returns the plan in force, which is that of the run
   * @throws AppError CONFLICT for another plan, a period that does not follow the last one that is posted, and for whatever
   * the run has read that has changed since
   */
  async assertHolds(tx: EntityManager, run: CommissionRun): Promise<PlanInForce> {
    const { id, period, fromAt, toAt, planId } = run;
    const inForce = await this.published.inForce(tx, period);
    const isSame = inForce?.id === planId && +inForce.from === +fromAt && +inForce.to === +toAt;
    if (!isSame) throw AppError.of(OTHER_PLAN_NOW, { id, period });
    const [last] = await tx.find(CommissionRun, {
      select: { id: true, toAt: true },
      where: { status: 'posted' },
      order: { toAt: 'DESC' },
      take: 1,
    });
    if (last !== undefined && +last.toAt !== +fromAt)
      throw AppError.of(OUT_OF_ORDER, { id, from: fromAt.toISOString(), to: last.toAt.toISOString() });
    const [row] = await tx.query<DigestRow[]>(DIGEST, [fromAt, toAt]);
    const what = changedSince(run.inputDigest as InputDigest, digestOf(row!, inForce));
    if (what !== undefined) throw AppError.of(CHANGED_SINCE, { id, what });
    return inForce;
  }
}
