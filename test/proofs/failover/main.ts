/**
 * Shows that the service keeps every acknowledged change when nodes of its PostgreSQL fail: three of them under Patroni,
 * with etcd, HAProxy and PgBouncer from Debian, whose primary is killed, frozen, cut off from etcd, filled up and switched
 * over, and whose standbys are killed and frozen, while clients work.
 * `npm run prove -- failover --rounds 10 --seed 1`, or `--faults kill,freeze` for some.
 * Ends with 0 when each acknowledged change is there once and its webhook was delivered, nothing else is there, no client
 * that tries again with its `Idempotency-Key` saw an error, and no fault cost more than 20 seconds of 503, or
 * `--most-seconds`, for machines that are slow or busy.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Cluster } from '#test/support/cluster/cluster.js';
import type { Node } from '#test/support/cluster/node.js';
import { PORT_COUNT, portsOf } from '#test/support/cluster/settings.js';
import { Disk } from '#test/support/disk.js';
import { type Instance, startInstances, stopInstances } from '#test/support/instance.js';
import { drawSome, someOf, type Values, whole } from '#test/support/options.js';
import { freePorts } from '#test/support/place.js';
import { defineProof, print, type Run, whileWorking } from '#test/support/proof.js';
import { examplesOf } from '#test/support/report.js';
import { until } from '#test/support/until.js';
import { type Evidence, openReceiver, Scene } from '../outbox/scene.js';
import { tell } from '../outbox/verdict.js';
import { type Fault, FAULTS } from './faults.js';
import { compareNodes, Marks, Reader, Retrier } from './clients.js';
import { describe, describeRow, failuresOf, figuresOf, type Row } from './report.js';

const OPTIONS = {
  /** How often each fault is done. */
  rounds: whole(10, 1, 1_000),
  /** The faults, and how many of them the seed draws. */
  faults: someOf(FAULTS),
  draw: whole(FAULTS.length, 1, FAULTS.length),
  /** Seconds of 503 that a fault may cost; more for machines that are slow or busy. */
  mostSeconds: whole(20, 1, 600),
};

/** Examples of failures that are shown. */
const EXAMPLES = 20;

const INSTANCES = 2;

/** The load before and after a fault, and how long a fault goes on when the service serves again. */
const CALM_MS = 1_500;

/** Without a new primary, or a whole cluster, after so long, there will be none. */
const PROMOTION_MS = 180_000;
const WHOLE_MS = 120_000;

/** What each node needs, and what it needs more for each fault of a long run. */
const DISK_MB = 640;
const DISK_MB_PER_FAULT = 12;

/** Requests of each instance that must succeed one after the other before a fault is over. */
const SUCCESSES = 5;

/** What a run leaves. */
interface Outcome {
  readonly rows: readonly Row[];
  readonly evidence: Evidence;
  /** Changes that a node was asked for directly, and acknowledged. */
  readonly marks: number;
  readonly reads: number;
  /** What went wrong beside the changes and deliveries. */
  readonly failures: readonly string[];
}

/** A cluster, two instances, clients, and one fault after the other. */
class Failover {
  private readonly disks = new Map<string, Disk>();
  private instances: readonly Instance[] = [];

  constructor(private readonly run: Run<Values<typeof OPTIONS>>) {}

  /** @throws when the run is given up, or cannot begin */
  async carryOut(): Promise<Outcome> {
    const { run } = this;
    await Cluster.install(print);
    const directory = await run.directory();
    const cluster = await this.startCluster(directory);
    const pool = new pg.Pool({ connectionString: cluster.adminUrl, max: 3, application_name: 'proof' });
    pool.on('error', () => undefined);
    run.after(() => pool.end());
    const receiver = await openReceiver(run);
    this.instances = await startInstances(run, {
      roles: Array.from({ length: INSTANCES }, () => 'instance'),
      directory,
      settings: { ...cluster.settings, DATA_DIR: join(directory, 'service'), WEBHOOK_ALLOW_PRIVATE: 'true' },
      // What a client is told with 503 is counted where it is told.
      isExpected: (line) => line.includes('Service Unavailable answering'),
    });
    const retrier = new Retrier(this.instances, run.random.fork('retrier'), run.signal);
    const scene = await Scene.open(run, retrier, pool, receiver);
    const marks = new Marks(cluster);
    run.after(() => marks.stop());
    await marks.start(pool);
    const reader = new Reader(scene.shop.members, retrier);
    const rows = await whileWorking([...scene.clients, reader], () => this.sufferAll(cluster, retrier));
    const undelivered = await scene.drain();
    const troubles = await stopInstances(this.instances);
    await marks.stop();
    await cluster.untilWhole(WHOLE_MS);
    const marked = await marks.check(pool);
    return {
      rows,
      evidence: await scene.evidence(),
      marks: marked.acknowledged,
      reads: reader.reads,
      failures: [
        ...rows.flatMap((row) => failuresOf(row, run.options.mostSeconds)),
        ...marked.failures,
        ...retrier.errors,
        ...reader.failures,
        ...receiver.rejects,
        ...undelivered,
        ...(await compareNodes(cluster)),
        ...troubles,
      ],
    };
  }

  private get faults(): readonly Fault[] {
    const { faults, draw, seed } = this.run.options;
    return drawSome(faults, draw, seed);
  }

  private async startCluster(directory: string): Promise<Cluster> {
    const { run, faults } = this;
    const megabytes = DISK_MB + DISK_MB_PER_FAULT * run.options.rounds * faults.length;
    const ports = portsOf(await freePorts(run.random.fork('cluster'), PORT_COUNT));
    const needsDisks = faults.some(({ name }) => name === 'disk');
    const prepare = async (path: string): Promise<void> => {
      if (!needsDisks) return;
      const disk = await Disk.mount(path, megabytes);
      this.disks.set(path, disk);
      if (!run.options.keep) run.after(() => disk.unmount());
    };
    const cluster = await Cluster.make({ directory, ports, prepare });
    run.after(() => cluster.stop());
    await cluster.start();
    return cluster;
  }

  private async sufferAll(cluster: Cluster, retrier: Retrier): Promise<Row[]> {
    const rows: Row[] = [];
    await sleep(CALM_MS);
    for (let round = 1; round <= this.run.options.rounds; round += 1) {
      for (const fault of this.faults) {
        this.run.signal.throwIfAborted();
        const row = await this.suffer(fault, cluster, retrier);
        print(`${round}. ${describeRow(row)}`);
        rows.push(row);
      }
    }
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
}

export default defineProof({
  claim: 'each acknowledged change is there once, with its webhook, and nobody who tried again saw an error',
  options: OPTIONS,
  minutes: ({ rounds, faults }) => 10 + 2 * rounds * faults.length,
  run: (run) => new Failover(run).carryOut(),
  report: ({ rows, evidence, marks, reads, failures }) => {
    const { lines, wrong } = tell(evidence);
    return {
      lines: [
        ...describe(rows),
        ...lines,
        `${marks} changes acknowledged by nodes directly, ${reads} reads of orders, ${failures.length} other failures`,
        ...examplesOf([...wrong, ...failures], EXAMPLES),
      ],
      isProved: wrong.length === 0 && failures.length === 0,
    };
  },
});
