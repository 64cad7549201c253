import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, parseArgs } from 'node:util';
import { program } from '../../support/service-process.js';
import { Instance } from '../support/instance.js';
import { ApiAdmin } from '../support/outbox/api-admin.js';
import type { Change } from '../support/outbox/change.js';
import { lastSequence, pendingDeliveries, readEvents, readStored, type Evidence } from '../support/outbox/evidence.js';
import { Member } from '../support/outbox/member.js';
import { Receiver } from '../support/outbox/receiver.js';
import { openShop, type Shop } from '../support/outbox/shop.js';
import { freePorts, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { until } from '../support/until.js';
import { programOf } from './before.js';
import { LockWatch } from './locks.js';
import { leftover } from './next-migrations.js';
import { Proxy } from './proxy.js';
import { Reader, Visitor } from './visitor.js';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

const INSTANCES = 2;
const MEMBERS = 6;

/** How long clients work between two steps. */
const CALM_MS = 1_500;
const READY_MS = 60_000;
const DRAIN_MS = 120_000;

const NEXT = program('test/proofs/rolling/next-version.ts');
const run = promisify(execFile);

/** Which version an instance is of. */
type Version = 'before' | 'next';

/** What a run leaves. */
export interface Outcome {
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

/** One run: instances of one version are replaced by those of the next and back, while clients work. */
export class Run {
  private readonly random: Random;
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private readonly receiver: Receiver;
  private readonly changes: Change[] = [];
  private readonly accidents: string[] = [];
  private readonly placed = { before: 0, next: 0 };
  private instances: Instance<Version>[] = [];
  private proxy: Proxy | undefined;
  private locks: LockWatch | undefined;
  private before: readonly string[] | undefined;

  constructor(
    private readonly options: Options,
    private readonly place: Place,
    signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.signal = AbortSignal.any([signal, this.ending.signal]);
    this.random = new Random(options.seed);
    this.receiver = new Receiver(this.random.fork('receiver'));
  }

  /** @throws when the run is given up, or cannot begin */
  async carryOut(): Promise<Outcome> {
    const { options, place, receiver } = this;
    if (options.from !== undefined) this.before = await programOf(options.from);
    await receiver.listen();
    const [port] = await freePorts(this.random.fork('proxy'), 1);
    const proxy = (this.proxy = new Proxy(port!));
    await proxy.listen();
    for (let count = 0; count < INSTANCES; count += 1) await this.add('before', proxy, 0);
    const visitor = new Visitor(proxy);
    const shop = await openShop(visitor, receiver, MEMBERS);
    const begun = new Date();
    const start = await lastSequence(place.pool);
    const reader = new Reader(shop.members, shop.superAdmin, (person) => shop.signInAgain(person), visitor);
    const locks = (this.locks = new LockWatch(place.pool));
    locks.start();
    await this.upgradeWhile([...this.makeClients(shop, visitor), reader], proxy);
    await locks.stop();
    const undelivered = await this.drain();
    while (this.instances.length > 0) await this.remove();
    const { events, earlier } = await readEvents(place.pool, start);
    const stored = await readStored(place.pool, begun);
    const { subscribers } = shop;
    return {
      evidence: { subscribers, events, earlier, stored, receipts: receiver.receipts, changes: this.changes },
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

  /** Ends whatever still runs, however the run went. */
  async end(): Promise<void> {
    this.ending.abort(new Error('the run has ended'));
    await Promise.all(this.instances.map((instance) => instance.kill()));
    await this.locks?.stop();
    await this.proxy?.close();
    this.receiver.close();
  }

  private makeClients(shop: Shop, visitor: Visitor) {
    const random = (name: string): Random => this.random.fork(name);
    return [
      new ApiAdmin(shop.apiAdmin, shop, random('api-admin'), visitor, this.changes),
      ...shop.members.map((member) => new Member(member, shop, random(member.username), visitor, this.changes)),
    ];
  }

  private async upgradeWhile(
    clients: readonly { workUntil: (isOver: () => boolean) => Promise<void> }[],
    proxy: Proxy,
  ): Promise<void> {
    let isOver = false;
    const work = Promise.all(clients.map((client) => client.workUntil(() => isOver)));
    // It is waited for below; a client that gives up meanwhile must not end the process.
    work.catch(() => undefined);
    try {
      for (let round = 1; round <= this.options.rounds; round += 1) {
        this.signal.throwIfAborted();
        await this.upgradeAndGoBack(round, proxy);
      }
    } finally {
      isOver = true;
    }
    await work;
  }

  private async upgradeAndGoBack(round: number, proxy: Proxy): Promise<void> {
    const { pool } = this.place;
    await this.calm(`${round}. the version before serves`);
    await pool.query(leftover(round));
    await this.migrate(round, this.options.locking ? 'expand,locking' : 'expand');
    await this.calm(`${round}. the schema is expanded, the version before serves`);
    await this.replaceAll('next', proxy, round);
    await this.calm(`${round}. the next version serves`);
    await this.migrate(round, 'expand,contract');
    await this.calm(`${round}. the schema is contracted, the next version serves`);
    await this.replaceAll('before', proxy, round);
    await this.calm(`${round}. back: the version before serves on the new schema`);
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
    this.print(line);
    await sleep(CALM_MS, undefined, { signal: this.signal });
  }

  /** Starts one, waits until requests go to it, and only then stops an old one; both versions work meanwhile. */
  private async replaceAll(version: Version, proxy: Proxy, round: number): Promise<void> {
    for (let count = 0; count < INSTANCES; count += 1) {
      await this.add(version, proxy, round);
      await sleep(CALM_MS, undefined, { signal: this.signal });
      await this.remove();
    }
  }

  private async add(version: Version, proxy: Proxy, round: number): Promise<void> {
    const [port] = await freePorts(this.random.fork(`instance ${round} ${version} ${this.instances.length}`), 1);
    const settings = { ...this.settings(proxy), ...steps(round, 'expand') };
    const log = join(this.place.dataDir, 'services.log');
    const args = version === 'next' ? NEXT : this.before;
    const instance = new Instance(version, port!, settings, log, () => false, args);
    this.instances.push(instance);
    instance.start();
    await instance.ready(this.signal);
    proxy.watch(instance);
    await until(() => proxy.uses(instance), READY_MS, `an instance was not ready: ${instance.accidents.join(' ')}`);
  }

  /** Stops the oldest one. */
  private async remove(): Promise<void> {
    const instance = this.instances.shift()!;
    if (!(await instance.stop())) this.accidents.push(`${instance.role} at ${instance.port} did not stop with 0`);
    this.accidents.push(...instance.accidents);
  }

  private async migrate(round: number, which: string): Promise<void> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...this.settings(this.proxy!), ...steps(round, which) };
    const { stdout } = await run(process.execPath, [...NEXT, 'migrate'], { env, signal: this.signal });
    for (const line of stdout.trim().split('\n')) if (line !== 'migrated') this.print(line);
  }

  private settings(proxy: Proxy): Record<string, string> {
    return {
      DATABASE_URL: this.place.databaseUrl,
      DATA_DIR: this.place.dataDir,
      // One for all: it is the issuer of the tokens that each of them takes.
      PUBLIC_URL: proxy.url,
      DEMO: 'false',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
  }

  /** Waits until nothing is on its way any more. */
  private async drain(): Promise<string[]> {
    this.receiver.isSteady = true;
    const isDrained = async (): Promise<boolean> => (await pendingDeliveries(this.place.pool)) === 0;
    return until(isDrained, DRAIN_MS, 'deliveries still waited').then(
      () => [],
      (error: unknown) => [String(error)],
    );
  }
}

function steps(round: number, which: string): Record<string, string> {
  return { ROLLING_ROUND: String(round), ROLLING_STEPS: which };
}

/** What a run is told. */
interface Options {
  /** How often it goes to the next version and back. */
  rounds: number;
  /** The version before: a git ref that is built, or undefined for this tree's own build. */
  from: string | undefined;
  /** Adds a migration that locks orders for three seconds: the proof must fail. */
  locking: boolean;
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and all logs where they are. */
  keep: boolean;
}

/**
 * Reads `--rounds`, `--from`, `--locking`, `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: { rounds: text, from: text, locking: flag, seed: text, minutes: text, keep: flag },
  });
  const rounds = wholeNumber('rounds', values.rounds ?? '5', 1, 99);
  return {
    rounds,
    from: values.from,
    locking: values.locking,
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? String(10 + 3 * rounds), 1, 24 * 60),
    keep: values.keep,
  };
}
