import { Readable } from 'node:stream';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Caller } from '../access/index.js';
import { ConcurrencyLimit } from '../concurrency-limit.js';
import { AppError } from '../errors/app-error.js';
import { csvHeader, csvRows, type CsvColumn } from './csv-rows.js';
import { StreamedAnswer } from './streamed-answer.js';

/** Downloads at once: of one user, and of all in this instance. */
const MOST_OF_A_USER = 2;
const MOST = 6;

const RETRY_AFTER_SECONDS = '10';

/** Milliseconds that downloads have to end while the instance stops. */
const PATIENCE_MS = 10_000;

/** Rows that are read at once: enough that the statements cost little beside their rows. */
export const DOWNLOADED_ROWS = 2_000;

/** A table that is sent as CSV. */
export interface CsvTable<Row> {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly CsvColumn<Row>[];
  /**
   * Reads the next rows in the order of their key: those behind `last`, or the first ones; none at the end. Mostly at most
   * {@link DOWNLOADED_ROWS} of them, by a condition such as `id > $1`. What it throws cuts the download off.
   */
  readonly next: (last: Row | undefined) => Promise<readonly Row[]>;
  /** Is done once the download has its place, such as its audit entry; if it fails, so does the download. */
  readonly begin?: () => Promise<void>;
}

/**
 * Sends tables of any size as CSV, at constant memory: rows are read batch by batch while the client reads, and between two
 * batches no connection to the database is held, however slow the client is. Whoever hangs up ends the reading.
 *
 * A list that is a CSV file too has `csv` in its `@Endpoint` (an example of the file), a field `format` in its query
 * (`@FormatField()`), and a handler that returns one or the other:
 * ```ts
 * list(@CallerParam() caller: Caller, @Query() query: ItemsQuery, @WantsCsv() csv: boolean) {
 *   return csv ? this.items.download(caller, query) : this.items.list(query);
 * }
 * // in the service: check first (404, 409), then
 * return this.downloads.csv(caller, { name: `payout-${id}`, columns: COLUMNS, next: (last) => this.itemsAfter(id, last?.id ?? 0) });
 * ```
 */
@Injectable()
export class Downloads implements BeforeApplicationShutdown {
  private readonly ofUser = new ConcurrencyLimit<number>(MOST_OF_A_USER);
  private readonly open = new Set<Readable>();

  /**
   * Begins a download, which has its place until the body is closed, whatever fails before.
   * @throws AppError TOO_MANY_REQUESTS if the user has too many already, SERVICE_UNAVAILABLE if the instance has, both with
   * `Retry-After`
   */
  async csv<Row>({ uid }: Caller, { name, columns, next, begin }: CsvTable<Row>): Promise<StreamedAnswer> {
    if (this.open.size >= MOST) throw busy('SERVICE_UNAVAILABLE', 'too many downloads are being sent; try again later');
    if (!this.ofUser.tryAcquire(uid))
      throw busy('TOO_MANY_REQUESTS', `at most ${MOST_OF_A_USER} downloads at once; wait until one has ended`);
    const body = Readable.from(textOf(columns, next), { objectMode: false, highWaterMark: 1 });
    this.open.add(body);
    body.once('close', () => {
      this.open.delete(body);
      this.ofUser.release(uid);
    });
    try {
      await begin?.();
    } catch (error) {
      body.destroy();
      throw error;
    }
    return new StreamedAnswer('text/csv', `${name}.csv`, body);
  }

  /** How many are being sent. */
  get count(): number {
    return this.open.size;
  }

  /** Waits for those that are being sent, but not for ever. */
  async beforeApplicationShutdown(): Promise<void> {
    const ended = [...this.open].map((body) => new Promise((resolve) => body.once('close', resolve)));
    if (ended.length === 0) return;
    const late = setTimeout(() => this.open.forEach((body) => body.destroy()), PATIENCE_MS);
    await Promise.all(ended);
    clearTimeout(late);
  }
}

async function* textOf<Row>(columns: readonly CsvColumn<Row>[], next: CsvTable<Row>['next']): AsyncGenerator<string> {
  yield csvHeader(columns);
  let last: Row | undefined;
  for (let rows = await next(last); rows.length > 0; rows = await next(last)) {
    yield csvRows(columns, rows);
    last = rows.at(-1);
  }
}

function busy(code: 'SERVICE_UNAVAILABLE' | 'TOO_MANY_REQUESTS', message: string): AppError {
  return new AppError(code, message, { headers: { 'retry-after': RETRY_AFTER_SECONDS } });
}
