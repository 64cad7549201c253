import { to as copyTo } from 'pg-copy-streams';
import { ONE_PROCESS } from '#common/database/index.js';
import { type CopiedField, readTuples, SteadyClient } from '@commerce/postgres';
import { CONNECT_TIMEOUT_MS } from '#common/database/connections.js';

/** One state of the database, of which as much as one likes is read, for as long as it takes. */
export class Snapshot {
  private constructor(
    private readonly client: SteadyClient,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Reads within a snapshot of its own connection.
   * @param signal ends it, also in the middle of a statement
   * @throws the reason of the signal
   */
  static async of<Result>(
    url: string,
    signal: AbortSignal,
    read: (snapshot: Snapshot) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const client = await connect(url);
    let end = (): void => undefined;
    try {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      end = () => void endBackend(url, rows[0]!.pid).catch(() => undefined);
      signal.addEventListener('abort', end);
      signal.throwIfAborted();
      // Not as settings of the connection: a pooler in between may drop those.
      await client.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
         SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SELECT ${ONE_PROCESS}`,
      );
      const result = await read(new Snapshot(client, signal));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
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

async function connect(url: string): Promise<SteadyClient> {
  const client = new SteadyClient({
    connectionString: url,
    application_name: 'commerce-run',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options: '-c jit=off',
  });
  await client.connect();
  return client;
}

/** Ends what a connection is doing in the database, which would notice a closed socket only when it sends a row. */
async function endBackend(url: string, pid: number): Promise<void> {
  const other = await connect(url);
  try {
    await other.query('SELECT pg_terminate_backend($1)', [pid]);
  } finally {
    await other.end();
  }
}

/** SQL of an instant. */
export const instant = (at: Date): string => `'${at.toISOString()}'::timestamptz`;

/** SQL that tells the number of a word. */
export const numbered = (column: string, words: Readonly<Record<string, number>>): string =>
  `CASE ${column} ${Object.entries(words)
    .map(([word, number]) => `WHEN '${word}' THEN ${number}`)
    .join(' ')} END`;

/** What was read is not as it must be: the run fails, and says of which member or row. */
export class BrokenInput extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrokenInput';
  }
}
