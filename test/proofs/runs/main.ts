/**
 * Shows that a run of commissions is never left half done: kills the processes that calculate and post it at moments spread over
 * their whole time, then lets two instances post it while rows come in, and looks at the books.
 * `npm run prove -- runs --rounds 6 --seed 1`: each round is a period.
 * Ends with 0 when each run was taken up or failed within a minute, each period was posted once, and all of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instance, startInstances } from '#test/support/instance.js';
import { type Values, whole } from '#test/support/options.js';
import type { Place } from '#test/support/place.js';
import { childrenOf, send } from '#test/support/processes.js';
import { defineProof, print, type Run } from '#test/support/proof.js';
import type { Random } from '#test/support/random.js';
import { Checks } from '#test/support/report.js';
import { audit, Desk, type Told } from './desk.js';

const OPTIONS = {
  /** Periods that are calculated and posted; processes are killed twice in each. */
  rounds: whole(12, 1, 24),
  /** Members of the network. */
  members: whole(5_000, 10, 1_000_000),
};

/** docs/spec/commissions.md#4: it is taken up again or failed within a minute. */
const LIMIT_MS = 60_000;
const RUNS = 'commission-runs/';

const PLAN = {
  name: 'Proof',
  period: 'month',
  time_zone: 'UTC',
  four_eyes: false,
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member' }, { name: 'silver', requires: { group_volume: 500 } }],
  bonuses: [
    { id: 'levels', type: 'unilevel', percents: { member: [5, 3, 2] } },
    { id: 'pool', type: 'pool', percent: 1, shares: { silver: 1 } },
  ],
};

/** Two instances, between which processes are killed. */
class Rounds {
  private readonly checks = new Checks();
  private instances: Instance[] = [];
  private desk!: Desk;

  constructor(
    private readonly run: Run<Values<typeof OPTIONS>>,
    private readonly place: Place,
  ) {}

  private get random(): Random {
    return this.run.random;
  }

  async carryOut(): Promise<Checks> {
    await this.open();
    const { rounds } = this.run.options;
    let calculating = 3_000;
    let posting = 500;
    for (let round = 0; round < rounds; round += 1) {
      const period = month(rounds - round);
      // The first round is left alone, to see how long it takes.
      const moment = round === 0 ? undefined : (round - 1 + this.random.below(1_000) / 1_000) / (rounds - 1);
      const began = performance.now();
      let id = await this.calculate(period, moment === undefined ? undefined : moment * calculating);
      if (moment === undefined) calculating = performance.now() - began;
      await audit(this.place.pool, this.checks);
      if (round % 2 === 1) id = await this.race(period, id);
      const postedIn = await this.post(id, moment === undefined ? undefined : moment * posting);
      if (moment === undefined) posting = postedIn;
      await audit(this.place.pool, this.checks);
      print(`${period}: posted${moment === undefined ? '' : `, killed at ${Math.round(moment * 100)} % of its time`}`);
    }
    await this.replayAll();
    for (const { accidents } of this.instances)
      this.checks.that('processes', 'none ended by itself', accidents.length === 0, accidents.join('; '));
    return this.checks;
  }

  private async open(): Promise<void> {
    const { rounds, members } = this.run.options;
    this.instances = await startInstances(this.run, {
      roles: ['api', 'api'],
      directory: this.place.dataDir,
      settings: { ...this.place.settings, WEBHOOK_CONCURRENCY: '0' },
      // That a job failed whose process was killed is logged, as it must be.
      isExpected: (line) => line.includes('commissions.'),
    });
    this.desk = new Desk(this.instances, this.run.signal);
    await this.desk.enter();
    await this.desk.ask('PATCH', 'commission-settings/', { preview_minutes: 0 });
    const name = (place: number): string => `m${place}`;
    await this.desk.import(
      'network/import/',
      Array.from({ length: members }, (_, place) => ({
        username: name(place),
        kind: 'distributor',
        enrolled_at: '2020-01-01',
        ...(place === 0 ? {} : { sponsor: name(this.random.below(place)) }),
      })),
    );
    for (let round = 0; round < rounds; round += 1)
      await this.desk.import(
        'volumes/import/',
        Array.from({ length: members }, (_, place) => ({
          external_id: `${round}-${place}`,
          username: name(place),
          at: `${month(rounds - round)}-10T12:00:00Z`,
          business_volume: 10 + this.random.below(90),
          points: this.random.below(100),
          cumulative_volume: 0,
        })),
      );
    const { id } = await this.desk.ask('POST', 'plans/', PLAN);
    await this.desk.ask('POST', `plans/${String(id)}/publish/`, { from_period: month(rounds) });
  }

  /** Has a final run calculated; kills what calculates it after some milliseconds. */
  private async calculate(period: string, killAfter: number | undefined): Promise<number> {
    for (;;) {
      const id = Number((await this.desk.ask('POST', RUNS, { period, kind: 'final' })).id);
      if (killAfter !== undefined) {
        await sleep(killAfter, undefined, { signal: this.run.signal });
        await this.killCalculation();
      }
      const isSettled = ({ status }: Told['data']): boolean => status === 'calculated' || status === 'failed';
      const told = await this.desk.until(`${RUNS}${id}/`, isSettled, LIMIT_MS);
      this.checks.that('a minute', 'a run whose process died was taken up or failed', told !== undefined, `run ${id}`);
      await Promise.all(this.instances.map((instance) => this.revive(instance)));
      if (told?.status === 'calculated') return id;
      if (told === undefined) throw new Error(`run ${id} was left as it was`);
      killAfter = undefined;
    }
  }

