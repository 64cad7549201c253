import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EventRecorder } from '#common/events/index.js';
import { Currency } from '#common/money/currency.js';
import type { CommissionRun } from './run.entity.js';

/** What events tell of a run's summary. */
interface Told {
  readonly members: number;
  readonly payees: number;
  readonly payout: number;
}

/** Records the events of runs. See docs/spec/commissions.md#4-events. */
@Injectable()
export class RunEvents {
  constructor(
    private readonly events: EventRecorder,
    private readonly currency: Currency,
  ) {}

  /**
   * Records `commission.calculated`.
   * @param tx the transaction that makes it calculated
   * @param run with its summary
   */
  async calculated(tx: EntityManager, run: CommissionRun): Promise<void> {
    await this.events.record(tx, 'commission.calculated', run.id, {
      ...this.dataOf(run),
      kind: run.kind,
      automatic: run.isAutomatic,
    });
  }

  /**
   * Records `commission.posted`.
   * @param tx the transaction that posts it
   */
  async posted(tx: EntityManager, run: CommissionRun, postedAt: Date): Promise<void> {
    const data = { ...this.dataOf(run), posted_at: postedAt.toISOString() };
    await this.events.record(tx, 'commission.posted', run.id, data);
  }

  private dataOf({ id, period, fromAt, toAt, planId, summary }: CommissionRun) {
    const { members, payees, payout } = summary as Told;
    return {
      run_id: id,
      period,
      from: fromAt.toISOString(),
      to: toAt.toISOString(),
      plan_id: planId,
      members,
      payees,
      payout,
      currency_code: this.currency.code,
    };
  }
}
