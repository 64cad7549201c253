import {
  BeyondRange,
  type BonusTypes,
  type EarlierPeriod,
  isHeld,
  type Legs,
  type Plan,
  tenThousandths,
} from '@commerce/commission-engine';
import type { PlanInForce } from '../../plans/index.js';
import type { Span } from './volume-ledger.js';
import { instant, BrokenInput, type Snapshot } from './snapshot.js';
import type { UidIndex } from './members.js';

/** A posted run. */
export interface PostedRun extends Span {
  /** The run that counts for the period: the posted one, or its last approved correction. */
  readonly id: number;
  readonly postedId: number;
  readonly period: string;
  readonly planId: number;
}

/** An earlier period as the engine reads it, and which lines of which run its lines are. */
export interface EarlierRead {
  readonly earlier: EarlierPeriod;
  readonly runId: number;
  /** The numbers of the lines. */
  readonly numbers: readonly number[];
}

/** Kinds of rows that can take back others. */
const TAKING = `('cancellation', 'return', 'import')`;

const MONEY_DECIMALS = 8;

interface Surroundings {
  readonly snapshot: Snapshot;
  readonly types: BonusTypes;
  readonly index: UidIndex;
  /** Positions to uids. */
  readonly uid: Float64Array;
  readonly currencyDigits: number;
}

/**
 * What a run needs to take lines of a posted period back: all that ever came back of it, and the lines that this bears on.
 * @param now the period that is calculated
 */
export async function readEarlier(around: Surroundings, run: PostedRun, now: Span): Promise<EarlierRead> {
  const { snapshot, types } = around;
  const [found] = await snapshot.rows<{ document: Plan }>('SELECT document FROM commission_runs WHERE id = $1', [
    run.id,
  ]);
  const plan = found!.document;
  const returns = await readReturns(around, run, now, plan);
  const lines = new LinesRead();
  for (const [position, bonus] of plan.bonuses.entries()) {
    const base = types.baseOf(plan, bonus);
    if (base === null) continue;
    const sources = 'earnedBy' in base ? lines.payeesOf(plan, base.earnedBy) : new Set(returns.source);
    if (sources.size > 0) await lines.read(around, run.id, { plan, position, sources });
  }
  const paid = await readPaid(around, run.id, new Set(lines.payee));
  return {
    runId: run.id,
    numbers: lines.number,
    earlier: { period: run.period, plan, returns, lines: lines.columns, paid },
  };
}

/** All rows that took something back of the period after it had ended, up to the end of the one that is calculated. */
async function readReturns(
  { snapshot, index }: Surroundings,
  run: PostedRun,
  now: Span,
  plan: Plan,
): Promise<EarlierPeriod['returns']> {
  const source: number[] = [];
  const soldAt: number[] = [];
  const commissionable: number[] = [];
  const margin: number[] = [];
  const posted: number[] = [];
  await snapshot.copy(
    `SELECT t.uid, t.takes_back_at, -t.${plan.volumes.commissionable}, coalesce(t.wholesale_price - t.price, 0),
            CASE WHEN t.at < ${instant(now.from)} THEN 1 ELSE 0 END, t.id
       FROM volume_rows t
      WHERE t.kind IN ${TAKING} AND t.at >= ${instant(run.to)} AND t.at < ${instant(now.to)}
        AND t.takes_back_at >= ${instant(run.from)} AND t.takes_back_at < ${instant(run.to)} ORDER BY t.id`,
    ['integer', 'instant', 'fixed', 'fixed', 'integer', 'integer'],
    (numbers) => {
      const member = index.of(numbers[0]!);
      // Of who is not in the network there are no lines.
      if (member < 0) return;
      if (!isHeld(numbers[2]!)) throw new BeyondRange(`an amount of row ${numbers[5]}`, numbers[0]);
      source.push(member);
      soldAt.push(numbers[1]!);
      commissionable.push(numbers[2]!);
      // Beyond the range only where a distributor bought: nobody had a retail line of it.
      margin.push(isHeld(numbers[3]!) ? numbers[3]! : 0);
      posted.push(numbers[4]!);
    },
  );
  return {
    source: Int32Array.from(source),
    soldAt: Float64Array.from(soldAt),
    commissionable: Float64Array.from(commissionable),
    margin: Float64Array.from(margin),
    posted: Uint8Array.from(posted),
  };
}

interface Wanted {
  readonly plan: Plan;
  /** Of the bonus, in the plan. */
  readonly position: number;
  readonly sources: ReadonlySet<number>;
}

/** Lines of a posted run, as columns that grow. */
class LinesRead {
  readonly number: number[] = [];
  readonly payee: number[] = [];
  private readonly bonus: number[] = [];
  private readonly source: number[] = [];
  private readonly level: number[] = [];
  private readonly base: number[] = [];
  private readonly amount: number[] = [];

  get columns(): EarlierPeriod['lines'] {
    return {
      bonus: Uint16Array.from(this.bonus),
      payee: Int32Array.from(this.payee),
      source: Int32Array.from(this.source),
      level: Uint16Array.from(this.level),
      base: Float64Array.from(this.base),
      amount: Float64Array.from(this.amount),
    };
  }

  /** Who has lines here of some bonuses. */
  payeesOf(plan: Plan, bonuses: readonly string[]): ReadonlySet<number> {
    return new Set(this.payee.filter((_, line) => bonuses.includes(plan.bonuses[this.bonus[line]!]!.id)));
  }

