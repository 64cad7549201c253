import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL's own programs, which Debian keeps off the PATH. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

/** The programs that proofs and tests need, by Debian's package. */
export const PROGRAMS = {
  'postgresql-15': `${POSTGRES_BIN}/postgres`,
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
} as const;

/** What packages would start with the machine, where that is something. */
const UNITS: Readonly<Record<string, string>> = {
  patroni: 'patroni.service',
  'etcd-server': 'etcd.service',
  haproxy: 'haproxy.service',
  pgbouncer: 'pgbouncer.service',
};

/** What keeps packages from starting a service, and a cluster at PostgreSQL's usual port. */
const QUIET = [
  { path: '/usr/sbin/policy-rc.d', text: '#!/bin/sh\nexit 101\n', mode: 0o755 },
  {
    path: '/etc/postgresql-common/createcluster.d/no-main-cluster.conf',
    text: 'create_main_cluster = false\n',
    mode: 0o644,
  },
] as const;

/**
 * Installs the Debian packages that are missing, so that none of them starts or enables anything.
 * @throws Error in words when they are missing and cannot be installed here
 */
export async function installPackages(
  packages: readonly (keyof typeof PROGRAMS)[],
  print: (line: string) => void,
): Promise<void> {
  const missing: string[] = [];
  for (const name of packages) if (!(await isThere(PROGRAMS[name]))) missing.push(name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !(await isThere('/usr/bin/apt-get'))) {
    throw new Error(
      `Debian's packages ${missing.join(', ')} are needed: install them, or run this as root on Debian 12`,
    );
  }
  print(`installing ${missing.join(', ')}`);
  const added: string[] = [];
  try {
    for (const { path, text, mode } of QUIET) {
      if (await isThere(path)) continue;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode });
      added.push(path);
    }
    await apt('update');
    await apt('install', '--yes', '--no-install-recommends', ...missing);
  } finally {
    await Promise.all(added.map((path) => rm(path)));
  }
  const enabled = missing.flatMap((name) => UNITS[name] ?? []);
  if (enabled.length > 0 && (await isThere('/usr/bin/systemctl'))) {
    await run('/usr/bin/systemctl', ['disable', ...enabled]);
  }
}

async function apt(...args: string[]): Promise<void> {
  await run('/usr/bin/apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  });
}

async function isThere(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Whose processes a cluster's are: PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Who runs the programs of a cluster: for root the account `postgres` of the Debian package, else this user. */
export async function chooseAccount(): Promise<Account> {
  const isRoot = process.getuid!() === 0;
  const [name, uid, gid] = await Promise.all(['-un', '-u', '-g'].map((what) => id(what, isRoot)));
  return { name: name!, uid: Number(uid), gid: Number(gid) };
}

async function id(what: string, isRoot: boolean): Promise<string> {
  return (await run('/usr/bin/id', isRoot ? [what, 'postgres'] : [what])).stdout.trim();
}

/** The start of a command line that runs a program under an account, and ends it when this process is gone. */
export function commandAs({ uid, gid }: Account, program: string, args: readonly string[]): [string, string[]] {
  const change = process.getuid!() === uid ? [] : [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];
  return ['/usr/bin/setpriv', [...change, '--pdeathsig', 'TERM', '--', program, ...args]];
}

/** Makes a directory for an account; none but it may look into it. */
export async function makeDirectory({ uid, gid }: Account, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700);
  await chown(path, uid, gid);
}

/** Whether an account may pass through the directory that a path is in. */
export async function mayEnter(account: Account, path: string): Promise<boolean> {
  const [command, args] = commandAs(account, '/usr/bin/test', ['-x', dirname(path)]);
  return run(command, args).then(
    () => true,
    () => false,
  );
}
