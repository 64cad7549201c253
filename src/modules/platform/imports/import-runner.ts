import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { type Caller, callerWithoutRequest } from '#common/access/index.js';
import { Database, ONE_PROCESS, statement } from '#common/database/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { EventRecorder, HandlerRegistry } from '#common/events/index.js';
import { HandlesLongJob, type LongJobContext } from '#common/jobs/index.js';
import { recordsOf } from './import-records.js';
import { Import, ImportChunk } from './import.entity.js';
import { type ImportedRecord, MAX_ROWS, type RefusedRow, Refusals, tooManyRows, valuesOf } from './imports.rules.js';
import { IMPORT } from './imports.service.js';

/** A row as it goes into the temporary table: a value for each column, without control characters; an empty one is null. */
type StagedRow = readonly (string | null)[];

/** What was found among the staged rows. */
export interface Staged {
  readonly accepted: number;
  readonly skipped: number;
}

/**
 * Something that can be imported. A room above says how its rows are read, and what is done with them when all of them lie in
 * a temporary table; how files arrive, are read, watched and cancelled is the same for all.
 */
export interface ImportKind {
  /** Such as `volumes`; the prefix of its action in the audit log. */
  readonly name: string;
  /**
   * Columns of the temporary table `import_rows`: names and types. Before them it has `line integer`, and `number integer`,
   * which counts the rows that are staged from 1 on.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that are numbers: CSV has them as texts. */
  readonly numbers: readonly string[];
  /** Most rows of a file, where it is fewer than usual. */
  readonly maxRows?: number;

  /**
   * A row of the file as values of {@link columns}, or all that is wrong with it without looking into the database. A row
   * with errors may be staged all the same, where others refer to it.
   */
  read(record: ImportedRecord): { row: StagedRow } | { errors: FieldErrors; row?: StagedRow };

  /**
   * Looks at the staged rows by what only the database knows, and adds what is refused. It writes to temporary tables alone.
   */
  check(tx: EntityManager, refusals: Refusals): Promise<Staged>;

  /**
   * Writes what {@link check} has accepted, after it, in the same transaction. What it adds to the refusals is refused too, and
   * nothing is written then.
   * @param by who imports
   */
  write(tx: EntityManager, by: Caller, refusals: Refusals): Promise<void>;
}

/** What happened to an import. */
type Told = Pick<Import, 'outcome' | 'rows' | 'accepted' | 'skipped' | 'refused'>;

/** Takes back what was written of an import that was refused meanwhile. */
class RefusedInWriting extends Error {
  constructor(readonly told: Told) {
    super('rows were refused while they were written');
  }
}

/** Lets the statements of this transaction take their time, and sort millions of rows in memory; gives the process that runs them. */
const TAKE_TIME = statement(
  'imports.take-time',
  `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('work_mem', '128MB', true), ${ONE_PROCESS}, pg_backend_pid() AS pid`,
);

/** Where a connection has had temporary tables, such as before a deadlock, it keeps its buffers. */
const TAKE_BUFFERS = statement(
  'imports.take-buffers',
  `DO $$ BEGIN PERFORM set_config('temp_buffers', '64MB', true); EXCEPTION WHEN invalid_parameter_value THEN NULL; END $$`,
);

const CANCEL_STATEMENT = statement('imports.cancel-statement', 'SELECT pg_cancel_backend($1)');

/** Rows after which others get a turn, such as what hears of a cancellation. */
const ROWS_AT_ONCE = 500;

/** Milliseconds between attempts to end a statement: one may have been about to begin. */
const CANCEL_MS = 250;

/** Characters of rows that are sent together. */
const BATCH_CHARACTERS = 262_144;

// No text of a row has control characters.
const BETWEEN_ROWS = '\x1e';
const BETWEEN_VALUES = '\x1f';

/**
 * Does imports: all rows go into a temporary table, and from there into their own, all or none of them, in the transaction
 * that also says so. A process that dies leaves nothing behind, and the job is begun again.
 */
@Injectable()
export class ImportRunner {
  private readonly kinds = new Map<string, ImportKind>();

  constructor(
    private readonly db: Database,
    private readonly events: EventRecorder,
    private readonly handlers: HandlerRegistry,
  ) {}

  /** Says how something is imported; before the application has started. */
  register(kind: ImportKind): void {
    this.kinds.set(kind.name, kind);
  }

  @HandlesLongJob(IMPORT)
  async run(payload: { importId: string }, context: LongJobContext): Promise<void> {
    try {
      await this.import(payload, context);
    } catch (error) {
      if (!(error instanceof RefusedInWriting)) throw error;
      await this.db.transaction((tx) => this.end(tx, payload.importId, error.told));
    }
  }

