import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '#test/support/cluster/cluster.js';
import type { Node } from '#test/support/cluster/node.js';
import type { Disk } from '#test/support/disk.js';
import { repeat } from '#test/support/proof.js';

/** What faults befall. */
interface World {
  readonly cluster: Cluster;
  /** The primary, before the fault. */
  readonly leader: Node;
  /** The disk that a node's data are on. */
  diskOf(node: Node): Disk;
}

/** Something that goes wrong with a node while clients work. */
export interface Fault {
  readonly name: string;
  /** What goes wrong, for the report. */
  readonly title: string;
  /** Whether another node has to become the primary. */
  readonly isOfLeader: boolean;
  /**
   * Does it.
   * @returns what brings the node back; everything else is the cluster's own business
   */
  inject(world: World): Promise<() => Promise<void>>;
}

const PAUSE_MS = 100;
const ASK_MS = 1_000;

const kill: Fault = {
  name: 'kill',
  title: 'primary killed (`kill -9`)',
  isOfLeader: true,
  inject: async ({ leader }) => {
    await leader.kill();
    return async () => leader.start();
  },
};

/** The node goes on as if nothing had been when another has long taken its place. */
const freeze: Fault = {
  name: 'freeze',
  title: 'primary frozen (`SIGSTOP`), later resumed',
  isOfLeader: true,
  inject: async ({ leader }) => {
    await leader.freeze();
    return () => leader.thaw();
  },
};

const cut: Fault = {
  name: 'cut',
  title: 'primary cut off from etcd',
  isOfLeader: true,
  inject: async ({ leader }) => {
    leader.gate.shut();
    return async () => leader.gate.open();
  },
};

/** Whatever becomes free is taken again, so that the server cannot go on with what it has kept for later. */
const disk: Fault = {
  name: 'disk',
  title: 'disk of the primary full',
  isOfLeader: true,
  inject: async (world) => {
    const { cluster, leader } = world;
    const full = world.diskOf(leader);
    await full.fill();
    const end = repeat(async () => {
      await full.fill();
      await switchLog(cluster.urlAt(leader)).catch(() => undefined);
      await sleep(PAUSE_MS);
    });
    return async () => {
      await end();
      await full.clear();
    };
  },
};

const switchover: Fault = {
  name: 'switchover',
  title: 'switchover by plan (`patronictl switchover`)',
  isOfLeader: true,
  inject: async ({ cluster, leader }) => {
    await cluster.switchOver(leader, await syncStandbyOf(cluster));
    return async () => undefined;
  },
};

const standby: Fault = {
  name: 'standby',
  title: 'synchronous standby killed (`kill -9`)',
  isOfLeader: false,
  inject: async ({ cluster }) => {
    const node = await syncStandbyOf(cluster);
    await node.kill();
    return async () => node.start();
  },
};

const frozenStandby: Fault = {
  name: 'frozen-standby',
  title: 'synchronous standby frozen (`SIGSTOP`), later resumed',
  isOfLeader: false,
  inject: async ({ cluster }) => {
    const node = await syncStandbyOf(cluster);
    await node.freeze();
    return () => node.thaw();
  },
};

/** All faults, in the order in which they are done. */
export const FAULTS: readonly Fault[] = [kill, freeze, cut, disk, switchover, standby, frozenStandby];

async function syncStandbyOf(cluster: World['cluster']): Promise<Node> {
  const node = await cluster.syncStandby();
  if (node === undefined) throw new Error('there is no synchronous standby');
  return node;
}

/** Lets the server write a new file of its log of changes, for which there must be room. */
async function switchLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT pg_switch_wal()');
  } finally {
    await client.end().catch(() => undefined);
  }
}
