import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../src/app.js';
import { readConfig } from '#common/config/read-config.js';
import { migrate } from '#common/migrate.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { sentAs } from '../support/calls/requests.js';

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
