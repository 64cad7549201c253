import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Checks } from '../support/checks.js';
import { Instance } from '../support/instance.js';
import { freePorts, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { audit } from './books.js';
import { Desk, type Told } from './desk.js';
import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** Periods that are calculated and posted; processes are killed twice in each. */
    rounds: [12, 1, 24],
    /** Members of the network. */
    members: [5_000, 10, 1_000_000],
  },
  ['keep'],
  ({ rounds }) => 5 + rounds * 2,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;

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
export class Run {
  private readonly random: Random;
  private readonly checks = new Checks();
  private instances: Instance[] = [];
  private desk!: Desk;

  constructor(
    private readonly options: Options,
    private readonly place: Place,
    private readonly signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.random = new Random(options.seed);
  }

  async carryOut(): Promise<Checks> {
    await this.open();
    const { rounds } = this.options;
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
      this.print(
        `${period}: posted${moment === undefined ? '' : `, killed at ${Math.round(moment * 100)} % of its time`}`,
      );
    }
    await this.replayAll();
    for (const { accidents } of this.instances)
      this.checks.that('processes', 'none ended by itself', accidents.length === 0, accidents.join('; '));
    return this.checks;
  }

  /** Ends whatever still runs. */
  async end(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.kill()));
  }

  private async open(): Promise<void> {
    const { rounds, members } = this.options;
    const ports = await freePorts(this.random.fork('ports'), 2);
    const settings = {
      ...this.place.settings,
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      DATABASE_POOL_SIZE: '10',
      WEBHOOK_CONCURRENCY: '0',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
    };
    const log = join(this.place.dataDir, 'services.log');
    // That a job failed whose process was killed is logged, as it must be.
    this.instances = ports.map(
      (port) => new Instance('api', port, settings, log, (line) => line.includes('commissions.')),
    );
    for (const instance of this.instances) {
      instance.start();
      await instance.ready(this.signal);
    }
    this.desk = new Desk(this.instances, this.signal);
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
        await sleep(killAfter, undefined, { signal: this.signal });
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
    const processes = await childrenOf(this.instances.map(({ pid }) => pid));
    const [found] = processes;
    if (found === undefined || this.random.below(2) === 0) {
      const parent = this.instances.find(({ pid }) => pid === found?.ppid) ?? this.instances[this.random.below(2)]!;
      await parent.kill();
      return;
    }
    try {
      process.kill(found.pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
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
      await sleep(killAfter, undefined, { signal: this.signal });
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
    instance.start();
    await instance.ready(this.signal);
  }
}

/** The month that is so many before the present one. */
function month(before: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before)).toISOString().slice(0, 7);
}

/** Processes whose parents are given. */
async function childrenOf(parents: readonly (number | undefined)[]): Promise<{ pid: number; ppid: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([pid, ppid]) => ({ pid: pid!, ppid: ppid! }))
    .filter(({ ppid }) => parents.includes(ppid));
}
