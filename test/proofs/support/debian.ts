import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** PostgreSQL's own programs, which Debian keeps off the PATH. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';

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
 * @param programs a program of each package, by the package
 * @param units what packages would start with the machine
 * @throws Error in words when they are missing and cannot be installed here
 */
export async function installPackages(
  programs: Readonly<Record<string, string>>,
  print: (line: string) => void,
  units: Readonly<Record<string, readonly string[]>> = {},
): Promise<void> {
  const missing: string[] = [];
  for (const [name, program] of Object.entries(programs)) if (!(await isThere(program))) missing.push(name);
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
  const enabled = missing.flatMap((name) => units[name] ?? []);
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
