/**
 * Shows that the service is upgraded, and taken back, without a failed request: two instances of one version are replaced one
 * by one by those of the next, on a schema that is expanded before and contracted afterwards, while clients work through a
 * balancer. `npm run prove -- rolling --rounds 5 --seed 1`; `--from v2.1.0` takes another commit as the previous version.
 * Ends with 0 when no request failed, each acknowledged change is there with its webhook, and no statement of the service
 * waited for a table longer than migrations may wait for theirs. With `--locking` it must not.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Instance, SERVICE_SETTINGS, stopInstances } from '#test/support/instance.js';
import { leftover } from '#test/support/next-migrations.js';
import { flag, text, type Values, whole } from '#test/support/options.js';
import { freePorts, type Place } from '#test/support/place.js';
import { defineProof, print, type Run, whileWorking } from '#test/support/proof.js';
import { examplesOf } from '#test/support/report.js';
import { program } from '#test/support/service-process.js';
import { until } from '#test/support/until.js';
import { type Evidence, openReceiver, Scene } from '../outbox/scene.js';
import { tell } from '../outbox/verdict.js';
import { LockWatch, programOf } from './before.js';
import { Proxy, Reader, Visitor } from './proxy.js';

const OPTIONS = {
  /** How often it goes to the next version and back. */
  rounds: whole(5, 1, 99),
  /** The previous version: a git ref that is built, or undefined for this tree's own build. */
  from: text,
  /** Adds a migration that locks orders for three seconds: the proof must fail. */
  locking: flag,
};

/** Examples of failures that are shown. */
const EXAMPLES = 20;

/** The time that a migration waits for a lock, and as much again to do what it does. */
const MOST_WAIT_SECONDS = 1;

const INSTANCES = 2;

/** How long clients work between two steps. */
const CALM_MS = 1_500;
const READY_MS = 60_000;

const NEXT = program('test/proofs/rolling/next-version.ts');
const execute = promisify(execFile);

/** Which version an instance is of. */
type Version = 'before' | 'next';

/** What a run leaves. */
interface Outcome {
  readonly evidence: Evidence;
  readonly requests: number;
  /** Milliseconds of the slowest request. */
  readonly slowest: number;
  /** Seconds of the longest wait of the service for a table. */
  readonly longestWait: number;
  /** Orders placed by each version while both worked on the new schema, of all rounds. */
  readonly placed: Record<Version, number>;
  /** What went wrong beside the changes and deliveries. */
  readonly failures: readonly string[];
}

/** Instances of one version are replaced by those of the next and back, while clients work. */
class Rolling {
  private readonly accidents: string[] = [];
  private readonly placed = { before: 0, next: 0 };
  private instances: Instance<Version>[] = [];
  private before: readonly string[] | undefined;

  constructor(
    private readonly run: Run<Values<typeof OPTIONS>>,
    private readonly place: Place,
  ) {}

  /** @throws when the run is given up, or cannot begin */
  async carryOut(): Promise<Outcome> {
    const { run, place } = this;
    if (run.options.from !== undefined) this.before = await programOf(run.options.from);
    const receiver = await openReceiver(run);
    const [port] = await freePorts(run.random.fork('proxy'), 1);
    const proxy = new Proxy(port!);
    run.after(() => proxy.close());
    run.after(() => Promise.all(this.instances.map((instance) => instance.kill())));
    await proxy.listen();
    for (let count = 0; count < INSTANCES; count += 1) await this.add('before', proxy, 0);
    const visitor = new Visitor(proxy);
    const scene = await Scene.open(run, visitor, place.pool, receiver);
    const { shop } = scene;
    const reader = new Reader(shop.members, shop.superAdmin, (person) => shop.signInAgain(person), visitor);
    const locks = new LockWatch(place.pool);
    run.after(() => locks.stop());
    locks.start();
    await whileWorking([...scene.clients, reader], async () => {
      for (let round = 1; round <= run.options.rounds; round += 1) {
        run.signal.throwIfAborted();
        await this.upgradeAndGoBack(round, proxy);
      }
    });
    await locks.stop();
    const undelivered = await scene.drain();
    while (this.instances.length > 0) await this.remove();
    return {
      evidence: await scene.evidence(),
      requests: visitor.requests,
      slowest: visitor.slowest,
      longestWait: locks.longest,
      placed: this.placed,
      failures: [
        ...visitor.failures,
        ...proxy.failures,
        ...reader.failures,
        ...receiver.rejects,
        ...undelivered,
        ...this.accidents,
      ],
    };
  }

