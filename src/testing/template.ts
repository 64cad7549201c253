import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MigrationClass } from '#common/database/data-source.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { PACKAGE_ROOT } from '#common/package-root.js';

/** The usual place for files that can be made again. */
export const CACHE = 'node_modules/.cache/direct-selling-commerce-api';

/** Milliseconds between two looks at whether another file has made the template, and after which it is thought dead. */
const LOOK_MS = 50;
const DEAD_MS = 120_000;

/** Milliseconds after which a template is made anew. */
const OLD_MS = 7 * 86_400_000;

/**
 * Fills a directory with a migrated database. The first test file of a project makes it and keeps it; the others, in this run
 * and later ones, copy it, until a migration or the version of the service changes.
 * @param make makes it in a directory, and stops the server again
 */
export async function fillFromTemplate(
  dataDir: string,
  migrations: readonly MigrationClass[],
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  if (!existsSync('node_modules')) return make(dataDir);
  const template = join(CACHE, await keyOf(migrations));
  while (!existsSync(template)) {
    await mkdir(CACHE, { recursive: true });
    const lock = await open(`${template}.lock`, 'wx').catch(() => undefined);
    if (lock === undefined) await waitForOther(template);
    else await keep(template, make).finally(() => lock.close().then(() => rm(`${template}.lock`, { force: true })));
  }
  await copy(template, dataDir);
}

/** Makes the template under another name, so that a half one is never taken for it. */
async function keep(template: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  if (existsSync(template)) return;
  await removeOld();
  const unfinished = `${template}-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await make(unfinished);
    await rename(unfinished, template).catch((error: unknown) => {
      // Another process that thought this one dead was first.
      if (!existsSync(template)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes old templates: each takes 70 MB. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    // Locks and unfinished templates of others come and go.
    const found = await stat(join(CACHE, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > OLD_MS)
      await rm(join(CACHE, name), { recursive: true, force: true });
  }
}

async function waitForOther(template: string): Promise<void> {
  await sleep(LOOK_MS);
  const { mtimeMs } = await stat(`${template}.lock`).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > DEAD_MS) await rm(`${template}.lock`, { force: true });
}

/** Changes with whatever may change the schema. */
async function keyOf(migrations: readonly MigrationClass[]): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(PACKAGE_ROOT, 'package.json')));
  for (const migration of [...MIGRATIONS, ...migrations]) hash.update(String(migration));
  return hash.digest('hex').slice(0, 32);
}

/** Copies what is in a folder, with its rights, which PostgreSQL looks at. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, to]);
}
