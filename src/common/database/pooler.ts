import { ConfigError } from '../config/read-config.js';
import { CONNECTION, POOLED_CONNECTION } from './data-source.js';
import { STATEMENT_TIMEOUT_MS } from './time-limits.js';
import { messageOf } from './primary.js';
import { IDENTITY, type DatabaseIdentity } from './primary-log.js';
import { SteadyClient } from './steady-client.js';

const POOLED = 'DATABASE_URL';
const DIRECT = 'DATABASE_DIRECT_URL';

/** Of settings that other connections bring along, those that the role has not; limits may be lower. */
const MISSING = `SELECT format('ALTER ROLE %I IN DATABASE %I SET %s', current_user, current_database(), wanted) AS sql
  FROM (VALUES ('statement_timeout', 'statement_timeout = ${STATEMENT_TIMEOUT_MS}'),
               ('idle_in_transaction_session_timeout', 'idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}'),
               ('jit', 'jit = off')) AS w (name, wanted) JOIN pg_settings s USING (name)
 WHERE CASE WHEN name = 'jit' THEN s.setting <> 'off' ELSE s.setting::int NOT BETWEEN 1 AND ${STATEMENT_TIMEOUT_MS} END`;

const SESSION = 'SELECT pg_backend_pid() AS pid';

type Name = typeof POOLED | typeof DIRECT;

/** Connects by way of a setting. */
type Connect = (name: Name, settings: object) => Promise<SteadyClient>;

/**
 * Checks that a pooler in transaction mode and the way past it lead to the same database, that the one way has sessions, and
 * that the connections of the other have the settings that they cannot be given. Decision 81.
 * @throws ConfigError naming the setting, and the SQL that is missing
 */
export async function checkPooler(url: string, directUrl: string): Promise<void> {
  await withConnections({ [POOLED]: url, [DIRECT]: directUrl }, async (connect) => {
    await assertSessions(
      () => connect(DIRECT, POOLED_CONNECTION),
      `${DIRECT} must not lead to a pooler in transaction mode`,
    );
    const pooled = await connect(POOLED, POOLED_CONNECTION);
    await assertSame(await connect(DIRECT, CONNECTION), pooled);
    await assertSettings(pooled);
  });
}

/**
 * Checks that a database without a way past a pooler has sessions: if not, the service would start, and hear of no change.
 * @throws ConfigError
 */
export async function checkSessions(url: string): Promise<void> {
  await withConnections({ [POOLED]: url }, async (connect) => {
    await assertSessions(
      () => connect(POOLED, POOLED_CONNECTION),
      `${POOLED} leads to a pooler in transaction mode, so ${DIRECT} must lead past it`,
    );
  });
}

async function withConnections(
  urls: Partial<Record<Name, string>>,
  work: (connect: Connect) => Promise<void>,
): Promise<void> {
  const clients: SteadyClient[] = [];
  const connect: Connect = async (name, settings) => {
    const client = new SteadyClient({ ...settings, connectionString: urls[name] });
    clients.push(client);
    await client.connect().catch((error: unknown) => {
      throw new ConfigError(`${name}: the database cannot be used: ${messageOf(error)}`);
    });
    return client;
  };
  try {
    await work(connect);
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** What two connections at a time share is no session. */
async function assertSessions(connect: () => Promise<SteadyClient>, otherwise: string): Promise<void> {
  const one = await row<{ pid: number }>(await connect(), SESSION);
  const two = await row<{ pid: number }>(await connect(), SESSION);
  if (one.pid === two.pid) throw new ConfigError(`${otherwise}: two connections had one session`);
}

async function assertSame(direct: SteadyClient, pooled: SteadyClient): Promise<void> {
  const there = await row<DatabaseIdentity>(direct, IDENTITY.text);
  const here = await row<DatabaseIdentity>(pooled, IDENTITY.text);
  if (here.system !== there.system || here.database !== there.database) {
    throw new ConfigError(`${DIRECT} must lead to the database of ${POOLED}`);
  }
}

async function assertSettings(pooled: SteadyClient): Promise<void> {
  const missing = (await pooled.query<{ sql: string }>(MISSING)).rows.map(({ sql }) => sql);
  if (missing.length === 0) return;
  throw new ConfigError(
    `${POOLED}: connections of the pooler need settings that only the role can give them: ${missing.join('; ')}; then have the pooler connect anew`,
  );
}

async function row<Row extends object>(client: SteadyClient, sql: string): Promise<Row> {
  return (await client.query<Row>(sql)).rows[0]!;
}
