import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '@commerce/commission-engine';
import { ORDER_ROWS } from './explain.queries.js';
import { LINES_ON_SOURCES } from './lines.queries.js';
import type { BonusFacts, MemberFacts, SourceVolumes } from './facts.js';
import { baseOf, type SourceBonus, baseIn, type SourceLine } from './sources.rules.js';
import { SourcesExplained } from './sources.service.js';
import { ExplainFacts } from './facts.service.js';

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

/** Lines that are followed: so many levels of so many members that an order reaches. */
const MOST_LINES = 10_000;

/** What an order gave by a bonus with sources: the part of each line's base that it is, of each line. */
export interface OrderShare {
  /** What of the order is in the base of the member's lines, and all of that base, in hundred-millionths of money. */
  readonly part: bigint;
  readonly base: bigint;
  /** By who got it, in ten-thousandths of money, rounded down. */
  readonly given: ReadonlyMap<number, Fixed>;
  /** The same by the numbers of the lines; only lines that the order has a part in. */
  readonly ofLines: ReadonlyMap<number, Fixed>;
  readonly lines: readonly SourceLine[];
}

/**
 * Finds how an order counts in a run: with whom, how much of it, and in which lines: those on who bought it, then those of
 * matching bonuses on what these gave.
 */
@Injectable()
export class CountedOrders {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
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
    const heir = await this.facts.heirOf(run, uid);
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

  /**
   * What an order gave, by the ids of the bonuses.
   * @param facts with the member whose parts and bases of matching bonuses are added up; without one, they are 0
   * @param bonuses those whose lines have sources, in the plan's order
   */
  async sharesOf(
    { run, plan, member }: Pick<BonusFacts, 'run' | 'plan'> & { readonly member?: Pick<MemberFacts, 'uid'> },
    bonuses: readonly SourceBonus[],
    order: CountedOrder,
  ): Promise<ReadonlyMap<string, OrderShare>> {
    const shares = new Map<string, OrderShare>();
    for (const bonus of bonuses) {
      const { id, base } = bonus;
      if ('earnedBy' in base)
        shares.set(id, await this.matched(run.id, member?.uid, { id, of: base.earnedBy }, shares));
      else shares.set(bonus.id, bought(plan, bonus, order));
    }
    return shares;
  }

  private async matched(
    runId: number,
    uid: number | undefined,
    { id, of }: { id: string; of: readonly string[] },
    shares: ReadonlyMap<string, OrderShare>,
  ): Promise<OrderShare> {
    const earned = new Map<number, Fixed>();
    for (const bonus of of)
      for (const [payee, amount] of shares.get(bonus)?.given ?? [])
        earned.set(payee, (earned.get(payee) ?? 0n) + amount);
    const values = [runId, id, [...earned.keys()], MOST_LINES];
    const lines = await this.db.query<SourceLine & { source_uid: number }>(null, LINES_ON_SOURCES, values);
    const [given, ofLines] = [new Map<number, Fixed>(), new Map<number, Fixed>()];
    let [part, base] = [0n, 0n];
    for (const line of lines) {
      const own = earned.get(line.source_uid)! * TEN_THOUSAND;
      const whole = baseIn([line], 0n);
      const share = whole > 0n ? (fixed(line.amount) * own) / whole : 0n;
      add(given, line.uid, share);
      add(ofLines, line.number, share);
      if (line.uid !== uid) continue;
      part += own;
      base += whole;
    }
    return { part, base, given, ofLines, lines };
  }
}

function bought(plan: Plan, bonus: SourceBonus, { holder, volumes, all, lines: onHolder }: CountedOrder): OrderShare {
  const lines = onHolder.filter((line) => line.bonus === bonus.id);
  const base = baseIn(lines, baseOf(plan, bonus, holder, all));
  const part = baseOf(plan, bonus, holder, volumes);
  const [given, ofLines] = [new Map<number, Fixed>(), new Map<number, Fixed>()];
  if (base > 0n && part > 0n)
    for (const { number, uid, amount } of lines) {
      const share = (fixed(amount) * part) / base;
      add(given, uid, share);
      add(ofLines, number, share);
    }
  return { part, base, given, ofLines, lines };
}

function add(sums: Map<number, Fixed>, key: number, amount: Fixed): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

const TEN_THOUSAND = 10_000n;
