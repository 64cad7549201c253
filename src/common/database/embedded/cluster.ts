import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError, codeOf, messageOf } from './embedded-postgres.error.js';
import { giveTo, spawnAs, type RunAs } from './run-as.js';

/** The name of the superuser in every cluster made here. */
export const superuser = 'postgres';

/** The superuser's password, in the cluster's own directory: it is only there together with the data it belongs to. */
const passwordFile = 'superuser.password';
const scratchPrefix = 'postgres.new-';
const leftovers = /^postgres(\.new|\.probe|-bin\.new)-/;

/** Whether there is a cluster in `clusterDir` that these binaries can run; refuses any other content. */
export async function clusterExists(clusterDir: string, binaries: Binaries): Promise<boolean> {
  const major = binaries.version.split('.')[0];
  try {
    const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
    if (found === major) return true;
    throw new EmbeddedPostgresError(
      `${clusterDir} holds data of PostgreSQL ${found}, but this service brings PostgreSQL ${major}: ` +
        `dump them with version ${found}, or choose another DATA_DIR`,
    );
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(clusterDir, error);
  }
  const content = await readdir(clusterDir).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw unreadable(clusterDir, error);
  });
  if (content.length === 0) return false;
  throw new EmbeddedPostgresError(`${clusterDir} holds something else than PostgreSQL data: choose another DATA_DIR`);
}

/** Removes what a start that was killed left half done. Only under the start lock. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!leftovers.test(name)) continue;
    // An orphaned initdb may still be writing there; then the next start removes the rest.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Makes a new cluster. It appears under its name only when complete, so an initdb that was killed leaves no harm. */
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
    throw new EmbeddedPostgresError(
      `cannot read the database password: ${messageOf(error)}. Write the password of the database user ${superuser} ` +
        'into this file, or start anew in another DATA_DIR',
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
    // Byte order for sorting, yet lower() and ILIKE know all of Unicode.
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
  throw new EmbeddedPostgresError(`cannot create the database in ${data}: ${lines.join(' ') || failure}`);
}

function unreadable(path: string, error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const hint = codeOf(error) === 'EACCES' ? '. Start as the user who made it, or choose another DATA_DIR' : '';
  return new EmbeddedPostgresError(`cannot read ${path}: ${messageOf(error)}${hint}`, { cause: error });
}
