import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Cluster } from '../support/cluster/cluster.js';
import type { Node } from '../support/cluster/node.js';
import { PORT_COUNT, portsOf } from '../support/cluster/ports.js';
import { Disk } from '../support/disk.js';
import { Instance } from '../support/instance.js';
import { ApiAdmin } from '../support/outbox/api-admin.js';
import type { Change } from '../support/outbox/change.js';
import { lastSequence, pendingDeliveries, readEvents, readStored, type Evidence } from '../support/outbox/evidence.js';
import { Member } from '../support/outbox/member.js';
import { Receiver } from '../support/outbox/receiver.js';
import { openShop, type Shop } from '../support/outbox/shop.js';
import { freePorts } from '../support/place.js';
import { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { until } from '../support/until.js';
import { compareNodes } from './copies.js';
import type { Fault } from './fault.js';
import { figuresOf } from './figures.js';
import { Marks } from './marks.js';
import { Reader } from './reader.js';
import { describeRow, failuresOf, type Row } from './report.js';
import { Retrier } from './retrier.js';
import { parseArgs } from 'node:util';
import { drawSeed, drawSome, MAX_SEED, wholeNumber } from '../support/options.js';
import { FAULTS } from './faults.js';

const INSTANCES = 2;
const MEMBERS = 6;

/** The load before and after a fault, and how long a fault goes on when the service serves again. */
const CALM_MS = 1_500;

/** Without a new primary, or a whole cluster, after so long, there will be none. */
const PROMOTION_MS = 180_000;
const WHOLE_MS = 120_000;
const DRAIN_MS = 180_000;

/** What each node needs, and what it needs more for each fault of a long run. */
const DISK_MB = 640;
const DISK_MB_PER_FAULT = 12;

/** Requests of each instance that must succeed one after the other before a fault is over. */
const SUCCESSES = 5;

/** What a run leaves. */
export interface Outcome {
  readonly rows: readonly Row[];
  readonly evidence: Evidence;
  /** Changes that a node was asked for directly, and acknowledged. */
  readonly marks: number;
  readonly reads: number;
  /** What went wrong beside the changes and deliveries. */
  readonly failures: readonly string[];
}

/** One run: a cluster, two instances, clients, and one fault after the other. */
export class Run {
  private readonly random: Random;
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private readonly receiver: Receiver;
  private readonly disks = new Map<string, Disk>();
  private readonly changes: Change[] = [];
  private directory: string | undefined;
  private cluster: Cluster | undefined;
  private marks: Marks | undefined;
  private instances: readonly Instance[] = [];
  private pool: pg.Pool | undefined;

  constructor(
    private readonly options: Options,
    signal: AbortSignal,
    private readonly print: (line: string) => void,
  ) {
    this.signal = AbortSignal.any([signal, this.ending.signal]);
    this.random = new Random(options.seed);
    this.receiver = new Receiver(this.random.fork('receiver'));
  }

  /** @throws when the run is given up, or cannot begin */
  async carryOut(): Promise<Outcome> {
    const { random, signal, receiver } = this;
    await receiver.listen();
    this.directory = await mkdtemp(join(tmpdir(), 'commerce-proof-'));
    const cluster = await this.startCluster(this.directory);
    this.instances = await this.startInstances(this.directory, cluster);
    const retrier = new Retrier(this.instances, random.fork('retrier'), signal);
    const shop = await openShop(retrier, receiver, MEMBERS);
    const pool = new pg.Pool({ connectionString: cluster.adminUrl, max: 3, application_name: 'proof' });
    pool.on('error', () => undefined);
    this.pool = pool;
    const begun = new Date();
    const start = await lastSequence(pool);
    const marks = new Marks(cluster);
    this.marks = marks;
    await marks.start(pool);
    const reader = new Reader(shop.members, retrier);
    const rows = await this.sufferAll(cluster, retrier, [...this.makeClients(shop, retrier), reader]);
    const undelivered = await this.drain(pool);
    await this.stopInstances();
    await marks.stop();
    await cluster.untilWhole(WHOLE_MS);
    const { events, earlier } = await readEvents(pool, start);
    const stored = await readStored(pool, begun);
    const marked = await marks.check(pool);
    const { subscribers } = shop;
    return {
      rows,
      evidence: { subscribers, events, earlier, stored, receipts: receiver.receipts, changes: this.changes },
      marks: marked.acknowledged,
      reads: reader.reads,
      failures: [
        ...rows.flatMap((row) => failuresOf(row, this.options.mostSeconds)),
        ...marked.failures,
        ...retrier.errors,
        ...reader.failures,
        ...receiver.rejects,
        ...undelivered,
        ...(await compareNodes(cluster)),
        ...this.instances.flatMap(({ accidents }) => accidents),
      ],
    };
  }

  /** Ends whatever still runs, and removes what the run has left, however it went. */
  async end(): Promise<void> {
    this.ending.abort(new Error('the run has ended'));
    await this.marks?.stop();
    await Promise.all(this.instances.map((instance) => instance.kill()));
    await this.pool?.end();
    this.receiver.close();
    await this.cluster?.stop();
    if (this.options.keep) this.print(`the data and all logs are in ${this.directory}`);
    if (this.options.keep) return;
    await Promise.all([...this.disks.values()].map((disk) => disk.unmount()));
    if (this.directory !== undefined) await rm(this.directory, { recursive: true, force: true });
  }

  private async startCluster(directory: string): Promise<Cluster> {
    const { rounds, faults } = this.options;
    const megabytes = DISK_MB + DISK_MB_PER_FAULT * rounds * faults.length;
    const ports = portsOf(await freePorts(this.random.fork('cluster'), PORT_COUNT));
    const needsDisks = faults.some(({ name }) => name === 'disk');
    const prepare = async (path: string): Promise<void> => {
      if (needsDisks) this.disks.set(path, await Disk.mount(path, megabytes));
    };
    const cluster = await Cluster.make({ directory, ports, prepare });
    this.cluster = cluster;
    await cluster.start();
    return cluster;
  }

  private async startInstances(directory: string, cluster: Cluster): Promise<readonly Instance[]> {
    const ports = await freePorts(this.random.fork('instances'), INSTANCES);
    const settings = {
      ...cluster.settings,
      DATA_DIR: join(directory, 'service'),
      // One for all: it is the issuer of the tokens that each of them takes.
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      DEMO: 'false',
      SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
      SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
      DATABASE_POOL_SIZE: '10',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    // What a client is told with 503 is counted where it is told.
    const isExpected = (line: string): boolean => line.includes('Service Unavailable answering');
    const instances = ports.map(
      (port) => new Instance('instance', port, settings, join(directory, 'services.log'), isExpected),
    );
    this.instances = instances;
    for (const instance of instances) {
      instance.start();
      await instance.ready(this.signal);
    }
    return instances;
  }

  private makeClients(shop: Shop, retrier: Retrier) {
    const random = (name: string): Random => this.random.fork(name);
    return [
      new ApiAdmin(shop.apiAdmin, shop, random('api-admin'), retrier, this.changes),
      ...shop.members.map((member) => new Member(member, shop, random(member.username), retrier, this.changes)),
    ];
  }

  private async sufferAll(
    cluster: Cluster,
    retrier: Retrier,
    clients: readonly { workUntil: (isOver: () => boolean) => Promise<void> }[],
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let isOver = false;
    const work = Promise.all(clients.map((client) => client.workUntil(() => isOver)));
    // It is waited for below; a client that gives up meanwhile must not end the process.
    work.catch(() => undefined);
    try {
      await sleep(CALM_MS);
      for (let round = 1; round <= this.options.rounds; round += 1) {
        for (const fault of this.options.faults) {
          this.signal.throwIfAborted();
          const row = await this.suffer(fault, cluster, retrier);
          this.print(`${round}. ${describeRow(row)}`);
          rows.push(row);
        }
      }
    } finally {
      isOver = true;
    }
    await work;
    return rows;
  }

  private async suffer(fault: Fault, cluster: Cluster, retrier: Retrier): Promise<Row> {
    await cluster.untilWhole(WHOLE_MS);
    const leader = await cluster.leader();
    if (leader === undefined) throw new Error('there is no primary');
    await sleep(CALM_MS);
    const begun = performance.now();
    const heal = await fault.inject({ cluster, leader, diskOf: (node) => this.diskOf(node) });
    let promoted: number | undefined;
    let healed: number;
    try {
      if (fault.isOfLeader) {
        await until(() => this.isReplaced(cluster, leader), PROMOTION_MS, `${fault.name}: there was no new primary`);
        promoted = (performance.now() - begun) / 1000;
      }
      await this.untilServed(retrier, PROMOTION_MS);
      await sleep(CALM_MS);
    } finally {
      healed = performance.now();
      await heal();
    }
    await cluster.untilWhole(WHOLE_MS);
    const rejoined = (performance.now() - healed) / 1000;
    await this.untilServed(retrier, PROMOTION_MS);
    await sleep(CALM_MS);
    const figures = figuresOf(retrier.attempts, retrier.requests, { begun, ended: performance.now() });
    return { fault, figures, promoted, rejoined };
  }

  private async isReplaced(cluster: Cluster, leader: Node): Promise<boolean> {
    for (const node of cluster.nodes) if (node !== leader && (await node.isPrimary())) return true;
    return false;
  }

  /** Waits until each instance has answered some requests that were sent from now on, one after the other, with success. */
  private async untilServed(retrier: Retrier, ms: number): Promise<void> {
    const since = performance.now();
    const isServing = (instance: Instance): boolean => {
      if (instance.exits > 0) throw new Error(instance.accidents.join(' '));
      const own = retrier.attempts.filter((attempt) => attempt.instance === instance && attempt.begun > since);
      const last = own.slice(-SUCCESSES);
      return last.length === SUCCESSES && last.every(({ outcome }) => typeof outcome === 'number' && outcome < 500);
    };
    await until(() => this.instances.every(isServing), ms, 'the service did not serve again');
  }

  private diskOf(node: Node): Disk {
    const disk = this.disks.get(node.directory);
    if (disk === undefined) throw new Error('the node has no disk of its own');
    return disk;
  }

  /** Waits until nothing is on its way any more. */
  private async drain(pool: pg.Pool): Promise<string[]> {
    this.receiver.isSteady = true;
    const isDrained = async (): Promise<boolean> => (await pendingDeliveries(pool)) === 0;
    return until(isDrained, DRAIN_MS, 'deliveries still waited').then(
      () => [],
      (error: unknown) => [String(error)],
    );
  }

  private async stopInstances(): Promise<void> {
    const stopped = await Promise.all(this.instances.map((instance) => instance.stop()));
    if (stopped.includes(false)) throw new Error('an instance did not stop');
  }
}

/** What a run is told. */
interface Options {
  /** How often each fault is done. */
  rounds: number;
  faults: readonly Fault[];
  /** Decides what clients draw; which of two processes is faster stays the machine's choice. */
  seed: number;
  /** Seconds of 503 that a fault may cost. */
  mostSeconds: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and all logs where they are. */
  keep: boolean;
}

/**
 * Reads `--rounds`, `--faults` (names with commas between them; without it all), `--draw` (so many of them, by the seed),
 * `--seed`, `--most-seconds`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      rounds: text,
      faults: text,
      draw: text,
      seed: text,
      'most-seconds': text,
      minutes: text,
      keep: { type: 'boolean', default: false },
    },
  });
  const rounds = wholeNumber('rounds', values.rounds ?? '10', 1, 1_000);
  const seed = wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED);
  const named = values.faults === undefined ? FAULTS : values.faults.split(',').map(faultNamed);
  const faults = drawSome(named, wholeNumber('draw', values.draw ?? String(named.length), 1, named.length), seed);
  const minutes = values.minutes ?? String(10 + 2 * rounds * faults.length);
  return {
    rounds,
    faults,
    seed,
    mostSeconds: wholeNumber('most-seconds', values['most-seconds'] ?? '20', 1, 600),
    minutes: wholeNumber('minutes', minutes, 1, 24 * 60),
    keep: values.keep,
  };
}

function faultNamed(name: string): Fault {
  const fault = FAULTS.find((known) => known.name === name);
  if (fault === undefined) {
    throw new Error(`faults must be some of ${FAULTS.map((known) => known.name).join(',')}, not "${name}"`);
  }
  return fault;
}
