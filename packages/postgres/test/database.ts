import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Only what has failed waits for so long. */
const LIMIT_MS = 300_000;

/** An empty database of a test file's own. */
export interface TestDatabase {
  readonly url: string;
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a database on the server that Jest has started. */
export async function createDatabase(): Promise<TestDatabase> {
  const { TEST_ADMIN_URL: adminUrl } = process.env;
  if (adminUrl === undefined) throw new Error('run tests through Jest, which starts a server');
  const name = `postgres_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 4 });
  // A connection may still be closing when its database is dropped.
  pool.on('error', () => undefined);
  return {
    url: url.href,
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows,
    async drop() {
      await pool.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Waits until a condition holds: until it neither throws nor gives false. */
export async function until(condition: () => unknown): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; ; await sleep(20)) {
    const failure = await Promise.resolve()
      .then(condition)
      .then(
        (holds) => (holds === false ? new Error('false') : undefined),
        (error: unknown) => error,
      );
    if (failure === undefined) return;
    if (performance.now() > end) throw new Error(`waited in vain for ${String(condition)}`, { cause: failure });
  }
}

/** Gives work the URL of a database that takes connections and says nothing, as one does that is frozen or cut off. */
export async function beforeMuteServer(work: (url: string) => Promise<void>): Promise<void> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`postgres://x@127.0.0.1:${(server.address() as AddressInfo).port}/x`);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
