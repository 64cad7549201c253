/**
 * Drills a restore: a PostgreSQL server of its own whose changes pgBackRest archives, the service on it, and clients. The
 * server is killed and its data destroyed; it is restored to a point in time, goes on, is destroyed again, and all that was
 * archived is restored. `npm run prove -- restore --seconds 60 --seed 1`, as root on Debian 12 or with the packages there.
 * Ends with 0 when nothing before the point was lost, nothing after it is left, and nothing that others know by its id comes
 * again as something else.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages, POSTGRES_BIN } from '../support/debian.js';
import { print, prove } from '../support/proof.js';
import { readOptions, Run } from './run.js';
import { PGBACKREST } from './server.js';

const PROGRAMS = { 'postgresql-15': `${POSTGRES_BIN}/postgres`, pgbackrest: PGBACKREST };

await prove({
  readOptions,
  claim: 'nothing before the point was lost, and nothing that was undone comes again as something else',
  carryOut: async (options, { signal }) => {
    await installPackages(PROGRAMS, print);
    print(`seed ${options.seed}, ${options.seconds} s before each point and after it`);
    const directory = await mkdtemp(join(tmpdir(), 'commerce-restore-'));
    // The server's user passes through; the directories in it are closed to all others.
    await chmod(directory, 0o711);
    const run = new Run(options, directory, signal, print);
    try {
      await run.carryOut();
      for (const line of run.checks.describe()) print(line);
      return run.checks.failed === 0;
    } finally {
      await run.end();
      if (options.keep) print(`data, repository and logs are in ${directory}`);
      else await rm(directory, { recursive: true, force: true });
    }
  },
});
