import type { Pool } from 'pg';
import type { Instance } from '../instance.js';
import type { Random } from '../random.js';
import type { Shop } from '../shop.js';
import { MoneyActor } from './actor.js';
import { checkAnswers } from './answers.js';
import type { Asked } from './asked.js';
import { Desk } from './desk.js';
import { balancesOf, readMoney, type MoneyRows } from './rows.js';
import { checkRows, type Failure } from './verdict.js';

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
export class MoneyLoad {
  private isOver = true;
  private work: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly desk: Desk,
    private readonly members: readonly number[],
    private readonly actors: readonly MoneyActor[],
    private readonly signal: AbortSignal,
  ) {}

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

  /** Lets the clients work until they are stopped. */
  start(): void {
    this.isOver = false;
    this.work = Promise.all(this.actors.map((actor) => actor.workUntil(() => this.isOver || this.signal.aborted)));
  }

  /** Lets each client end what it is doing. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
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
