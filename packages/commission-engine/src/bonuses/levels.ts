import type { AnyBonus } from '../document/plan.schema.js';
import { tenThousandths, Total } from '../exact.js';
import { levelsOf, type LevelRule } from '../level-rule.js';
import type { Unit } from '../money.js';
import type { PeriodCalculation } from '../period-calculation.js';
import { nearestAbove } from '../trees.js';

/**
 * Pays the base of each source up its payees by the rule of the bonus's type, level by level for all sources at once. A source
 * above which nobody takes the next level is done. Each step goes to the next payee directly, so neither the depth of a tree nor
 * gaps in it cost anything.
 */
export function payLevels(period: PeriodCalculation, bonus: AnyBonus): void {
  const { lines, money, standings } = period;
  const position = period.positionOf(bonus.id);
  const { unit, rule, bases } = period.levelsOf(bonus);
  const route = routesOf(period, rule);
  const table = new PercentTable(rule);
  const sources = sourcesOf(bases);
  const reached = sources.slice();
  const unpaid = new UnpaidLevels(table);
  let going = sources.length;
  for (let level = 0; level < table.levels; level += 1) {
    const next = route(level);
    const percents = table.ofLevel(level);
    const shares = percents.map((percent) => money.share(unit, percent));
    let kept = 0;
    for (let index = 0; index < going; index += 1) {
      const source = sources[index]!;
      const payee = next[reached[index]!]!;
      const base = bases[source]!;
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
  unpaid.report(period, bonus.id, unit);
}

/** For a level the next payee of each member who takes it. */
function routesOf(period: PeriodCalculation, rule: LevelRule): (level: number) => Int32Array {
  const { active, paidAs } = period.standings;
  let last: { readonly taking: string; readonly route: Int32Array } | undefined;
  return (level) => {
    const [inactive, ofActive] = [false, true].map((isActive) =>
      rule.percents.map((_, rank) => rule.takes({ isActive, rank }, level)),
    ) as [boolean[], boolean[]];
    if ([...inactive, ...ofActive].every(Boolean)) return period.upline(rule.tree);
    const taking = `${inactive.join()} ${ofActive.join()}`;
    // Mostly the levels of some ranks in a row have the same payees.
    if (last?.taking !== taking) {
      const takes = period.payees.map((is, member) =>
        is === 1 && (active[member] === 1 ? ofActive : inactive)[paidAs[member]!] === true ? 1 : 0,
      );
      last = { taking, route: nearestAbove(period.tree(rule.tree), takes) };
    }
    return last.route;
  };
}

/** Percentages in ten-thousandths by level and rank. */
class PercentTable {
  readonly levels: number;

  constructor(private readonly rule: LevelRule) {
    this.levels = levelsOf(rule);
  }

  /** By rank. */
  ofLevel(level: number): number[] {
    return this.rule.percents.map((list) => tenThousandths(list[level] ?? 0));
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

  report({ unpaid, money }: PeriodCalculation, id: string, unit: Unit): void {
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
