import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import { ORDER_ROWS } from './orders.queries.js';
import type { BonusFacts, MemberFacts, SourceVolumes } from './facts.js';
import { ExplainFacts } from './facts.service.js';
import { SourcesExplained, type SourceLine } from './sources.service.js';
import { SuccessionsExplained } from './successions.service.js';

/** Ledger rows of an order that are read. */
export const MOST_ROWS = 1_000;

/** A placed order, with its buyer. */
export interface OrderRow {
  id: number;
  order_number: string | null;
  uid: number;
  status: string;
  username: string;
}

/** A row of an order in the volume ledger. */
export interface OrderVolumeRow {
  at: Date;
  uid: number;
  kind: string;
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

/** An order as it counts in a run. */
export interface CountedOrder {
  /** In whose volumes it counts. */
  readonly holder: MemberFacts;
  /** Of the order, and of all that the holder bought. */
  readonly volumes: SourceVolumes;
  readonly all: SourceVolumes;
  /** All lines on the holder. */
  readonly lines: readonly SourceLine[];
  /** Its commissionable volume in the period. */
  readonly volume: Fixed;
}

/** Finds how an order counts in a run: with whom, and how much of it. */
@Injectable()
export class CountedOrders {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
    private readonly successions: SuccessionsExplained,
  ) {}

  /** The ledger rows of an order, oldest first, at most 1,000. */
  rowsOf(orderId: number): Promise<OrderVolumeRow[]> {
    return this.db.query<OrderVolumeRow>(null, ORDER_ROWS, [orderId, MOST_ROWS]);
  }

  /**
   * The order as it counts: with who bought it, or who took the position afterwards. Undefined where neither is in the run.
   * @param rows those of {@link rowsOf}
   */
  async of(
    { run, plan }: Pick<BonusFacts, 'run' | 'plan'>,
    { id, uid }: OrderRow,
    rows: readonly OrderVolumeRow[],
  ): Promise<CountedOrder | undefined> {
    const heir = await this.successions.heirOf(run, uid);
    const isMoved = heir !== undefined && rows.some(({ at }) => at >= run.fromAt && at < heir.at);
    const holder = await this.facts.member(run.id, isMoved ? heir.uid : uid);
    if (holder === undefined) return undefined;
    const [volumes, all, lines] = await Promise.all([
      this.sources.volumes(run, holder, id),
      this.sources.volumes(run, holder),
      this.sources.linesOn(run.id, holder.uid),
    ]);
    const column = plan.volumes.commissionable;
    const inPeriod = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
    return { holder, volumes, all, lines, volume: inPeriod.reduce((sum, row) => sum + fixed(row[column]), 0n) };
  }
}