  /** Kills the process that calculates, or now and then the instance that has started it, which ends with it. */
  private async killCalculation(): Promise<void> {
    const parent = this.instances.find(({ pid }) => pid !== undefined && childrenOf(pid).length > 0);
    const [found] = parent?.pid === undefined ? [] : childrenOf(parent.pid);
    if (found !== undefined && this.random.below(2) === 1) return send(found, 'SIGKILL');
    await (parent ?? this.instances[this.random.below(2)]!).kill();
  }

  /** Two instances post at once, while rows come in through both; then what was not posted is run again. */
  private async race(period: string, id: number): Promise<number> {
    await this.desk.ask('POST', `${RUNS}${id}/approve/`);
    const [row] = (await this.place.pool.query<{ uid: string }>(`SELECT uid FROM users WHERE username = 'm0'`)).rows;
    const body = { uid: Number(row!.uid), at: `${period}-11T12:00:00Z`, business_volume: 1, points: 1 };
    const adjust = { ...body, cumulative_volume: 1, reason: 'late' };
    const told = await Promise.all(
      this.instances.flatMap((instance) => [
        this.desk.tell(instance, 'POST', `${RUNS}${id}/post/`),
        this.desk.tell(instance, 'POST', 'volumes/', adjust),
        this.desk.tell(instance, 'POST', 'volumes/', adjust),
      ]),
    );
    const [posts, rows] = [told.filter((_, at) => at % 3 === 0), told.filter((_, at) => at % 3 !== 0)];
    const count = (answers: readonly Told[]): number => answers.filter(({ status }) => status === 200).length;
    const statuses = told.map(({ status }) => status).join(' ');
    this.checks.that('races', 'at most one post succeeds', count(posts) <= 1, statuses);
    this.checks.that(
      'races',
      'others are told of a conflict',
      told.every(({ status }) => status === 200 || status === 409),
      statuses,
    );
    // A row that came in is in no posted period: the run has not read it.
    this.checks.that('races', 'a row or a post, not both', count(posts) === 0 || count(rows) === 0, statuses);
    if (count(posts) > 0) return id;
    await this.desk.ask('POST', `${RUNS}${id}/discard/`);
    return this.calculate(period, undefined);
  }

  /** Posts a run; kills the instance that does after some milliseconds, and then has it posted by the other. */
  private async post(id: number, killAfter: number | undefined): Promise<number> {
    const { status } = await this.desk.ask('GET', `${RUNS}${id}/`);
    if (status === 'posted') return 0;
    if (status === 'calculated') await this.desk.ask('POST', `${RUNS}${id}/approve/`);
    const began = performance.now();
    const one = this.instances[this.random.below(2)]!;
    const posting = this.desk.tell(one, 'POST', `${RUNS}${id}/post/`);
    if (killAfter !== undefined) {
      await sleep(killAfter, undefined, { signal: this.run.signal });
      await one.kill();
    }
    const told = await posting;
    const took = performance.now() - began;
    await audit(this.place.pool, this.checks);
    const isPosted = async (): Promise<boolean> => (await this.desk.ask('GET', `${RUNS}${id}/`)).status === 'posted';
    this.checks.that('posting', 'what was answered with 200 is posted', told.status !== 200 || (await isPosted()));
    const end = Date.now() + LIMIT_MS;
    while (!(await isPosted()) && Date.now() < end) {
      // The transaction of a killed process may go on for a moment.
      for (const instance of this.instances)
        if (instance.state === 'up') await this.desk.tell(instance, 'POST', `${RUNS}${id}/post/`);
    }
    this.checks.that('posting', 'it is posted in the end', await isPosted(), `run ${id}`);
    await this.revive(one);
    return took;
  }

  private async replayAll(): Promise<void> {
    const { rows } = await this.place.pool.query<{ id: string }>(
      `SELECT id FROM commission_runs WHERE status = 'posted' ORDER BY id DESC LIMIT 2`,
    );
    for (const { id } of rows) {
      const told = await this.desk.ask('POST', `${RUNS}${id}/replay/`);
      const done = await this.desk.until(`${RUNS}${id}/`, ({ replay }) => replay !== null, LIMIT_MS);
      const same = (done?.replay as { same?: boolean } | undefined)?.same;
      this.checks.that('replays', 'a posted run comes to the same again', same === true, JSON.stringify(told));
    }
  }

  private async revive(instance: Instance): Promise<void> {
    if (instance.state !== 'down') return;
    await instance.launch(this.run.signal);
  }
}

/** The month that is so many before the present one. */
function month(before: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString().slice(0, 7);
}

export default defineProof({
  claim: 'no run was left half done, and each period was posted once',
  options: OPTIONS,
  minutes: ({ rounds }) => 5 + rounds * 2,
  run: async (run) => new Rounds(run, await run.place()).carryOut(),
  report: (checks) => checks.report(),
});
