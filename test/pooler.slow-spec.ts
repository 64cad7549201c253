import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PgBouncer } from './support/pgbouncer.js';
import { statement } from '#common/database/index.js';
import { checkConnections, POOLED_CONNECTION } from '#common/database/connections.js';
import { SteadyClient } from '@commerce/postgres';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import { MemberImports, ndjson, type Told } from './support/imports.js';
import { monthBefore, RunHands } from './support/runs.js';
import { SERVICE, ServiceProcess } from './support/service-process.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';
import { WebhookReceiver } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

/** Of the pooler to the server, and of each instance to the pooler. */
const CONNECTIONS = 4;
const POOL_SIZE = 40;

const LIMITS = statement(
  'test.limits',
  `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle,
          current_setting('jit') AS jit, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`,
);

/** Debian's package is there after `npm run prove -- failover`. */
(PgBouncer.isInstalled ? describe : describe.skip)('a pooler in transaction mode, and a way past it', () => {
  let database: TestDatabase;
  let pooler: PgBouncer;

  beforeAll(async () => {
    database = await createTestDatabase();
    pooler = await PgBouncer.before(database.url, CONNECTIONS);
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.drop();
  });

  describe('are checked at the start', () => {
    it('for being of one database', async () => {
      const other = await createTestDatabase();
      await expect(checkConnections(pooler.url, other.url)).rejects.toThrow(
        /^DATABASE_DIRECT_URL must lead to the database of DATABASE_URL$/,
      );
      await other.drop();
    });

    it('for sessions past the pooler', async () => {
      await expect(checkConnections(database.url, pooler.url)).rejects.toThrow(
        /^DATABASE_DIRECT_URL must not lead to a pooler in transaction mode/,
      );
    });

    it('for a way past the pooler', async () => {
      const missing = 'DATABASE_URL leads to a pooler in transaction mode, so DATABASE_DIRECT_URL must lead past it';
      await expect(checkConnections(pooler.url)).rejects.toThrow(missing);
      await expect(checkConnections(database.url)).resolves.toBeUndefined();
      const errors: string[] = [];
      const child = spawn(process.execPath, [...SERVICE, 'migrate'], {
        env: { PATH: process.env.PATH, DATABASE_URL: pooler.url },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr.on('data', (chunk: Buffer) => errors.push(String(chunk)));
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(errors.join('')).toBe(`${missing}: two connections had one session\n`);
    });

    it('for being there', async () => {
      const nowhere = 'postgres://nobody@127.0.0.1:1/none';
      await expect(checkConnections(pooler.url, nowhere)).rejects.toThrow(
        /^DATABASE_DIRECT_URL: the database cannot be used/,
      );
      await expect(checkConnections(nowhere, database.url)).rejects.toThrow(
        /^DATABASE_URL: the database cannot be used/,
      );
    });

    it('for settings of the role, in one line with the SQL that is missing', async () => {
      const failure = await checkConnections(pooler.url, database.url).catch((error: Error) => error.message);
      expect(failure).toMatch(/^DATABASE_URL: [^\n]+ then have the pooler reconnect$/);
      const missing = /ALTER ROLE \S+ IN DATABASE \S+ SET [^;]+/g;
      const sql = [...String(failure).matchAll(missing)].map(([one]) => one);
      expect(sql).toHaveLength(3);
      const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
      await expect(ServiceProcess.start(env)).rejects.toThrow('the service ended with 1');
      for (const one of sql) await database.query(one);
      await pooler.stop();
      pooler = await PgBouncer.before(database.url, CONNECTIONS);
      await expect(checkConnections(pooler.url, database.url)).resolves.toBeUndefined();
    });
  });

  describe('are used by the service', () => {
    let receiver: WebhookReceiver;
    let app: TestApp;
    /** Does the jobs. */
    let service: ServiceProcess;

    beforeAll(async () => {
      receiver = await WebhookReceiver.start();
      app = await startTestApp({
        database: { ...database, url: pooler.url, drop: () => Promise.resolve() },
        config: { databaseDirectUrl: database.url, databasePoolSize: POOL_SIZE },
      });
      service = await ServiceProcess.start({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: database.url,
        WEBHOOK_ALLOW_PRIVATE: String(DELIVERING.webhookAllowPrivate),
      });
    });
    afterAll(async () => {
      expect(await service?.end('SIGTERM')).toBe(0);
      await app?.stop();
      await receiver?.stop();
    });

    const count = async (name: string): Promise<number> => {
      const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`;
      return (await database.query(sql, [name])).length;
    };

    const keyed = (): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': randomUUID() } });

    /** What is sent again until the service is not too busy: the same change, by its key. */
    const answered = async (send: () => Promise<Answer>): Promise<Answer> => {
      let answer: Answer;
      await until(async () => (answer = await send()).status !== 503);
      return answer!;
    };

    const signIn = (application: TestApplication, { user }: TestClient): Promise<Answer> =>
      app.send('POST', 'token/', {
        headers: { apikey: application.apikey, ...keyed().headers },
        payload: { username: user.username, password: PASSWORD },
      });

    it('whose statements have their limits, and leave nothing prepared', async () => {
      const limits = { statement: '20s', idle: '20s', jit: 'off', prepared: 0 };
      expect(await app.db.query(null, LIMITS)).toEqual([limits]);
      expect(await app.db.transaction((tx) => app.db.query(tx, LIMITS))).toEqual([limits]);
    });

    it('whose clients order at the same time, and whose webhooks tell of each change, over few connections', async () => {
      const shop = await WebhookShop.open(app, receiver, ['cart.updated', 'order.placed']);
      const members = await Promise.all(Array.from({ length: 20 }, () => app.make.member(shop.application)));
      const sold = await Promise.all(members.map((member) => answered(() => shop.sell(member))));
      expect(new Set(sold.map(({ status }) => status))).toEqual(new Set([200]));
      const placed = await Promise.all(
        members.map((member) => {
          const key = keyed();
          return answered(() => member.post('commerce/create-order/', {}, key));
        }),
      );
      expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]));
      // What arrived while no connection was free to record it is sent again, with the same id.
      const told = (): number => new Set(shop.received.map(({ headers }) => headers['webhook-id'])).size;
      await until(() => told() >= 2 * members.length);
      expect(told()).toBe(2 * members.length);
      expect(await count('commerce-api')).toBeLessThanOrEqual(CONNECTIONS);
      expect(await count('commerce-change-feed')).toBe(2);
    });

    it('whose log-ins do not wait for each other, though each needs a connection beside that of its request', async () => {
      const application = await app.make.application();
      const members = await Promise.all(Array.from({ length: 12 }, () => app.make.member(application)));
      const answers = await Promise.all(members.map((member) => answered(() => signIn(application, member))));
      expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200));
    });

    it('whose imports are done, and cancelled in the midst of a statement', async () => {
      const root = await app.make.superAdmin();
      const imports = new MemberImports(app, root);
      const row = (username: string) => ({ username, kind: 'distributor', enrolled_at: '2020-01-01' });
      const send = async (username: string): Promise<string> =>
        (await imports.send(ndjson([row(username)]))).body.data.id as string;
      const read = async (id: string): Promise<Told> => (await root.get(`/admin/api/imports/${id}/`)).body.data as Told;
      const first = await send('first');
      await until(async () => (await read(first)).status === 'done');
      // Whoever writes the same name waits for this.
      const blocker = new SteadyClient({ connectionString: database.url });
      await blocker.connect();
      // The role lets a transaction be idle for 20 s, which a busy machine takes to get to the cancellation.
      await blocker.query(
        `SET idle_in_transaction_session_timeout = 0; BEGIN; INSERT INTO users (username) VALUES ('second')`,
      );
      const second = await send('second');
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await until(async () => (await database.query(waiting)).length > 0);
      expect((await root.post(`/admin/api/imports/${second}/cancel/`)).status).toBe(200);
      await until(async () => (await read(second)).status === 'cancelled');
      await blocker.end();
    });

    it('whose commission runs are calculated and posted', async () => {
      const hands = await RunHands.of(app);
      const period = monthBefore(1);
      await hands.published(period);
      const { body } = await hands.start({ period, kind: 'final' });
      const id = body.data.id as number;
      await until(async () => (await hands.read(id)).status === 'calculated');
      expect((await hands.act(id, 'approve', hands.other)).status).toBe(200);
      expect((await hands.act(id, 'post')).status).toBe(200);
    });

    it('whose instances hear of each other’s changes', async () => {
      const member = await app.make.member();
      const headers = { apikey: member.application!.apikey, authorization: `Bearer ${member.token}` };
      const cart = async (): Promise<number> =>
        (await fetch(`${service.url}${app.path('commerce/cart-items/')}`, { headers })).status;
      await until(async () => (await cart()) === 200);
      expect((await member.post('logout/')).status).toBe(200);
      await until(async () => (await cart()) === 401);
    });
  });

  it('leads away from a server that accepts no writes any more, though the pooler keeps the connection', async () => {
    const url = `${pooler.url}?target_session_attrs=read-write`;
    const client = new SteadyClient({ ...POOLED_CONNECTION, connectionString: url });
    await client.connect();
    let hasEnded = false;
    client.once('end', () => (hasEnded = true));
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`;
    await database.query(others);
    await until(() =>
      client.query('CREATE TABLE written ()').then(
        () => false,
        () => hasEnded,
      ),
    );
    await expect(new SteadyClient({ ...POOLED_CONNECTION, connectionString: url }).connect()).rejects.toThrow(
      'no host accepts writes',
    );
  });
});
