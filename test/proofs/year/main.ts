/**
 * Shows that the books of a year balance to the cent: a company lives twelve months through the service over HTTP, on a database
 * whose clock is set forward (sign-ups, orders, payments, cancellations, returns also of earlier months, moves, changes of status,
 * a second version of the plan), and each month is run, approved, posted and paid out. Each line, measure, rank and carried
 * volume is held against the naive second implementation, which reads the tables in its own way.
 * `npm run prove -- year --members 30 --seed 1`. Ends with 0 when everything balances, else with 1.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Plan, planSchema } from '@commerce/commission-engine';
import { type Instance, makeInstances } from '#test/support/instance.js';
import { whole } from '#test/support/options.js';
import { defineProof, print } from '#test/support/proof.js';
import type { Random } from '#test/support/random.js';
import { Checks } from '#test/support/report.js';
import { Books } from './books.js';
import { Company, FIRST_PLAN, MAPPING, SECOND_PLAN } from './company.js';
import { Payouts } from './payouts.js';
import type { Month } from './period.js';
import { Service, YearClock } from './service.js';

export default defineProof({
  claim: 'the books of the year balance to the cent',
  options: {
    /** Members who come in the first month; more come each month. */
    members: whole(30, 8, 500),
  },
  run: async (run) => {
    const place = await run.place();
    const [instance] = await makeInstances(run, {
      roles: ['service'],
      directory: place.dataDir,
      settings: { DATABASE_URL: place.databaseUrl, DATA_DIR: join(place.dataDir, 'service') },
    });
    const clock = new YearClock(place.pool);
    const checks = new Checks();
    const { random, signal } = run;
    const year = new Year({ instance: instance!, clock, pool: place.pool, random, checks, signal });
    await clock.install(year.begins);
    await instance!.launch(signal);
    await clock.makeRoom();
    await year.pass(run.options.members);
    checks.that('the service', 'stops', await instance!.stop());
    for (const accident of instance!.accidents) checks.that('the service', 'logs no error', false, accident);
    return { year, checks };
  },
  report: ({ year, checks }) => checks.report(...year.describe()),
});

const MONTHS = 12;
const HALF = MONTHS / 2;
const HOUR_MS = 3_600_000;
const POLL_MS = 150;

/** Where and with what a year passes. */
interface Circumstances {
  readonly instance: Instance;
  readonly clock: YearClock;
  readonly pool: pg.Pool;
  readonly random: Random;
  readonly checks: Checks;
  readonly signal: AbortSignal;
}

/** Twelve months of a company, each closed and paid. */
class Year {
  private readonly months = lastMonths(new Date());
  private readonly service: Service;
  private readonly company: Company;
  private readonly books: Books;
  private readonly payouts: Payouts;
  /** Ids of the runs, by month. */
  private readonly runs: number[] = [];

  constructor(private readonly around: Circumstances) {
    const { instance, clock, pool, random, checks } = around;
    this.service = new Service(instance);
    this.company = new Company(this.service, clock, pool, random.fork('company'));
    this.books = new Books(this.service, pool, checks);
    this.payouts = new Payouts(this.service, pool, random.fork('payouts'), checks);
  }

  /** The first instant of the year. */
  get begins(): Date {
    return this.months[0]!.from;
  }

  /** Lets the year pass. @param members who come in the first month */
  async pass(members: number): Promise<void> {
    await this.service.enter();
    await this.company.found();
    const first = await this.publish(FIRST_PLAN, this.months[0]!.name, {});
    const second = await this.publish(SECOND_PLAN, this.months[HALF]!.name, MAPPING);
    for (const [at, month] of this.months.entries()) {
      this.around.signal.throwIfAborted();
      await this.company.live(month.from, month.to, at === 0 ? members : Math.ceil(members / 10));
      await this.close(month, at < HALF ? first : second);
      await this.payouts.payOut(month.name);
      await this.payouts.balance('balances');
      print(`${month.name}: ${this.books.lines} lines so far, ${this.around.checks.failed} checks failed`);
    }
    await this.replay();
  }

  /** Calculates some months again at the end of the year, when people have moved, left and sent back: they come to the same. */
  private async replay(): Promise<void> {
    for (const at of [0, HALF - 1, MONTHS - 1]) {
      const path = `commission-runs/${this.runs[at]!}/`;
      // A long one goes on after the answer.
      await this.service.tryAdmin('POST', `${path}replay/`, {}).catch(() => undefined);
      let { replay } = await this.service.admin('GET', path);
      while (replay === null) {
        await sleep(POLL_MS, undefined, { signal: this.around.signal });
        ({ replay } = await this.service.admin('GET', path));
      }
      const { same } = replay as { same: boolean };
      this.around.checks.that('replays', `${this.months[at]!.name}: the same again`, same);
    }
  }

  /** What happened, in a line. */
  describe(): string[] {
    const happened = Object.entries(this.company.happened).map(([what, count]) => `${count} ${what}`);
    const { lines, posted, types } = this.books;
    const counts = [...types].map(([type, count]) => `${count} ${type}`).join(', ');
    return [
      `${posted.length} months: ${happened.join(', ')}`,
      `${lines} lines (${counts}), ${this.payouts.paid / 100} paid out`,
    ];
  }

  private async publish(document: object, from: string, mapping: object): Promise<Plan> {
    const { id } = await this.service.admin('POST', 'plans/', document);
    await this.service.admin('POST', `plans/${Number(id)}/publish/`, { from_period: from, ...mapping });
    return planSchema.parse(document);
  }

  /** Runs, approves and posts a month as two super admins do, and audits it. */
  private async close(month: Month, plan: Plan): Promise<void> {
    const { clock, checks } = this.around;
    const final = { period: month.name, kind: 'final' };
    const early = await this.service.tryAdmin('POST', 'commission-runs/', final);
    checks.that('runs', `${month.name}: none before its end`, early.status === 409, String(early.status));
    await clock.set(new Date(month.to.getTime() + HOUR_MS));
    const id = Number((await this.service.admin('POST', 'commission-runs/', final)).id);
    const status = await this.calculated(id);
    if (status !== 'calculated') throw new Error(`the run of ${month.name} is ${status}`);
    const own = await this.service.tryAdmin('POST', `commission-runs/${id}/approve/`, {});
    checks.that(
      'runs',
      `${month.name}: who started it does not approve it`,
      own.data.status === 'calculated',
      own.message,
    );
    await this.service.second('POST', `commission-runs/${id}/approve/`, {});
    await this.service.admin('POST', `commission-runs/${id}/post/`, {});
    const again = await this.service.tryAdmin('POST', `commission-runs/${id}/post/`, {});
    checks.that('runs', `${month.name}: posted once`, again.status === 409, String(again.status));
    await this.books.audit(month, plan, id);
    this.runs.push(id);
  }

  private async calculated(id: number): Promise<string> {
    for (;;) {
      const { status, error } = await this.service.admin('GET', `commission-runs/${id}/`);
      if (status !== 'queued' && status !== 'running')
        return error === null ? String(status) : `${String(status)}: ${JSON.stringify(error)}`;
      await sleep(POLL_MS, undefined, { signal: this.around.signal });
    }
  }
}

/** The twelve months before the one of an instant. */
function lastMonths(now: Date): Month[] {
  return Array.from({ length: MONTHS }, (_, at) => {
    const first = (back: number): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
    const from = first(MONTHS - at);
    return { name: from.toISOString().slice(0, 7), from, to: first(MONTHS - at - 1) };
  });
}
