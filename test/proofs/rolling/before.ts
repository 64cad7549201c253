import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';

const run = promisify(execFile);
const ROOT = process.cwd();

/**
 * Builds another version in a directory under .cache, once for each commit.
 * @param ref a commit, a branch or a tag
 * @returns its program, as arguments of Node
 */
export async function programOf(ref: string): Promise<readonly string[]> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${ref}^{commit}`]);
  const commit = stdout.trim();
  const directory = join(ROOT, '.cache/versions', commit);
  const program = join(directory, 'dist/main.js');
  if (existsSync(program)) return [program];
  if (!existsSync(directory)) await run('git', ['worktree', 'add', '--detach', directory, commit]);
  if (await hasSameModules(directory)) {
    if (!existsSync(join(directory, 'node_modules')))
      // Its links to packages of the workspace lead to those of the same commit.
      await run('cp', ['--recursive', '--no-dereference', '--link', join(ROOT, 'node_modules'), directory]);
  } else {
    await run('npm', ['ci'], { cwd: directory, maxBuffer: 2 ** 26 });
  }
  await run('npm', ['run', 'build:server'], { cwd: directory, maxBuffer: 2 ** 26 });
  return [program];
}

async function hasSameModules(directory: string): Promise<boolean> {
  const [own, other] = await Promise.all(
    [ROOT, directory].map((of) => readFile(join(of, 'package-lock.json'), 'utf8')),
  );
  return own === other;
}

const LOOK_MS = 50;

/** Looks again and again for how long a connection of the service has waited for the lock of a table. */
export class LockWatch {
  /** Seconds, of the longest wait. */
  longest = 0;
  private isOver = false;
  private watching: Promise<void> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** Looks from now on. */
  start(): void {
    this.watching = this.watch();
  }

  /** Looks no more. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      const { rows } = await this.pool.query<{ seconds: number | null }>(
        `SELECT max(extract(epoch FROM clock_timestamp() - l.waitstart))::float8 AS seconds
           FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
          WHERE NOT l.granted AND l.locktype = 'relation' AND a.application_name = 'commerce-api'`,
      );
      this.longest = Math.max(this.longest, rows[0]?.seconds ?? 0);
      await sleep(LOOK_MS);
    }
  }
}
