import type { QueryRunner } from 'typeorm';

/** Rows that a statement may change: as many as a batch has while the gate watches. */
export const BATCH_ROWS = 2;

/** The longest wait for a lock that a migration may set for itself. */
const MOST_WAIT_MS = 2_000;

const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];
const NOT_IN_TRANSACTION = '25001';

/** What a transaction has done to a table by now. */
interface Use {
  name: string;
  /** The table that it is a partition of, else itself. */
  root: string;
  filenode: string;
  /** Scans of the table and of its indexes. */
  reads: number;
  scans: number;
  changes: number;
  modes: string[];
}

/** A run of a migration that was stopped on purpose, as by a crash. */
export class Interrupted extends Error {}

/**
 * Watches each statement of a migration: what it locks, reads, rewrites and changes of the tables that were there before.
 * Each is run in a transaction, so that its locks are still there to be seen; those that cannot (CONCURRENTLY) take no
 * lock that keeps others waiting.
 */
export class WatchedRunner {
  readonly findings = new Set<string>();
  private readonly original: QueryRunner['query'];
  private isInTransaction = false;
  private statements = 0;
  private last = new Map<string, Use>();

  /**
   * @param sizes rows of the tables that were there before
   * @param stopAfter statements after which it stops, as a crash does
   */
  constructor(
    readonly runner: QueryRunner,
    private readonly sizes: ReadonlyMap<string, number>,
    private readonly stopAfter = Infinity,
  ) {
    this.original = runner.query.bind(runner);
    const watched = (sql: string, parameters?: unknown[]): Promise<unknown> => this.query(sql, parameters);
    runner.query = watched as QueryRunner['query'];
  }

  /** Ends the watching. */
  release(): void {
    this.runner.query = this.original;
  }

  private async query(sql: string, parameters?: unknown[]): Promise<unknown> {
    if (/^\s*(BEGIN|START TRANSACTION)\b/i.test(sql)) {
      const answer: unknown = await this.original(sql);
      this.isInTransaction = true;
      this.last = await this.uses();
      return answer;
    }
    if (/^\s*(COMMIT|ROLLBACK|END)\b(?!.*\bTO\b)/i.test(sql)) {
      this.isInTransaction = false;
      return this.original(sql);
    }
    if (this.statements >= this.stopAfter) throw new Interrupted();
    this.statements += 1;
    return this.isInTransaction ? this.observed(sql, parameters) : this.alone(sql, parameters);
  }

  private async alone(sql: string, parameters?: unknown[]): Promise<unknown> {
    await this.original('BEGIN');
    try {
      this.last = await this.uses();
      const answer = await this.observed(sql, parameters);
      await this.original('COMMIT');
      return answer;
    } catch (error) {
      await this.original('ROLLBACK');
      if (codeOf(error) !== NOT_IN_TRANSACTION) throw error;
    }
    const before = await this.uses();
    const answer: unknown = await this.original(sql, parameters);
    for (const [name, use] of await this.uses()) this.checkRewrite(before.get(name), use, sql);
    return answer;
  }

  private async observed(sql: string, parameters?: unknown[]): Promise<unknown> {
    const answer: unknown = await this.original(sql, parameters);
    const uses = await this.uses();
    const last = this.last;
    this.last = uses;
    const held = [...last.values()].filter(isBlocked);
    for (const [name, use] of uses) {
      const earlier = last.get(name);
      if (this.checkRewrite(earlier, use, sql)) continue;
      this.checkLocks(earlier, use, held, sql);
      this.checkChanges(earlier, use, sql);
    }
    if ([...uses.values()].some((use) => isBlocked(use) && !isBlocked(last.get(use.name)))) await this.checkWait(sql);
    return answer;
  }

  private checkRewrite(earlier: Use | undefined, use: Use, sql: string): boolean {
    if (earlier === undefined || earlier.filenode === use.filenode) return false;
    return this.find(
      sql,
      `rewrites the whole table ${use.root} while nobody can use it: add a column instead (nullable, or with a constant default), fill it in batches (changeInBatches), and drop the old one a release later`,
    );
  }

