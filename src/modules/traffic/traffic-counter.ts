import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Config } from '../../common/config/config.js';
import { Database } from '../../common/database/index.js';
import { NO_APPLICATION } from './traffic.entity.js';
import { ADD_TRAFFIC } from './traffic.queries.js';
import { count, noCounts, type Counts } from './traffic.rules.js';

/** Milliseconds between a first request and the writing of what was counted. */
const FLUSH_MS = 10_000;

const MINUTE_MS = 60_000;

/** Most counts that wait while the database cannot take them; the oldest go first. */
const MAX_WAITING = 10_000;

/** What an application asked in a minute. */
interface CountedMinute extends Counts {
  application_id: string;
  /** When the minute began, in seconds since 1970. */
  second: number;
}

/**
 * Counts the requests of the client API in memory, and adds them to the table every 10 seconds: requests do not wait for
 * it. A crash loses what was not yet written.
 */
@Injectable()
export class TrafficCounter implements OnApplicationShutdown {
  private readonly logger = new Logger(TrafficCounter.name);
  private readonly current = new Map<string, CountedMinute>();
  private waiting: CountedMinute[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {}

  /**
   * Counts every request of the client API from now on. One that is refused before its application is known counts
   * without; preflights of browsers, which no application sends, do not count.
   */
  watch(fastify: FastifyInstance): void {
    const path = `/${this.config.apiPrefix}/v`;
    fastify.addHook('onResponse', (request, reply, done) => {
      // The address of a route has no percent-encoding; where there is no route, the request's own must do.
      const address = request.routeOptions.url ?? request.url;
      if (address.startsWith(path) && request.method !== 'OPTIONS') {
        this.count(request.application?.id ?? NO_APPLICATION, reply.statusCode, reply.elapsedTime);
      }
      done();
    });
  }

  /** Not sooner: what is being answered when the instance stops counts as well. */
  async onApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes what is not yet written; what cannot be is kept for the next time. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private count(applicationId: string, status: number, ms: number): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const second = (minute * MINUTE_MS) / 1000;
    let counted = this.current.get(applicationId);
    if (counted?.second !== second) {
      if (counted !== undefined) this.waiting.push(counted);
      counted = { application_id: applicationId, second, ...noCounts() };
      this.current.set(applicationId, counted);
    }
    count(counted, status, ms);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counted = [...this.waiting, ...this.current.values()];
    if (counted.length === 0) return;
    this.waiting = [];
    this.current.clear();
    try {
      await this.db.change(null, ADD_TRAFFIC, [JSON.stringify(counted)]);
    } catch (error) {
      this.waiting = [...counted, ...this.waiting].slice(-MAX_WAITING);
      this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
      this.logger.warn(`the traffic was not written: ${String(error)}`);
    }
  }
}
