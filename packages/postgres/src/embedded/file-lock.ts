import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, fieldOf, messageOf, SetupError } from '../errors.js';

/** A lock of a file that is held. */
export interface FileLock {
  /** Idempotent. */
  release(): void;
}

const SQLITE_BUSY = 5;

// Imported, it would end an older Node before any of our code runs that can say which Node is needed.
const sqlite = process.getBuiltinModule('node:sqlite');

/**
 * Tries to lock a file, `exclusive` or `shared`; `undefined` if a conflicting lock exists. The operating system releases the
 * lock with the process, even after `kill -9`.
 *
 * Node has no `flock`, but includes SQLite, which locks files on every platform: the lock is an open transaction on an empty
 * SQLite file, to which nothing is written.
 */
export function tryLock(file: string, mode: 'exclusive' | 'shared'): FileLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    createPrivately(file);
    database = new sqlite.DatabaseSync(file, { timeout: 0 });
    // Otherwise a journal file would be created, and remain after kill -9.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_master');
    const held = database;
    return { release: () => held.isOpen && held.close() };
  } catch (error) {
    database?.close();
    if (fieldOf(error, 'errcode') === SQLITE_BUSY) return undefined;
    throw new SetupError(`cannot lock ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** Runs `work` with an exclusive lock; waits for it at most `patienceMs`. */
export async function withLock<T>(file: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  let lock = tryLock(file, 'exclusive');
  while (!lock) {
    if (Date.now() > deadline) {
      throw new SetupError(`another process has locked ${file} for ${patienceMs / 1000} s`);
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
 * Only this user may open the file, because any process that opens it could lock it forever. An existing file is not opened
 * here, as closing any descriptor of it would release the POSIX locks that this process already holds.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