  async read(around: Surroundings, runId: number, wanted: Wanted): Promise<void> {
    const { snapshot, index, uid } = around;
    const { plan, position, sources } = wanted;
    const bonus = plan.bonuses[position]!;
    const uids = [...sources].map((member) => uid[member]!);
    await snapshot.copy(
      `SELECT l.number, l.uid, l.source_uid, coalesce(l.level, 0), ${unitsOf(around, plan, bonus)},
              (l.amount * ${10 ** around.currencyDigits})::bigint
         FROM commission_lines l
        WHERE l.run_id = ${runId} AND l.bonus = '${bonus.id}' AND l.source_uid = ANY ('{${uids.join()}}'::bigint[]) AND l.base > 0
        ORDER BY l.number`,
      ['integer', 'integer', 'integer', 'integer', 'integer', 'integer'],
      (numbers) => {
        this.number.push(numbers[0]!);
        this.bonus.push(position);
        this.payee.push(index.of(numbers[1]!));
        this.source.push(index.of(numbers[2]!));
        this.level.push(numbers[3]!);
        this.base.push(numbers[4]!);
        this.amount.push(numbers[5]!);
      },
    );
  }
}

/** SQL of the base of a line, which is kept in money, as the engine has it: exactly what it was. */
function unitsOf({ types, currencyDigits }: Surroundings, plan: Plan, bonus: Plan['bonuses'][number]): string {
  const { unit } = types.of(bonus);
  const perUnit = (units: number): string => `div(l.base * ${10 ** MONEY_DECIMALS}, ${units})::bigint`;
  if (unit === 'money') return perUnit(10 ** (MONEY_DECIMALS - currencyDigits));
  return unit === 'price' ? perUnit(tenThousandths(1)) : perUnit(tenThousandths(plan.rate));
}

/** What some members had before that run's caps, and what was left to them. */
async function readPaid(
  { snapshot, index, uid, currencyDigits }: Surroundings,
  runId: number,
  payees: ReadonlySet<number>,
): Promise<EarlierPeriod['paid']> {
  const paid = new Map<number, { before: number; left: number }>();
  if (payees.size === 0) return paid;
  const uids = [...payees].map((member) => uid[member]!);
  const sum = (condition: string): string =>
    `(coalesce(sum(l.amount) FILTER (WHERE ${condition}), 0) * ${10 ** currencyDigits})::bigint`;
  await snapshot.copy(
    `SELECT l.uid, ${sum(`l.bonus NOT IN ('cap', 'clawback')`)}, ${sum(`l.bonus <> 'clawback'`)}
       FROM commission_lines l WHERE l.run_id = ${runId} AND l.uid = ANY ('{${uids.join()}}'::bigint[]) GROUP BY l.uid`,
    ['integer', 'integer', 'integer'],
    (numbers) => void paid.set(index.of(numbers[0]!), { before: numbers[1]!, left: numbers[2]! }),
  );
  return paid;
}

/** Which bonus of a plan takes what one of an earlier plan carries; undefined: none. */
export type Taker = (bonus: string) => string | undefined;

/**
 * Who takes what is carried: as the mapping says, and otherwise the bonus of the same id.
 * @param carriers ids of the bonuses of the plan that carry legs
 */
export function takerOf(carriers: readonly string[], mapping: PlanInForce['carried']): Taker {
  return (bonus) => {
    const taker = Object.hasOwn(mapping, bonus) ? mapping[bonus]! : bonus;
    return carriers.includes(taker) ? taker : undefined;
  };
}

/**
 * What a run carries into the next period, by the bonuses that take it; what several give to one is added up.
 * @param runId the posted run
 */
export async function readCarried(
  snapshot: Snapshot,
  runId: number,
  taker: Taker,
  {
    index,
    count,
    heirs,
  }: { readonly index: UidIndex; readonly count: number; readonly heirs: ReadonlyMap<number, number> },
): Promise<Map<string, Legs>> {
  const carried = new Map<string, Legs>();
  const given = await snapshot.rows<{ bonus: string }>(
    'SELECT DISTINCT bonus FROM commission_legs WHERE run_id = $1 ORDER BY bonus',
    [runId],
  );
  const legsOf: (Legs | undefined)[] = given.map(({ bonus }) => {
    const to = taker(bonus);
    if (to === undefined) return undefined;
    let legs = carried.get(to);
    if (legs === undefined) carried.set(to, (legs = { left: new Float64Array(count), right: new Float64Array(count) }));
    return legs;
  });
  const numbers = new Map(given.map(({ bonus }, number) => [bonus, number]));
  await snapshot.copy(
    `SELECT l.bonus, l.uid, l.left_out, l.right_out FROM commission_legs l
      WHERE l.run_id = ${runId} AND (l.left_out <> 0 OR l.right_out <> 0)`,
    [(bonus) => numbers.get(bonus)!, 'integer', 'fixed', 'fixed'],
    (row) => {
      const legs = legsOf[row[0]!];
      if (legs === undefined) return;
      const member = index.of(heirs.get(row[1]!) ?? row[1]!);
      if (member < 0) throw new BrokenInput(`member ${row[1]} carries volume and is not there`);
      legs.left[member]! += row[2]!;
      legs.right[member]! += row[3]!;
    },
  );
  return carried;
}

/** Who has the positions now that were merged or handed over in a period, by who had them: what is carried goes along. */
export async function readHeirs(
  snapshot: Snapshot,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<number, number>> {
  const heirs = new Map<number, number>();
  const rows = await snapshot.rows<{ uid: number; heir: number }>(
    `SELECT uid, successor_uid AS heir FROM network_successions WHERE at >= $1 AND at < $2 ORDER BY id`,
    [from, to],
  );
  for (const { uid, heir } of rows) {
    for (const [one, of] of heirs) if (of === uid) heirs.set(one, heir);
    heirs.set(uid, heir);
  }
  return heirs;
}
