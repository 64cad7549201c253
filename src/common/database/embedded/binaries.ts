import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, codeOf, messageOf } from './embedded-postgres.error.js';

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
    throw new EmbeddedPostgresError(`${binaries.postgres} is missing: reinstall the packages (npm ci)`);
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
export async function copyBinaries(binaries: Binaries, dataDir: string): Promise<Binaries> {
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
    throw new EmbeddedPostgresError(
      `no PostgreSQL binaries for this platform: the package ${name} is not installed. ` +
        'Install without --omit=optional, or set DATABASE_URL to a PostgreSQL server',
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
    throw new EmbeddedPostgresError(`cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
}
