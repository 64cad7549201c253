import { to as copyTo } from 'pg-copy-streams';
import { SteadyClient } from '../../../../common/database/data-source.js';
import { readTuples, type CopiedField } from '../../../../common/database/copied-tuples.js';

const CONNECT_TIMEOUT_MS = 5_000;

/** One state of the database, of which as much as one likes is read, for as long as it takes. */
export class Snapshot {
  private constructor(
    private readonly client: SteadyClient,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Reads within a snapshot of its own connection.
   * @param signal ends it
   */
  static async of<Result>(
    url: string,
    signal: AbortSignal,
    read: (snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result> {
    const client = new SteadyClient({
      connectionString: url,
      application_name: 'commerce-run',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      keepAlive: true,
      options: '-c jit=off',
    });
    await client.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const result = await read(new Snapshot(client, signal));
      await client.query('COMMIT');
      return result;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The rows of a query: for few of them. */
  async rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.signal.throwIfAborted();
    return (await this.client.query<Row>(text, [...values])).rows;
  }

  /**
   * Reads millions of rows.
   * @param query a SELECT with its values in it
   * @param each is called with each row; see {@link readTuples}
   */
  async copy(query: string, fields: readonly CopiedField[], each: (numbers: Float64Array) => void): Promise<void> {
    this.signal.throwIfAborted();
    const stream = this.client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
    await readTuples(stream, fields, each);
  }
}

/** SQL of an instant. */
export const instant = (at: Date): string => `'${at.toISOString()}'::timestamptz`;

/** SQL that tells the number of a word. */
export const numbered = (column: string, words: Readonly<Record<string, number>>): string =>
  `CASE ${column} ${Object.entries(words)
    .map(([word, number]) => `WHEN '${word}' THEN ${number}`)
    .join(' ')} END`;
