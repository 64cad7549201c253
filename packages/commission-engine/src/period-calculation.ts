import { Bases, type Base } from './bases.js';
import type { AnyBonus, Plan } from './document/plan.schema.js';
import { totalOf } from './exact.js';
import { UndeclaredInput, type BonusInput } from './inputs.js';
import type { LevelRule } from './level-rule.js';
import { Lines } from './lines.js';
import type { Measures } from './measures.js';
import { Money, type Unit } from './money.js';
import { KIND, STATUS, type Legs, type Members, type PeriodInput } from './period.js';
import type { Standings } from './standings.js';
import { nearestAbove, placementTree, sponsorTree, type Tree, type TreeName } from './trees.js';
import { Unpaid } from './unpaid.js';

/** What the lines of a bonus are paid on, and how that goes up, as its type says it. */
export interface PaidOn {
  readonly unit: Unit;
  /** Null for lines without a source. */
  readonly base: Base | null;
  /** Null for what is not paid by levels. */
  readonly levels: LevelRule | null;
}

/** A period that is being calculated: what bonuses read, and where they write. */
export class PeriodCalculation {
  readonly money: Money;
  /** 1 for payees: distributors that are not terminated. Whether they are active is another question. */
  readonly payees: Uint8Array;
  readonly lines: Lines;
  readonly unpaid = new Unpaid();
  /** What binary bonuses find in each leg before they consume anything, by their ids. */
  readonly legs = new Map<string, Legs>();
  /** What binary bonuses carry out of the period, by their ids. */
  readonly carried = new Map<string, Legs>();
  private readonly trees = new Map<TreeName, Tree>();
  private readonly uplines = new Map<TreeName, Int32Array>();
  private readonly bases: Bases;
  private volume: bigint | undefined;

  constructor(
    readonly plan: Plan,
    readonly input: PeriodInput,
    readonly measures: Measures,
    readonly standings: Standings,
    private readonly paidOn: (bonus: AnyBonus) => PaidOn,
  ) {
    this.money = new Money(plan.rate, input.currencyDigits, plan.rounding);
    this.bases = new Bases(input, measures.commissionable);
    this.payees = payeesOf(input.members);
    this.lines = new Lines(input.members.uid);
  }

  /** The first instant of the period; milliseconds since 1970, UTC. */
  get from(): number {
    return this.input.from;
  }

  /** The first instant after the period. */
  get to(): number {
    return this.input.to;
  }

  /** How many members there are. */
  get count(): number {
    return this.input.members.uid.length;
  }

  /** All commissionable volume of the period, in ten-thousandths. */
  get allVolume(): bigint {
    this.volume ??= totalOf(this.measures.commissionable);
    return this.volume;
  }

  /** The position of a bonus in the plan, which its lines name. */
  positionOf(id: string): number {
    return this.plan.bonuses.findIndex((bonus) => bonus.id === id);
  }

  /** The position of a rank, from 0 on. */
  rankNamed(name: string): number {
    return this.plan.ranks.findIndex((rank) => rank.name === name);
  }

  /**
   * What a bonus pays on, and how it goes up: by its type.
   * @throws Error for a type without levels
   */
  levelsOf(bonus: AnyBonus): { readonly unit: Unit; readonly rule: LevelRule; readonly bases: Float64Array } {
    const { unit, levels } = this.paidOn(bonus);
    if (levels === null) throw new Error(`bonus ${bonus.id} has no levels`);
    return { unit, rule: levels, bases: this.basesOf(bonus) };
  }

  /** What counts of each source in a bonus, by its type. */
  basesOf(bonus: AnyBonus): Float64Array {
    const { unit, base } = this.paidOn(bonus);
    if (base === null) throw new Error(`lines of bonus ${bonus.id} have no source`);
    if ('earnedBy' in base)
      return this.lines.sums(Uint8Array.from(this.plan.bonuses, ({ id }) => (base.earnedBy.includes(id) ? 1 : 0)));
    return unit === 'price' ? this.bases.margin(base) : this.bases.volume(base);
  }

  /**
   * What each member has of an input, which the type of bonus names: the place of a choice from 0 on, a whole number, or a decimal
   * in ten-thousandths.
   * @throws UndeclaredInput
   */
  valuesOf({ name }: BonusInput): Float64Array {
    const values = this.input.inputs?.get(name);
    if (values === undefined) throw new UndeclaredInput(name);
    return values;
  }

  tree(name: TreeName): Tree {
    let tree = this.trees.get(name);
    if (tree === undefined) {
      const { sponsor, parent } = this.input.members;
      tree = name === 'sponsor' ? sponsorTree(sponsor) : placementTree(sponsor, parent);
      this.trees.set(name, tree);
    }
    return tree;
  }

  /** The nearest payee above each member: the tree of payees, on which everybody else hangs as well. */
  upline(name: TreeName): Int32Array {
    let upline = this.uplines.get(name);
    if (upline === undefined) this.uplines.set(name, (upline = nearestAbove(this.tree(name), this.payees)));
    return upline;
  }
}

/** Who can be paid at all, 1 for each; everybody else is skipped by bonuses. See docs/spec/commissions.md#3-payees. */
function payeesOf({ kind, status }: Members): Uint8Array {
  return kind.map((is, member) => (is === KIND.distributor && status[member] !== STATUS.terminated ? 1 : 0));
}
