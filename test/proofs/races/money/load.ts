import { Shift } from '#test/support/proof.js';
import { failureLines, line, row } from '#test/support/report.js';
import type { Pool } from 'pg';
import type { Instance } from '#test/support/instance.js';
import { balancesOf, checkRows, type Failure, FAILURES, type MoneyRows, readMoney } from '#test/support/money.js';
import type { Random } from '#test/support/random.js';
import type { Shop } from '#test/support/shop.js';
import { MoneyActor } from './actor.js';
import { type Asked, Desk } from './desk.js';

const MEMBERS = 6;
const TEN_THOUSANDTHS = 10_000;

/** Where a load works. */
interface Surroundings {
  shop: Shop;
  instances: readonly Instance[];
  signal: AbortSignal;
}

/** What a load leaves, and what is wrong with it. */
export interface MoneyOutcome {
  asked: readonly Asked[];
  rows: MoneyRows;
  failures: readonly Failure[];
}

/**
 * Clients that adjust the earnings of a few members at the same time, through all instances that are up, while others make
 * payouts of them, release, cancel and mark them, hold members back and let them go.
 */
export class MoneyLoad extends Shift {
  private constructor(
    private readonly desk: Desk,
    private readonly members: readonly number[],
    protected readonly workers: readonly MoneyActor[],
    signal: AbortSignal,
  ) {
    super(signal);
  }

  /**
   * Signs the members up; the instances must be up.
   * @param name stands in the names of all members and reasons
   */
  static async prepare(
    { shop, instances, signal }: Surroundings,
    random: Random,
    actors: number,
    name: string,
  ): Promise<MoneyLoad> {
    const desk = await Desk.open(shop, instances, signal, name);
    const members: number[] = [];
    for (let index = 1; index <= MEMBERS; index += 1) members.push(await desk.member(`${name}-member-${index}`));
    const all = Array.from(
      { length: actors },
      (_, index) => new MoneyActor(desk, members, `${name}-${index}`, random.fork(`money ${index}`)),
    );
    return new MoneyLoad(desk, members, all, signal);
  }

  /** Changes that were asked for so far. */
  get asked(): readonly Asked[] {
    return this.desk.asked;
  }

  /** Checks what is there, when nobody changes anything any more. */
  async check(pool: Pool, instances: readonly Instance[]): Promise<MoneyOutcome> {
    const rows = await readMoney(async (text) => (await pool.query<object>(text)).rows);
    const told = await this.checkBalances(rows, instances);
    return { asked: this.asked, rows, failures: [...checkRows(rows), ...checkAnswers(this.asked, rows), ...told] };
  }

  /** Each instance tells the balance that the entries come to. */
  private async checkBalances(rows: MoneyRows, instances: readonly Instance[]): Promise<Failure[]> {
    await this.desk.signIn();
    const balances = balancesOf(rows);
    const failures: Failure[] = [];
    for (const instance of instances)
      for (const uid of this.members) {
        const data = await this.desk.lookAt(instance, `/admin/api/earnings/${uid}/`);
        const balance = (balances.get(uid) ?? 0) / TEN_THOUSANDTHS;
        if (data?.balance !== balance)
          failures.push({ kind: 'balances', what: `${uid}: ${String(data?.balance)} instead of ${balance}` });
      }
    return failures;
  }
}

/** What happened to earnings and payouts, in lines for people. */
export function describeMoney({ asked, rows, failures }: MoneyOutcome): string[] {
  const { entries, batches, items } = rows;
  const statuses = [...Map.groupBy(items, ({ status }) => status)].map(([status, own]) => `${own.length} ${status}`);
  return [
    row('money', ['all', 'ok', 'refused', 'unknown']),
    ...[...Map.groupBy(asked, ({ what }) => what)].sort().map(([what, changes]) => {
      const count = (outcome: string): number => changes.filter((one) => one.outcome === outcome).length;
      return row(what, [changes.length, ...['acknowledged', 'refused', 'unknown'].map(count)]);
    }),
    line(
      'money rows',
      `${entries.length} entries, ${batches.length} payouts, ${items.length} items: ${statuses.join(', ')}`,
    ),
    ...failureLines(FAILURES, failures),
  ];
}

type Of<What extends Asked['what']> = Extract<Asked, { what: What }>;

/** What clients were told, against what is there. */
function checkAnswers(asked: readonly Asked[], rows: MoneyRows): Failure[] {
  return [...checkAdjustments(asked, rows), ...checkMarks(asked, rows), ...checkHolds(asked, rows)];
}

function only<What extends Asked['what']>(asked: readonly Asked[], what: What): Of<What>[] {
  return asked.filter((one): one is Of<What> => one.what === what);
}

/** An adjustment is there once if it was acknowledged, also if it was sent several times with one key. */
function* checkAdjustments(asked: readonly Asked[], { entries }: MoneyRows): Generator<Failure> {
  const written = Map.groupBy(
    entries.filter(({ kind }) => kind === 'adjustment'),
    ({ reason }) => reason,
  );
  for (const [reason, tries] of Map.groupBy(only(asked, 'adjust'), (one) => one.reason)) {
    const count = written.get(reason)?.length ?? 0;
    const outcomes = new Set(tries.map(({ outcome }) => outcome));
    const what = `${reason}: ${count} written, ${[...outcomes].join(', ')}`;
    if (count > 1 || (count === 0 && outcomes.has('acknowledged'))) yield { kind: 'vanished', what };
    if (count > 0 && !outcomes.has('acknowledged') && !outcomes.has('unknown')) yield { kind: 'resurrected', what };
  }
}

/** A mark that was acknowledged stays for ever. */
function* checkMarks(asked: readonly Asked[], { items }: MoneyRows): Generator<Failure> {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const mark of only(asked, 'mark')) {
    const item = byId.get(mark.item);
    if (mark.outcome !== 'acknowledged' || (item?.status === mark.status && item.said === mark.said)) continue;
    yield { kind: 'vanished', what: JSON.stringify({ mark, item }) };
  }
}

/** Nobody is in a payout who was on hold from before it was asked for until after it was answered. */
function* checkHolds(asked: readonly Asked[], { items }: MoneyRows): Generator<Failure> {
  const ends = only(asked, 'end hold').filter(({ outcome }) => outcome !== 'refused');
  const holds = only(asked, 'hold').filter(({ outcome }) => outcome === 'acknowledged');
  for (const made of only(asked, 'make')) {
    if (made.outcome !== 'acknowledged') continue;
    const members = new Set(items.filter(({ payout }) => payout === made.payout).map(({ uid }) => uid));
    for (const held of holds) {
      const isOver = ends.some(({ hold, start }) => hold === held.hold && start < made.end);
      if (held.end < made.start && !isOver && members.has(held.uid))
        yield { kind: 'held', what: JSON.stringify({ made, held }) };
    }
  }
}
