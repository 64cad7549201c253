import { tenThousandths, Total } from './exact.js';
import type { Unit } from './money.js';
import type { PeriodCalculation, TreeName } from './period-calculation.js';
import { nearestAbove } from './trees.js';

/** What a bonus of levels pays on, to whom and how much. */
export interface LevelBonus {
  readonly id: string;
  /** What each source has; only what is above 0 counts. */
  readonly bases: Float64Array;
  /** What the bases are. */
  readonly unit: Unit;
  /** By rank, in percent: the first level first. Levels that a list does not have are 0. */
  readonly percents: readonly (readonly number[])[];
  /** For a level (from 0 on) the next payee of each member who takes it. */
  readonly route: (level: number) => Int32Array;
}

/**
 * Pays the base of each source up its payees, level by level for all sources at once. A source whose route ends is done. Each
 * step goes to the next payee directly, so neither the depth of a tree nor gaps in it cost anything.
 */
export function payLevels(period: PeriodCalculation, bonus: LevelBonus): void {
  const { lines, money, standings } = period;
  const position = period.positionOf(bonus.id);
  const table = new PercentTable(bonus.percents);
  const sources = sourcesOf(bonus.bases);
  const reached = sources.slice();
  const unpaid = new UnpaidLevels(table);
  let going = sources.length;
  for (let level = 0; level < table.levels; level += 1) {
    const route = bonus.route(level);
    const percents = table.ofLevel(level);
    const shares = percents.map((percent) => money.share(bonus.unit, percent));
    let kept = 0;
    for (let index = 0; index < going; index += 1) {
      const source = sources[index]!;
      const payee = route[reached[index]!]!;
      const base = bonus.bases[source]!;
      if (payee < 0) {
        unpaid.ends(level, base);
        continue;
      }
      sources[kept] = source;
      reached[kept] = payee;
      kept += 1;
      if (standings.active[payee] === 0) {
        unpaid.notActive(level, base);
        continue;
      }
      const rank = standings.paidAs[payee]!;
      unpaid.paid(level, rank, base);
      if (percents[rank] === 0) continue;
      lines.addLevel(position, payee, source, level + 1, percents[rank]!, base, shares[rank]!.of(base));
    }
    going = kept;
  }
  unpaid.report(period, bonus);
}

/**
 * The routes of a compression: `none` takes each payee, `active` those that are active, `dynamic` those that are active and have
 * a percentage above 0 at the level.
 */
export function routesOf(
  period: PeriodCalculation,
  tree: TreeName,
  compression: 'none' | 'active' | 'dynamic',
  percents: readonly (readonly number[])[],
): LevelBonus['route'] {
  if (compression === 'none') return () => period.upline(tree);
  const { active, paidAs } = period.standings;
  const all = percents.map(() => true);
  let last: { readonly qualified: string; readonly route: Int32Array } = { qualified: '', route: new Int32Array(0) };
  return (level) => {
    const qualified = compression === 'active' ? all : percents.map((list) => (list[level] ?? 0) > 0);
    const key = qualified.join();
    // Mostly the levels of some ranks in a row have the same payees.
    if (last.qualified !== key) {
      const takes = active.map((is, member) => (is === 1 && qualified[paidAs[member]!] === true ? 1 : 0));
      last = { qualified: key, route: nearestAbove(period.tree(tree), takes) };
    }
    return last.route;
  };
}

/** Percentages in ten-thousandths by level and rank. */
class PercentTable {
  readonly levels: number;

  constructor(private readonly percents: readonly (readonly number[])[]) {
    this.levels = Math.max(0, ...percents.map((list) => list.length));
  }

  /** By rank. */
  ofLevel(level: number): number[] {
    return this.percents.map((list) => tenThousandths(list[level] ?? 0));
  }
}

/** Unpaid commissions, added up as volumes by level; multiplied and rounded once, in the end. */
class UnpaidLevels {
  private readonly ended: Total[] = [];
  private readonly inactive: Total[] = [];
  private readonly reached: Total[][] = [];

  constructor(private readonly table: PercentTable) {
    for (let level = 0; level < table.levels; level += 1) {
      this.ended.push(new Total());
      this.inactive.push(new Total());
      this.reached.push(table.ofLevel(level).map(() => new Total()));
    }
  }

  /** No payee at this level, nor at any further one. */
  ends(level: number, base: number): void {
    this.ended[level]!.add(base);
  }

  notActive(level: number, base: number): void {
    this.inactive[level]!.add(base);
  }

  paid(level: number, rank: number, base: number): void {
    this.reached[level]![rank]!.add(base);
  }

  report({ unpaid, money }: PeriodCalculation, { id, unit }: LevelBonus): void {
    let ended = 0n;
    const products = { no_upline: 0n, not_active: 0n, rank: 0n };
    for (let level = 0; level < this.table.levels; level += 1) {
      const percents = this.table.ofLevel(level);
      const highest = Math.max(...percents);
      ended += this.ended[level]!.exact;
      products.no_upline += ended * BigInt(highest);
      products.not_active += this.inactive[level]!.exact * BigInt(highest);
      for (const [rank, percent] of percents.entries())
        products.rank += this.reached[level]![rank]!.exact * BigInt(highest - percent);
    }
    for (const reason of ['no_upline', 'not_active', 'rank'] as const)
      unpaid.add(id, reason, money.ofProducts(unit, products[reason]));
  }
}

function sourcesOf(bases: Float64Array): Int32Array {
  let count = 0;
  for (const base of bases) if (base > 0) count += 1;
  const sources = new Int32Array(count);
  let next = 0;
  for (let member = 0; member < bases.length; member += 1) if (bases[member]! > 0) sources[next++] = member;
  return sources;
}
