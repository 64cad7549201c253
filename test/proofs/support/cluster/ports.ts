/** How many nodes of PostgreSQL there are, and of etcd: an odd number, so that one side of a cut has the majority. */
export const NODES = 3;

/** The ports of a cluster at 127.0.0.1; of lists, one for each node. */
export interface Ports {
  readonly etcd: readonly number[];
  readonly etcdPeers: readonly number[];
  /** Ways of each node to etcd. */
  readonly gates: readonly number[];
  readonly postgres: readonly number[];
  /** Where Patroni tells what each node is. */
  readonly patroni: readonly number[];
  readonly haproxy: number;
  readonly pgbouncer: number;
}

/** How many ports a cluster needs. */
export const PORT_COUNT = 5 * NODES + 2;

/** Deals out ports. */
export function portsOf(ports: readonly number[]): Ports {
  const row = (index: number): readonly number[] => ports.slice(index * NODES, (index + 1) * NODES);
  return {
    etcd: row(0),
    etcdPeers: row(1),
    gates: row(2),
    postgres: row(3),
    patroni: row(4),
    haproxy: ports[5 * NODES]!,
    pgbouncer: ports[5 * NODES + 1]!,
  };
}
