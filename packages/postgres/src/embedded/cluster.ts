import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, messageOf, SetupError } from '../errors.js';
import { giveTo, spawnAs, type Binaries, type RunAs } from './programs.js';

/** The superuser of every cluster created here. */
export const superuser = 'postgres';

/** The superuser's password, in the cluster's directory, so that it is kept and deleted with its data. */
const passwordFile = 'superuser.password';
const scratchPrefix = 'postgres.new-';
const leftovers = /^postgres(\.new|\.probe|-bin\.new)-/;

/** Whether `clusterDir` contains a cluster that these binaries can run; throws for any other content. */
export async function clusterExists(clusterDir: string, binaries: Binaries): Promise<boolean> {
  const major = binaries.version.split('.')[0];
  try {
    const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
    if (found === major) return true;
    throw new SetupError(
      `${clusterDir} contains data of PostgreSQL ${found}, but this is PostgreSQL ${major}: ` +
        `dump it with version ${found}, or choose another data directory`,
    );
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(clusterDir, error);
  }
  const content = await readdir(clusterDir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw unreadable(clusterDir, error);
  });
  if (content.length === 0) return false;
  throw new SetupError(`${clusterDir} contains other files than PostgreSQL data: choose another data directory`);
}

/** Deletes incomplete files of a killed start. Requires the start lock. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!leftovers.test(name)) continue;
    // An orphaned initdb may still be writing; then the next start deletes the rest.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Creates a cluster. It is renamed to its final name only when complete, so a killed initdb does no harm. */
export async function createCluster(dataDir: string, clusterDir: string, as: RunAs, binaries: Binaries): Promise<void> {
  const scratch = await mkdtemp(join(dataDir, scratchPrefix));
  try {
    const password = join(scratch, passwordFile);
    const data = join(scratch, 'data');
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await giveTo(as.owner, scratch);
    await initdb(as, binaries, data, password, dataDir);
    await rename(password, join(data, passwordFile));
    await rmdir(clusterDir).catch(() => undefined);
    await rename(data, clusterDir);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The superuser's password of an existing cluster. */
export async function readPassword(clusterDir: string): Promise<string> {
  const file = join(clusterDir, passwordFile);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new SetupError(
      `cannot read the database password: ${messageOf(error)}. Write the password of the database user ${superuser} ` +
        'into this file, or use another data directory',
      { cause: error },
    );
  }
}

async function initdb(as: RunAs, binaries: Binaries, data: string, passwordPath: string, cwd: string): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordPath}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Sorts by bytes, but lower() and ILIKE support Unicode.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const child = spawnAs(as, binaries.initdb, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (failure === undefined) return;
  const lines = output.split('\n').filter((line) => /error|fatal/i.test(line));
  throw new SetupError(`cannot create the database in ${data}: ${lines.join(' ') || failure}`);
}

function unreadable(path: string, error: unknown): SetupError {
  if (error instanceof SetupError) return error;
  const hint = codeOf(error) === 'EACCES' ? '. Start as the user who created it, or choose another data directory' : '';
  return new SetupError(`cannot read ${path}: ${messageOf(error)}${hint}`, { cause: error });
}
