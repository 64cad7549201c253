import { installPackages as install, POSTGRES_BIN } from '../debian.js';

export { POSTGRES_BIN };

/** The programs of the cluster, by Debian's package. */
export const PROGRAMS = {
  'postgresql-15': `${POSTGRES_BIN}/postgres`,
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
} as const;

/** What the packages would start with the machine; the cluster of these programs is nobody's but ours. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  patroni: ['patroni.service'],
  'etcd-server': ['etcd.service'],
  haproxy: ['haproxy.service'],
  pgbouncer: ['pgbouncer.service'],
};

/**
 * Installs the packages of the cluster that are missing.
 * @throws Error in words when they are missing and cannot be installed here
 */
export async function installPackages(print: (line: string) => void): Promise<void> {
  await install(PROGRAMS, print, UNITS);
}
