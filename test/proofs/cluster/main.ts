/**
 * Starts a cluster of PostgreSQL that fails over, and the service on top of it, all on this machine at 127.0.0.1:
 * `npm run prove -- cluster`, or `npm run prove -- cluster --directory /var/tmp/cluster --first-port 7600`. Ctrl-C ends all of it; its
 * data stay in the directory. docs/failover.md has the picture.
 */
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { chooseAccount, mayEnter } from '../support/cluster/account.js';
import { Cluster } from '../support/cluster/cluster.js';
import { installPackages } from '../support/cluster/debian.js';
import { NODES, PORT_COUNT, portsOf } from '../support/cluster/ports.js';
import { nodeName } from '../support/cluster/settings.js';
import { Instance } from '../support/instance.js';
import { wholeNumber } from '../support/options.js';
import { print } from '../support/proof.js';

const INSTANCES = 2;

const { values } = parseArgs({
  options: { directory: { type: 'string' }, 'first-port': { type: 'string', default: '7600' } },
});
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());

await installPackages(print);
const firstPort = wholeNumber('first-port', values['first-port'], 1024, 65_000);
const ports = portsOf(Array.from({ length: PORT_COUNT }, (_, index) => firstPort + index));
const directory = values.directory ?? (await usualDirectory());
const cluster = await Cluster.make({ directory, ports });
const instances = Array.from({ length: INSTANCES }, (_, index) => makeInstance(firstPort + PORT_COUNT + index));
try {
  print(`starting in ${directory}`);
  await cluster.start();
  for (const instance of instances) {
    instance.start();
    await instance.ready(stopped.signal);
  }
  for (const line of describe()) print(line);
  if (!stopped.signal.aborted) await once(stopped.signal, 'abort');
} finally {
  print('stopping');
  await Promise.all(instances.map((instance) => instance.stop()));
  await cluster.stop();
}

/** In the repository, unless PostgreSQL's user may not come there. */
async function usualDirectory(): Promise<string> {
  const wanted = join(process.cwd(), '.cache/cluster');
  return (await mayEnter(await chooseAccount(), wanted)) ? wanted : join(tmpdir(), 'commerce-cluster');
}

function makeInstance(port: number): Instance {
  const settings = {
    ...cluster.settings,
    DATA_DIR: join(directory, 'service'),
    PUBLIC_URL: `http://127.0.0.1:${firstPort + PORT_COUNT}`,
    LOG_LEVEL: 'info',
  };
  return new Instance('instance', port, settings, join(directory, 'services.log'));
}

function describe(): string[] {
  const list = (of: readonly number[]): string => of.join(', ');
  return [
    `PostgreSQL at ${list(ports.postgres)}, Patroni's API at ${list(ports.patroni)}, etcd at ${list(ports.etcd)}`,
    `HAProxy (the primary) at ${ports.haproxy}, PgBouncer at ${ports.pgbouncer}`,
    ...Object.entries(cluster.settings).map(([name, url]) => `${name}=${url}`),
    `the service at ${instances.map(({ url }) => url).join(' and ')}, its log in ${join(directory, 'services.log')}`,
    ...Array.from({ length: NODES }, (_, index) => `${nodeName(index)}: ${join(directory, nodeName(index))}`),
    `patronictl -c ${join(directory, nodeName(0), 'patroni.json')} list`,
    'Ctrl-C ends all of it',
  ];
}