  private checkLocks(earlier: Use | undefined, use: Use, held: readonly Use[], sql: string): void {
    if (!isBlocked(use)) return;
    if (/^\s*LOCK\b/i.test(sql)) {
      this.find(sql, `locks the table ${use.root}: leave it out, and let each statement take the lock that it needs`);
    }
    if (use.reads > (earlier?.reads ?? 0)) {
      this.find(
        sql,
        `reads the whole table ${use.root} while nobody can write it: indexes by createIndexOnline; a constraint or foreign key NOT VALID, and VALIDATE CONSTRAINT in a migration of its own; NOT NULL after a validated CHECK (… IS NOT NULL); a unique constraint USING INDEX`,
      );
    }
    const other = held.find(({ root }) => root !== use.root);
    if (!isBlocked(earlier) && other !== undefined) {
      this.find(
        sql,
        `locks the table ${use.root} while it holds ${other.root}, so that it may wait for one and keep others waiting for the other: make two migrations of it`,
      );
    }
  }

  private checkChanges(earlier: Use | undefined, use: Use, sql: string): void {
    const changes = use.changes - (earlier?.changes ?? 0);
    const isWritten = use.modes.includes('RowExclusiveLock') && !(earlier?.modes ?? []).includes('RowExclusiveLock');
    const size = this.sizes.get(use.name) ?? 0;
    const isScanned =
      use.scans > (earlier?.scans ?? 0) && (isWritten || changes > 0) && (size === 0 || size > BATCH_ROWS);
    if (changes <= BATCH_ROWS && !isScanned) return;
    this.find(
      sql,
      `changes the rows of ${use.root} all at once, which locks them until it is done: changeInBatches, in a migration with \`transaction = false\``,
    );
  }

  private async checkWait(sql: string): Promise<void> {
    const [row] = (await this.original(
      `SELECT extract(epoch FROM current_setting('lock_timeout')::interval) * 1000 AS ms`,
    )) as [{ ms: string }];
    const ms = Number(row.ms);
    if (ms > 0 && ms <= MOST_WAIT_MS) return;
    this.find(
      sql,
      'waits for a lock as long as it takes, while all others wait behind it: leave lock_timeout as it is',
    );
  }

  private find(sql: string, what: string): true {
    this.findings.add(`${what} (${sql.trim().replace(/\s+/g, ' ').slice(0, 120)})`);
    return true;
  }

  /** What this transaction has done to the tables that were there before. */
  private async uses(): Promise<Map<string, Use>> {
    const rows = (await this.original(USES, [[...this.sizes.keys()]])) as (Omit<Use, 'reads' | 'scans' | 'changes'> &
      Record<'reads' | 'scans' | 'changes', string>)[];
    return new Map(
      rows.map((row) => [
        row.name,
        { ...row, reads: Number(row.reads), scans: Number(row.scans), changes: Number(row.changes) },
      ]),
    );
  }
}

function isBlocked(use: Use | undefined): boolean {
  return use !== undefined && use.modes.some((mode) => BLOCKING.includes(mode));
}

function codeOf(error: unknown): string | undefined {
  const { driverError, code } = error as { driverError?: { code?: string }; code?: string };
  return driverError?.code ?? code;
}

const USES = `
  SELECT c.relname AS name, coalesce(pg_partition_root(c.oid)::oid::regclass::text, c.relname) AS root,
    c.relfilenode::text AS filenode,
    coalesce(s.seq_scan, 0) + coalesce(s.idx_scan, 0) AS reads, coalesce(s.seq_scan, 0) AS scans,
    coalesce(s.n_tup_upd, 0) + coalesce(s.n_tup_del, 0) AS changes,
    ARRAY(SELECT l.mode FROM pg_locks l
           WHERE l.pid = pg_backend_pid() AND l.relation = c.oid AND l.locktype = 'relation' AND l.granted) AS modes
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    LEFT JOIN pg_stat_xact_all_tables s ON s.relid = c.oid
   WHERE c.relkind IN ('r', 'p') AND c.relname = ANY ($1)`;
