import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { Failures } from './failures.js';
import type { TestDatabase } from './test-database.js';

/** A response with its parsed body. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test knows what it asked for
export interface Answer<Body = any> {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: Body;
  text: string;
}

/** The parts of a request; `payload` objects are sent as JSON. */
export interface TestRequest {
  headers?: Record<string, string>;
  payload?: string | object | Buffer;
  remoteAddress?: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS';

/** The service under test, on its own database, with helpers for HTTP requests. */
export class TestedService {
  constructor(
    readonly nest: NestFastifyApplication,
    readonly config: Config,
    readonly database: TestDatabase,
    private readonly ownsDatabase: boolean,
    /** What handlers have failed with; nothing is written to it in tests that expect answers of 500. */
    readonly failures = new Failures(false),
  ) {}

  /** The service's database access. */
  get db(): Database {
    return this.nest.get(Database);
  }

  /** The path of an endpoint of the client API: `path('commerce/cart-items/')`. */
  path(endpoint: string): string {
    return `/${this.config.apiPrefix}/v1/${endpoint}`;
  }

  /** Sends a request without a socket. A path that does not start with a slash is one of the client API. */
  async send(method: Method, path: string, { headers, payload, remoteAddress }: TestRequest = {}): Promise<Answer> {
    const response = await this.nest.inject({
      method,
      url: path.startsWith('/') ? path : this.path(path),
      ...(headers === undefined ? {} : { headers }),
      ...(payload === undefined ? {} : { payload }),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
    const { statusCode: status, body: text, headers: received } = response;
    this.failures.throwFirst();
    return { status, headers: received, body: parse(text), text };
  }

  /** Listens on a free port of 127.0.0.1; returns the URL. */
  async listen(): Promise<string> {
    await this.nest.listen(0, '127.0.0.1');
    return this.nest.getUrl();
  }

  /** Stops the service and drops its database. */
  async stop(): Promise<void> {
    await this.nest.close();
    if (this.ownsDatabase) await this.database.drop();
    this.failures.throwFirst();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
