import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { readConfig } from '#common/config/read-config.js';
import { migrate } from '#common/migrate.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { sentAs } from '#test/support/calls/requests.js';
import { createApp } from '#src/app.js';

/** Where Fastify tells of each instance that it makes, before anything is registered at it. */
const CHANNEL = 'fastify.initialization';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** What is sent to the service. */
export interface Sent {
  method: Method;
  /** With its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text as it is. */
  body?: object | string;
  /** The address that the request comes from. */
  ip?: string;
}

export interface Answer {
  status: number;
  /** Of a failure; empty for anything else. */
  type: string;
  headers: Readonly<Record<string, unknown>>;
  text: string;
  data: Readonly<Record<string, unknown>>;
  milliseconds: number;
}

/** The service, whole but for a socket, in this process: so its router can be asked which routes there are. */
export class Service {
  private constructor(
    private readonly app: NestFastifyApplication,
    /** Each route as the router knows it, such as `GET /api/v1/commerce/orders/:id`, sorted. */
    readonly routes: readonly string[],
    readonly publicUrl: string,
  ) {}

  /** Starts it on an empty database. No webhook is sent anywhere. */
  static async start(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<Service> {
    await migrate(databaseUrl);
    const config = readConfig({
      LOG_LEVEL: 'silent',
      DEMO: 'false',
      WEBHOOK_CONCURRENCY: '0',
      JOB_CONCURRENCY: '0',
      ...settings,
    });
    const routes = new Set<string>();
    const watch = (message: unknown): void => {
      const { fastify } = message as { fastify: FastifyInstance };
      fastify.addHook('onRoute', ({ method, url }) => {
        // Preflights, which @fastify/cors answers for every address.
        if (method === 'OPTIONS' && url === '*') return;
        for (const one of [method].flat()) routes.add(`${one} ${url.replace(/(.)\/$/, '$1')}`);
      });
    };
    subscribe(CHANNEL, watch);
    try {
      const app = await createApp({ config, databaseUrl });
      await prepareFirstStart(app);
      await app.getHttpAdapter().getInstance().ready();
      return new Service(app, [...routes].sort(), config.publicUrl);
    } finally {
      unsubscribe(CHANNEL, watch);
    }
  }

  async send({ method, path, headers = {}, body, ip = '127.0.0.1' }: Sent): Promise<Answer> {
    const begun = performance.now();
    const { type: mediaType, payload } = sentAs(body);
    const answer = await this.app.inject({
      method,
      url: path,
      headers: { ...headers, ...(mediaType === undefined ? {} : { 'content-type': mediaType }) },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: payload as object }),
    });
    const milliseconds = performance.now() - begun;
    const { type: own, error, data } = parse(answer.body);
    const type = own ?? error ?? '';
    return {
      status: answer.statusCode,
      type,
      headers: answer.headers,
      text: answer.body,
      data: data ?? {},
      milliseconds,
    };
  }

  async stop(): Promise<void> {
    await this.app.close();
  }
}

function parse(text: string): { type?: string; error?: string; data?: Record<string, unknown> } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Signs of life of the instances and counts of traffic, which are written all the time. */
const LEFT_OUT = ['migrations', 'job_workers', 'traffic', 'refused_requests'];

/** Written every few seconds for whichever key was sent, also for a request that was then refused. */
const KEY_USE = `to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at'`;

/** Written beside the request, a moment later: that somebody failed to log in as a super admin. */
const FAILED_LOGIN = `to_jsonb(NEW) ->> 'action' = 'login.failed'`;

/** Notes each row of each table that is inserted, updated or deleted, so that a request is known to have changed nothing. */
export class Watch {
  private seen = 0;

  private constructor(private readonly pool: pg.Pool) {}

  /** Sets a trigger on each table of the service. */
  static async over(pool: pg.Pool): Promise<Watch> {
    await pool.query(`
      CREATE SCHEMA proof;
      CREATE TABLE proof.changes (seq bigserial PRIMARY KEY, what text NOT NULL);
      CREATE FUNCTION proof.note() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE name text := coalesce(pg_partition_root(TG_RELID)::text, TG_TABLE_NAME);
        BEGIN
          IF name = 'audit_entries' AND ${FAILED_LOGIN} THEN RETURN NULL; END IF;
          INSERT INTO proof.changes (what) VALUES (lower(TG_OP) || ' ' || name);
          RETURN NULL;
        END $$`);
    const { rows } = await pool.query<{ name: string }>(
      // A partition has the triggers of its table.
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition AND relname <> ALL ($1)`,
      [LEFT_OUT],
    );
    for (const { name } of rows) {
      const when = name === 'application_keys' ? `WHEN (${KEY_USE})` : '';
      await pool.query(`
        CREATE TRIGGER proof_rows AFTER INSERT OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION proof.note();
        CREATE TRIGGER proof_updates AFTER UPDATE ON "${name}" FOR EACH ROW ${when} EXECUTE FUNCTION proof.note()`);
    }
    return new Watch(pool);
  }

  /** What has changed since this was asked last, such as `insert orders`, each once. */
  async changes(): Promise<string[]> {
    const { rows } = await this.pool.query<{ seq: string; what: string }>({
      name: 'proof.changes',
      text: 'SELECT seq, what FROM proof.changes WHERE seq > $1 ORDER BY seq',
      values: [this.seen],
    });
    this.seen = Number(rows.at(-1)?.seq ?? this.seen);
    return [...new Set(rows.map(({ what }) => what))];
  }
}
