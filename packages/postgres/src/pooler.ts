import { messageOf, SetupError } from './errors.js';
import { IDENTITY, type DatabaseIdentity } from './standby.js';
import { SteadyClient, type SteadyConfig } from './steady-client.js';

const SESSION = 'SELECT pg_backend_pid() AS pid';

/** One way to a database. */
export interface Way {
  /** What the setting is called that has its URL; messages name it. */
  readonly name: string;
  readonly url: string;
  /** The settings of its connections; a pooler takes none of the server's. */
  readonly connection: SteadyConfig;
}

/** Connects by way of a setting. */
type Connect = (way: Way) => Promise<SteadyClient>;

/**
 * Checks that a pooler in transaction mode and the way past it lead to the same database, that the one way has sessions, and
 * that the connections of the other have the settings that they cannot be given.
 * @param limitMs the longest `statement_timeout` and `idle_in_transaction_session_timeout` that the role may have
 * @throws SetupError naming the setting, and the SQL that is missing
 */
export async function checkPooler(pooled: Way, direct: Way, limitMs: number): Promise<void> {
  await withConnections(async (connect) => {
    await assertSessions(
      () => connect({ ...direct, connection: pooled.connection }),
      `${direct.name} must not lead to a pooler in transaction mode`,
    );
    const client = await connect(pooled);
    const [here, there] = [await identityOf(client), await identityOf(await connect(direct))];
    if (here.system !== there.system || here.database !== there.database) {
      throw new SetupError(`${direct.name} must lead to the database of ${pooled.name}`);
    }
    const missing = (await client.query<{ sql: string }>(missingSettings(limitMs))).rows.map(({ sql }) => sql);
    if (missing.length === 0) return;
    throw new SetupError(
      `${pooled.name}: connections of the pooler need settings that only the role can give them: ${missing.join('; ')}; then have the pooler reconnect`,
    );
  });
}

/**
 * Checks that a way to a database has sessions: without them a program would start, and hear of no change.
 * @param past what the setting is called that leads past a pooler, for the message
 * @throws SetupError
 */
export async function checkSessions(way: Way, past: string): Promise<void> {
  await withConnections(async (connect) => {
    await assertSessions(
      () => connect(way),
      `${way.name} leads to a pooler in transaction mode, so ${past} must lead past it`,
    );
  });
}

async function withConnections(work: (connect: Connect) => Promise<void>): Promise<void> {
  const clients: SteadyClient[] = [];
  const connect: Connect = async ({ name, url, connection }) => {
    const client = new SteadyClient({ ...connection, connectionString: url });
    clients.push(client);
    await client.connect().catch((error: unknown) => {
      throw new SetupError(`${name}: the database cannot be used: ${messageOf(error)}`);
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
  const one = (await (await connect()).query<{ pid: number }>(SESSION)).rows[0]!;
  const two = (await (await connect()).query<{ pid: number }>(SESSION)).rows[0]!;
  if (one.pid === two.pid) throw new SetupError(`${otherwise}: two connections had one session`);
}

async function identityOf(client: SteadyClient): Promise<DatabaseIdentity> {
  return (await client.query<DatabaseIdentity>(IDENTITY.text)).rows[0]!;
}

/** Of settings that other connections bring along, those that the role has not; limits may be lower. */
function missingSettings(limitMs: number): string {
  return `SELECT format('ALTER ROLE %I IN DATABASE %I SET %s', current_user, current_database(), wanted) AS sql
  FROM (VALUES ('statement_timeout', 'statement_timeout = ${limitMs}'),
               ('idle_in_transaction_session_timeout', 'idle_in_transaction_session_timeout = ${limitMs}'),
               ('jit', 'jit = off')) AS w (name, wanted) JOIN pg_settings s USING (name)
 WHERE CASE WHEN name = 'jit' THEN s.setting <> 'off' ELSE s.setting::int NOT BETWEEN 1 AND ${limitMs} END`;
}
