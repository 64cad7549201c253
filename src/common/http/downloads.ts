import { Readable } from 'node:stream';
import {
  type BeforeApplicationShutdown,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type EntityManager, In } from 'typeorm';
import { type CustomFieldValue, type CustomFieldValues, keptAt, readableFields } from '../custom-fields/index.js';
import type { Caller } from '../access/index.js';
import { ConcurrencyLimit } from '../concurrency-limit.js';
import { Database } from '../database/index.js';
import { AppError } from '../errors/app-error.js';
import { ChoiceField } from '../validation/fields.js';
import { type CsvTable, plainColumn, textColumn, type CsvColumn, csvHeader, csvRows } from './csv.js';

const RESOURCES = ['users', 'members'] as const;

/**
 * A table whose rows are about people, with a column for each custom field of users and members that is in CSV files and that
 * the caller may read. The values are the present ones, read batch by batch.
 */
function withCustomColumns<Row extends object>(
  manager: EntityManager,
  caller: Caller,
  table: CsvTable<Row>,
): CsvTable<Row> {
  const { uidOf } = table;
  const fields = RESOURCES.flatMap((resource) =>
    readableFields(resource, caller)
      .filter(([, { csv }]) => csv)
      .map(([name, { type }]) => ({ resource, name, isText: type === 'text' })),
  );
  if (uidOf === undefined || fields.length === 0) return table;
  const known = new WeakMap<Row, CustomFieldValues>();
  const columns = fields.map(({ name, isText }) => {
    const of = (row: Row): CustomFieldValue | undefined => known.get(row)?.[name];
    return isText ? textColumn(`custom_fields.${name}`, of) : plainColumn(`custom_fields.${name}`, of);
  });
  const next = async (last: Row | undefined): Promise<readonly Row[]> => {
    const rows = await table.next(last);
    const values = new Map<number, CustomFieldValues>();
    for (const resource of RESOURCES) {
      const wanted = fields.filter((field) => field.resource === resource).map(({ name }) => name);
      if (wanted.length === 0) continue;
      const { entity, key, property } = keptAt(resource);
      const select = { [key]: true, [property]: true };
      const found = await manager.find(entity, { where: { [key]: In(rows.map(uidOf)) }, select });
      for (const one of found as Record<string, unknown>[]) {
        const stored = (one[property] ?? {}) as CustomFieldValues;
        const own = Object.entries(stored).filter(([name]) => wanted.includes(name));
        values.set(one[key] as number, { ...values.get(one[key] as number), ...Object.fromEntries(own) });
      }
    }
    for (const row of rows) known.set(row, values.get(uidOf(row)) ?? {});
    return rows;
  };
  return { ...table, columns: [...table.columns, ...columns], next };
}

/** Downloads at once: of one user, and of all in this instance. */
const MOST_OF_A_USER = 2;
const MOST = 6;
const MANY_OF_A_USER = `at most ${MOST_OF_A_USER} downloads at once; wait until one has ended`;
const MANY_SENT = 'too many downloads are being sent; try again later';

const RETRY_SECONDS = 10;

/** Milliseconds that downloads have to end while the instance stops. */
const PATIENCE_MS = 10_000;

/**
 * Sends tables of any size as CSV, at constant memory: rows are read batch by batch while the client reads, and between two
 * batches no connection to the database is held, however slow the client is. Whoever hangs up ends the reading.
 *
 * What is a CSV file too has `csv` in its `@Endpoint`, a field `format` in its query (`@FormatField()`), and a handler with a
 * parameter `@FileFor()`, mostly of a list (see `AdminLists`).
 */
@Injectable()
export class Downloads implements BeforeApplicationShutdown {
  private readonly ofUser = new ConcurrencyLimit<number>(MOST_OF_A_USER);
  private readonly open = new Set<Readable>();

  constructor(private readonly db: Database) {}

  /**
   * Begins a download, which has its place until the body is closed, whatever fails before. The file is called by what it is
   * of and by the day in UTC.
   * @throws AppError TOO_MANY_REQUESTS if the user has too many already, SERVICE_UNAVAILABLE if the instance has, both with
   * `Retry-After`
   */
  async csv<Row extends object>(caller: Caller, table: CsvTable<Row>): Promise<StreamedAnswer> {
    const { uid } = caller;
    const { name, columns, next, begin } = withCustomColumns(this.db.manager, caller, table);
    if (this.open.size >= MOST) throw AppError.later('SERVICE_UNAVAILABLE', MANY_SENT, RETRY_SECONDS);
    if (!this.ofUser.tryAcquire(uid)) throw AppError.later('TOO_MANY_REQUESTS', MANY_OF_A_USER, RETRY_SECONDS);
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
    const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
    return new StreamedAnswer('text/csv', `${name}-${day}.csv`, body);
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

/**
 * A success that is sent while it is made, of any length, without the envelope. A handler returns one, mostly by
 * `Downloads.csv`; what it throws before is an error as any other. If the stream fails later, the connection is cut, so that
 * nobody takes a part for the whole.
 */
export class StreamedAnswer {
  /**
   * @param mediaType such as `text/csv`
   * @param filename what a browser calls the file: letters, digits, `-`, `_` and `.`
   * @param body is destroyed when the client hangs up
   */
  constructor(
    readonly mediaType: string,
    readonly filename: string,
    readonly body: Readable,
  ) {}

  /** The headers that go with it. */
  get headers(): Readonly<Record<string, string>> {
    return {
      'content-type': `${this.mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${this.filename}"`,
      vary: 'Accept',
    };
  }
}

/** The media types of a list that is a CSV file too. */
const FORMATS = ['json', 'csv'] as const;

/** One of them. */
export type Format = (typeof FORMATS)[number];

/** The field `format` of a query: what the answer is, whatever the header `Accept` says. See `Downloads`. */
export function FormatField(): PropertyDecorator {
  return ChoiceField(FORMATS, {
    optional: true,
    description:
      '`csv`: the whole list as a CSV file, without paging; the header `Accept: text/csv` asks for the same. Default: by that header',
    example: 'json',
  });
}

/**
 * The caller, if they want the answer as a file (by `format` or the header `Accept`), as a controller parameter; undefined for
 * JSON. See {@link Downloads}.
 */
export const FileFor = createParamDecorator((_: unknown, context: ExecutionContext): Caller | undefined => {
  const { query, headers, caller } = context.switchToHttp().getRequest<FastifyRequest>();
  const { format } = query as { format?: unknown };
  return (format === undefined ? prefersCsv(headers.accept ?? '') : format === 'csv') ? caller : undefined;
});

/** Whether a header `Accept` prefers CSV to JSON. Browsers and clients that name neither get JSON. */
export function prefersCsv(accept: string): boolean {
  const csv = qualityOf(accept, 'text/csv');
  return csv > 0 && csv > qualityOf(accept, 'application/json');
}

/** 0 for a type that is not named. */
function qualityOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    if (name !== type) continue;
    const quality = parameters.find((text) => text.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0;
  }
  return 0;
}
