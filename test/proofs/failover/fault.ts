import type { Cluster } from '../support/cluster/cluster.js';
import type { Node } from '../support/cluster/node.js';
import type { Disk } from '../support/disk.js';

/** What faults befall. */
export interface World {
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
