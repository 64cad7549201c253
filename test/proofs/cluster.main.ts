/**
 * Starts a cluster of PostgreSQL that fails over, and the service on top of it, all on this machine at 127.0.0.1:
 * `npm run prove -- cluster`, or `npm run prove -- cluster --directory /var/tmp/cluster --first-port 7600`. Ctrl-C ends all of it; its
 * data stay in the directory. docs/failover.md has the picture.
 */
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '#test/support/cluster/cluster.js';
import { nodeName, NODES, PORT_COUNT, type Ports, portsOf } from '#test/support/cluster/settings.js';
import { chooseAccount, mayEnter } from '#test/support/debian.js';
import { Instance } from '#test/support/instance.js';
import { readOptions, text, whole } from '#test/support/options.js';
import { print } from '#test/support/proof.js';

const INSTANCES = 2;
const OPTIONS = { directory: text, firstPort: whole(7_600, 1_024, 65_000) };

/** Runs until it is told to end. */
export default async function run(args: string[]): Promise<void> {
  const { firstPort, ...given } = readOptions(OPTIONS, args);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());

  await Cluster.install(print);
  const ports = portsOf(Array.from({ length: PORT_COUNT }, (_, index) => firstPort + index));
  const directory = given.directory ?? (await usualDirectory());
  const cluster = await Cluster.make({ directory, ports });
  const settings = {
    ...cluster.settings,
    DATA_DIR: join(directory, 'service'),
    PUBLIC_URL: `http://127.0.0.1:${firstPort + PORT_COUNT}`,
    LOG_LEVEL: 'info',
  };
  const log = join(directory, 'services.log');
  const instances = Array.from(
    { length: INSTANCES },
    (_, index) => new Instance('instance', firstPort + PORT_COUNT + index, settings, log),
  );
  try {
    print(`starting in ${directory}`);
    await cluster.start();
    for (const instance of instances) await instance.launch(stopped.signal);
    for (const text of describe(ports, cluster, directory)) print(text);
    print(`the service at ${instances.map(({ url }) => url).join(' and ')}, its log in ${log}`);
    print('Ctrl-C ends all of it');
    if (!stopped.signal.aborted) await once(stopped.signal, 'abort');
  } finally {
    print('stopping');
    await Promise.all(instances.map((instance) => instance.stop()));
    await cluster.stop();
  }
}

/** In the repository, unless PostgreSQL's user may not come there. */
async function usualDirectory(): Promise<string> {
  const wanted = join(process.cwd(), '.cache/cluster');
  return (await mayEnter(await chooseAccount(), wanted)) ? wanted : join(tmpdir(), 'commerce-cluster');
}

function describe(ports: Ports, cluster: Cluster, directory: string): string[] {
  const list = (of: readonly number[]): string => of.join(', ');
  return [
    `PostgreSQL at ${list(ports.postgres)}, Patroni's API at ${list(ports.patroni)}, etcd at ${list(ports.etcd)}`,
    `HAProxy (the primary) at ${ports.haproxy}, PgBouncer at ${ports.pgbouncer}`,
    ...Object.entries(cluster.settings).map(([name, url]) => `${name}=${url}`),
    ...Array.from({ length: NODES }, (_, index) => `${nodeName(index)}: ${join(directory, nodeName(index))}`),
    `patronictl -c ${join(directory, nodeName(0), 'patroni.json')} list`,
  ];
}
