import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError, codeOf, fieldOf, messageOf } from './embedded-postgres.error.js';

export interface FileLock {
  /** May be called twice. */
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Tries to lock a file, alone (`exclusive`) or together with others (`shared`); `undefined` when another lock is in
 * the way. The operating system drops the lock with the process, so none stays behind after `kill -9`.
 *
 * Node has no `flock`. SQLite, which Node brings, takes such locks on every platform: an empty SQLite file in a
 * transaction is the lock, nothing is ever written to it.
 */
export function tryLock(file: string, mode: 'exclusive' | 'shared'): FileLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    createPrivately(file);
    database = new DatabaseSync(file, { timeout: 0 });
    // Else a journal appears beside the file, and stays after kill -9.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_master');
    const held = database;
    return { release: () => held.isOpen && held.close() };
  } catch (error) {
    database?.close();
    if (fieldOf(error, 'errcode') === SQLITE_BUSY) return undefined;
    throw new EmbeddedPostgresError(`cannot lock ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** Runs `work` while this process alone holds the lock; waits for its turn. */
export async function withLock<T>(file: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  let lock = tryLock(file, 'exclusive');
  while (!lock) {
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`another process holds ${file} since ${patienceMs / 1000} s`);
    }
    await sleep(20 + Math.random() * 30);
    lock = tryLock(file, 'exclusive');
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Only this user may open the file: whoever opens it could hold the lock for ever. An existing file is not opened
 * here, as closing any descriptor of it would drop the POSIX locks this process already holds.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