  private async upgradeAndGoBack(round: number, proxy: Proxy): Promise<void> {
    const { pool } = this.place;
    await this.calm(`${round}. the previous version serves`);
    await pool.query(leftover(round));
    await this.migrate(proxy, round, this.run.options.locking ? 'expand,locking' : 'expand');
    await this.calm(`${round}. the schema is expanded, the previous version serves`);
    await this.replaceAll('next', proxy, round);
    await this.calm(`${round}. the next version serves`);
    await this.migrate(proxy, round, 'expand,contract');
    await this.calm(`${round}. the schema is contracted, the next version serves`);
    await this.replaceAll('before', proxy, round);
    await this.calm(`${round}. back: the previous version serves on the new schema`);
    const { rows } = await pool.query<{ before: number; next: number; noted: number; empty: number }>(
      `SELECT count(*) FILTER (WHERE channel_${round} = 'before' AND status <> 'cart')::int AS before,
              count(*) FILTER (WHERE channel_${round} = 'next' AND status <> 'cart')::int AS next,
              (SELECT count(*)::int FROM notes_${round}) AS noted,
              count(*) FILTER (WHERE channel_${round} IS NULL)::int AS empty FROM orders`,
    );
    const { before, next, noted, empty } = rows[0]!;
    this.placed.before += before;
    this.placed.next += next;
    if (before === 0 || next === 0) this.accidents.push(`round ${round}: only one of the versions placed orders`);
    if (empty > 0) this.accidents.push(`round ${round}: ${empty} orders have no value in the new column`);
    if (noted !== next) this.accidents.push(`round ${round}: ${noted} notes of ${next} orders of the next version`);
  }

  private async calm(line: string): Promise<void> {
    print(line);
    await sleep(CALM_MS, undefined, { signal: this.run.signal });
  }

  /** Starts one, waits until requests go to it, and only then stops an old one; both versions work meanwhile. */
  private async replaceAll(version: Version, proxy: Proxy, round: number): Promise<void> {
    for (let count = 0; count < INSTANCES; count += 1) {
      await this.add(version, proxy, round);
      await sleep(CALM_MS, undefined, { signal: this.run.signal });
      await this.remove();
    }
  }

  private async add(version: Version, proxy: Proxy, round: number): Promise<void> {
    const [port] = await freePorts(this.run.random.fork(`instance ${round} ${version} ${this.instances.length}`), 1);
    const settings = { ...this.settings(proxy), ...steps(round, 'expand') };
    const log = join(this.place.dataDir, 'services.log');
    const args = version === 'next' ? NEXT : this.before;
    const instance = new Instance(version, port!, settings, log, () => false, args);
    this.instances.push(instance);
    await instance.launch(this.run.signal);
    proxy.watch(instance);
    await until(() => proxy.uses(instance), READY_MS, `an instance was not ready: ${instance.accidents.join(' ')}`);
  }

  /** Stops the oldest one. */
  private async remove(): Promise<void> {
    this.accidents.push(...(await stopInstances([this.instances[0]!])));
    this.instances.shift();
  }

  private async migrate(proxy: Proxy, round: number, which: string): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...this.settings(proxy), ...steps(round, which) };
    const { stdout } = await execute(process.execPath, [...NEXT, 'migrate'], { env, signal: this.run.signal });
    for (const line of stdout.trim().split('\n')) if (line !== 'migrated') print(line);
  }

  private settings(proxy: Proxy): Record<string, string> {
    return {
      ...SERVICE_SETTINGS,
      DATABASE_URL: this.place.databaseUrl,
      DATA_DIR: this.place.dataDir,
      PUBLIC_URL: proxy.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
  }
}

function steps(round: number, which: string): Record<string, string> {
  return { ROLLING_ROUND: String(round), ROLLING_STEPS: which };
}

export default defineProof({
  claim:
    'no request failed while two versions worked side by side, and each acknowledged change is there with its webhook',
  options: OPTIONS,
  minutes: ({ rounds }) => 10 + 3 * rounds,
  run: async (run) => new Rolling(run, await run.place()).carryOut(),
  report: ({ evidence, requests, slowest, longestWait, placed, failures }) => {
    const { lines, wrong } = tell(evidence);
    const waits = longestWait > MOST_WAIT_SECONDS ? [`a statement waited ${longestWait.toFixed(1)} s for a table`] : [];
    const all = [...wrong, ...failures, ...waits];
    return {
      lines: [
        `${requests} requests, the slowest took ${(slowest / 1000).toFixed(2)} s; ${failures.length} failures`,
        ...lines,
        `orders in the new column: ${placed.before} of the previous version, ${placed.next} of the next version`,
        `the service waited for a table ${longestWait.toFixed(2)} s at most`,
        ...examplesOf(all, EXAMPLES),
      ],
      isProved: all.length === 0,
    };
  },
});