  private async import({ importId }: { importId: string }, { signal, progress }: LongJobContext): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { pid } = (await this.db.queryOne<{ pid: number }>(tx, TAKE_TIME))!;
      await this.db.query(tx, TAKE_BUFFERS);
      // Another process that does it, and was taken for dead, is waited for.
      const lock = { mode: 'pessimistic_write' } as const;
      const found = await tx.findOne(Import, { where: { id: importId, outcome: IsNull() }, lock });
      if (found === null) return;
      const kind = this.kinds.get(found.kind)!;
      let cancelled: Promise<void> | undefined;
      const over = new AbortController();
      const cancel = (): void => void (cancelled = this.cancelStatements(pid, over.signal));
      signal.addEventListener('abort', cancel);
      try {
        const refusals = new Refusals();
        const rows = await this.stage(tx, found, kind, refusals, { signal, progress });
        const staged = await kind.check(tx, refusals);
        const isRefused = !refusals.isEmpty;
        const isWritten = !isRefused && !found.isDryRun;
        if (isWritten) await this.handlers.inBulk(() => kind.write(tx, callerOf(found), refusals));
        signal.throwIfAborted();
        if (isWritten && !refusals.isEmpty) {
          const refused = await this.withValues(tx, kind, refusals.list());
          throw new RefusedInWriting({ outcome: 'refused', rows, accepted: 0, skipped: staged.skipped, refused });
        }
        const accepted = isRefused ? 0 : staged.accepted;
        if (isWritten)
          await this.events.record(tx, 'import.done', importId, {
            id: importId,
            kind: kind.name,
            accepted,
            skipped: staged.skipped,
          });
        const outcome = isRefused ? 'refused' : 'done';
        const refused = await this.withValues(tx, kind, refusals.list());
        await this.end(tx, importId, { outcome, rows, accepted, skipped: staged.skipped, refused });
      } finally {
        signal.removeEventListener('abort', cancel);
        over.abort();
        // Later it would meet the COMMIT, whose wait for a standby it ends, or another transaction of this connection.
        await cancelled;
      }
      signal.throwIfAborted();
    });
  }

  private async end(tx: EntityManager, importId: string, told: Told): Promise<void> {
    const open = { id: importId, outcome: IsNull() };
    await tx.update(Import, open, { ...told, finishedAt: () => 'clock_timestamp()' });
    await tx.delete(ImportChunk, { importId });
  }

  /** Ends what a connection is doing, again and again until the import is over. */
  private async cancelStatements(pid: number, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.db.query(null, CANCEL_STATEMENT, [pid]).catch(() => undefined);
      await sleep(CANCEL_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }

  /** @returns how many rows there are */
  private async stage(
    tx: EntityManager,
    { id, mediaType: type, format }: Import,
    kind: ImportKind,
    refusals: Refusals,
    { signal, progress }: LongJobContext,
  ): Promise<number> {
    const columns = Object.entries({ line: 'integer NOT NULL', number: 'integer NOT NULL', ...kind.columns });
    const definitions = columns.map(([name, definition]) => `${name} ${definition}`);
    await tx.query(`CREATE TEMP TABLE import_rows (${definitions.join(', ')}) ON COMMIT DROP`);
    // COPY would be as quick, but the service's connections send statements without waiting, and then cannot.
    const add = statement(
      `imports.add-rows.${kind.name}`,
      `INSERT INTO import_rows SELECT ${columns.map(([, type], index) => `(v)[${index + 1}]::${type.replace(' NOT NULL', '')}`).join(', ')}
         FROM (SELECT string_to_array(line, $2, '') AS v FROM string_to_table($1, $3) AS line) AS rows`,
    );
    let rows = 0;
    let batch: string[] = [];
    let characters = 0;
    let sent: Promise<unknown> = Promise.resolve();
    const flush = async (): Promise<void> => {
      signal.throwIfAborted();
      await sent;
      // One batch is on its way while the next is read.
      if (batch.length > 0) sent = this.db.query(tx, add, [batch.join(BETWEEN_ROWS), BETWEEN_VALUES, BETWEEN_ROWS]);
      sent.catch(() => undefined);
      progress(rows);
      batch = [];
      characters = 0;
    };
    let number = 0;
    const most = kind.maxRows ?? MAX_ROWS;
    for await (const one of recordsOf({ type, format }, this.chunks(id, signal), kind.numbers)) {
      if (rows === most) {
        refusals.add(one.line, tooManyRows(most));
        break;
      }
      rows += 1;
      if (rows % ROWS_AT_ONCE === 0) {
        await setImmediate();
        signal.throwIfAborted();
      }
      const read: { row?: readonly (string | null)[]; errors?: FieldErrors } =
        'errors' in one ? one : kind.read(one.record);
      if (read.errors !== undefined) refusals.add(one.line, read.errors, 'record' in one ? one.record : undefined);
      if (read.row === undefined) continue;
      number += 1;
      const text = [one.line, number, ...read.row].join(BETWEEN_VALUES);
      batch.push(text);
      characters += text.length;
      if (characters >= BATCH_CHARACTERS) await flush();
    }
    await flush();
    await sent;
    await tx.query('ANALYZE import_rows');
    return rows;
  }

  /** Refused rows with what the file has in the fields with errors, also where only the database knew of them. */
  private async withValues(tx: EntityManager, { columns }: ImportKind, refused: RefusedRow[]): Promise<RefusedRow[]> {
    const lines = refused.map(({ line }) => line);
    const staged: (Record<string, unknown> & { line: number })[] =
      lines.length === 0 ? [] : await tx.query('SELECT * FROM import_rows WHERE line = ANY ($1)', [lines]);
    const byLine = new Map(staged.map((row) => [row.line, row]));
    return refused.map((row) => {
      const fields = Object.keys(row.errors).filter((field) => field in columns);
      return { ...row, values: { ...valuesOf(fields, byLine.get(row.line) ?? {}), ...row.values } };
    });
  }

  private async *chunks(id: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    const read = (number: number): Promise<ImportChunk | null> => {
      const chunk = this.db.manager.findOneBy(ImportChunk, { importId: id, number });
      // Nobody waits for the last one if the import is broken off.
      chunk.catch(() => undefined);
      return chunk;
    };
    let next = read(0);
    for (let number = 1; ; number += 1) {
      const chunk = await next;
      if (chunk === null) return;
      signal.throwIfAborted();
      next = read(number);
      yield chunk.bytes;
    }
  }
}

/** Who imports, as caller: the request is over, and what it was allowed to do was decided then. */
function callerOf({ id, byUid: uid, by }: Import): Caller {
  return callerWithoutRequest(id, { uid, username: by ?? '' });
}
