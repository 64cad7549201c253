import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, lchown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyBinaries, type Binaries } from './binaries.js';
import { EmbeddedPostgresError, fieldOf, messageOf } from './embedded-postgres.error.js';

const run = promisify(execFile);

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** A way to start PostgreSQL's programs under a user they accept. */
export interface RunAs {
  label: string;
  /** A helper program and its arguments, which run the program. */
  prefix: string[];
  /** Node itself changes to this account. */
  changeTo?: Account;
  /** The required owner of the data, if not this process's user. */
  owner?: Account;
}

const asMyself: RunAs = { label: 'this user', prefix: [] };

/** Starts one of PostgreSQL's programs. */
export function spawnAs(as: RunAs, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const { command, rest, context } = invocation(as, program, args);
  return spawn(command, rest, { windowsHide: true, ...options, ...context });
}

/**
 * How to run PostgreSQL here, and which copy of its binaries. PostgreSQL refuses to run as root, and other accounts cannot
 * access directories such as /root. So for root each way is tried on `dataDir` itself, the best first.
 */
export async function chooseRunAs(
  binaries: Binaries,
  dataDir: string,
  clusterDir: string,
): Promise<{ as: RunAs; binaries: Binaries }> {
  if (process.getuid?.() !== 0) {
    await verifyRuns(asMyself, binaries);
    return { as: asMyself, binaries };
  }
  const failures: string[] = [];
  for (const as of await waysForRoot(clusterDir)) {
    const failure = await tryOut(as, binaries, dataDir);
    if (failure === undefined) return { as, binaries };
    failures.push(`${as.label}: ${failure}`);
    // Perhaps only node_modules is not accessible: then a copy of the binaries works.
    if (as.changeTo && (await tryOut(as, undefined, dataDir)) === undefined) {
      const copied = await copyBinaries(binaries, dataDir);
      if ((await tryOut(as, copied, dataDir)) === undefined) return { as, binaries: copied };
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and no way around it works in ${dataDir} (${failures.join('; ')}). ` +
      'Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL server',
  );
}

/** Changes the owner of the cluster to the account that runs it. Only while no server runs on it. */
export async function giveTo(owner: Account | undefined, path: string): Promise<void> {
  if (!owner) return;
  const { uid } = await stat(path);
  if (uid === owner.uid) return;
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), owner.uid, owner.gid);
  await chown(path, owner.uid, owner.gid);
}

async function waysForRoot(clusterDir: string): Promise<RunAs[]> {
  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster && cluster.uid !== 0) {
    // Data keep their owner, who may later start the service without root.
    return waysToAccount({ name: `uid ${cluster.uid}`, uid: cluster.uid, gid: cluster.gid });
  }
  const account = serviceAccount();
  return [inUserNamespace(account), ...waysToAccount(account)];
}

/** Files stay root's, but the process has another user id and no root privileges. */
function inUserNamespace({ uid, gid }: Account): RunAs {
  return {
    label: 'unshare',
    prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
  };
}

function waysToAccount(account: Account): RunAs[] {
  const { uid, gid, name } = account;
  const keepReach = '-all,+dac_override';
  return [
    { label: `as ${name}`, prefix: [], changeTo: account, owner: account },
    {
      // The account with root's access to directories: for a data directory below /root in a container.
      label: `setpriv to ${name}`,
      prefix: [
        'setpriv',
        `--reuid=${uid}`,
        `--regid=${gid}`,
        '--clear-groups',
        // Otherwise access(), which PostgreSQL calls on its own binaries, ignores that capability.
        '--securebits=+no_setuid_fixup',
        `--inh-caps=${keepReach}`,
        `--ambient-caps=${keepReach}`,
        '--',
      ],
      owner: account,
    },
  ];
}

/** The account for root's clusters. It must be in /etc/passwd: initdb looks up its name. */
function serviceAccount(): Account {
  const accounts = new Map<string, Account>();
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    // On macOS, the uid of nobody is -2.
    if (name) accounts.set(name, { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 });
  }
  const fallback: Account = { name: 'nobody', uid: 65534, gid: 65534 };
  return accounts.get('postgres') ?? accounts.get('nobody') ?? fallback;
}

/** Why this way does not work on `dataDir`; undefined if it does. Without binaries, only the directory is tried. */
async function tryOut(as: RunAs, binaries: Binaries | undefined, dataDir: string): Promise<string | undefined> {
  const probe = await mkdtemp(join(dataDir, 'postgres.probe-'));
  try {
    if (as.owner) await chown(probe, as.owner.uid, as.owner.gid);
    // The first steps of a server: it finds its binaries and reads a configuration, which the account has written.
    const serve = binaries ? [binaries.postgres, '-D', probe, '-C', 'port'] : ['true'];
    await execute(as, '/bin/sh', ['-c', ': > "$1/postgresql.conf" && shift && "$@"', 'sh', probe, ...serve]);
    return undefined;
  } catch (error) {
    return reason(error);
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

async function verifyRuns(as: RunAs, binaries: Binaries): Promise<void> {
  try {
    await execute(as, binaries.postgres, ['--version']);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `cannot run ${binaries.postgres} (it needs glibc and libstdc++ on Linux): ${reason(error)}. ` +
        'Set DATABASE_URL to a PostgreSQL server instead',
      { cause: error },
    );
  }
}

async function execute(as: RunAs, program: string, args: string[]): Promise<void> {
  const { command, rest, context } = invocation(as, program, args);
  await run(command, rest, { cwd: '/', ...context });
}

function invocation({ prefix, changeTo }: RunAs, program: string, args: string[]) {
  const [command = program, ...rest] = [...prefix, program, ...args];
  return { command, rest, context: { env: environment(), ...(changeTo && { uid: changeTo.uid, gid: changeTo.gid }) } };
}

function reason(error: unknown): string {
  const stderr = fieldOf(error, 'stderr');
  return (typeof stderr === 'string' && stderr.trim()) || messageOf(error);
}

/** Only what programs need to run: variables such as PGDATA would affect PostgreSQL, others contain secrets. */
function environment(): NodeJS.ProcessEnv {
  const needed = /^(PATH|LD_\w+|DYLD_\w+|SystemRoot|SystemDrive|TEMP|TMP|TMPDIR)$/i;
  const kept = Object.entries(process.env).filter(([name]) => needed.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
