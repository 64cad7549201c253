import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { BackgroundWriter } from '#common/background-writer.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { onceAnswered } from '#common/answered.js';
import { NO_APPLICATION } from './traffic.entity.js';
import { ADD_TRAFFIC } from './traffic.queries.js';
import { count, noCounts, type Counts } from './traffic.rules.js';

const FLUSH_MS = 10_000;

const MINUTE_MS = 60_000;

/** Most counts kept while the database is unavailable; the oldest are dropped. */
const MAX_WAITING = 10_000;

/** The requests of an application in a minute. */
interface CountedMinute extends Counts {
  application_id: string;
  /** When the minute began, in seconds since 1970. */
  second: number;
}

/**
 * Counts the requests of the client API in memory, and writes them every 10 seconds in the background; on failure they are kept
 * for the next time.
 */
@Injectable()
export class TrafficCounter extends BackgroundWriter {
  private readonly current = new Map<string, CountedMinute>();
  private waiting: CountedMinute[] = [];

  constructor(
    private readonly db: Database,
    private readonly config: Config,
  ) {
    super(FLUSH_MS);
  }

  /**
   * Counts every request of the client API, except CORS preflights. Requests without a valid key count without an
   * application.
   */
  watch(fastify: FastifyInstance): void {
    const path = `/${this.config.apiPrefix}/v`;
    onceAnswered(fastify, (request, reply, status) => {
      // The route's path has no percent-encoding; without a route, the request's path is used.
      const address = request.routeOptions.url ?? request.url;
      if (address.startsWith(path) && request.method !== 'OPTIONS') {
        this.count(request.keyOfApplication ?? NO_APPLICATION, status, reply.elapsedTime);
      }
    });
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
    this.writeSoon();
  }

  protected async write(): Promise<void> {
    const counted = [...this.waiting, ...this.current.values()];
    if (counted.length === 0) return;
    this.waiting = [];
    this.current.clear();
    try {
      await this.db.change(null, ADD_TRAFFIC, [JSON.stringify(counted)]);
    } catch (error) {
      this.waiting = [...counted, ...this.waiting].slice(-MAX_WAITING);
      this.writeSoon();
      this.logger.warn(`failed to write traffic: ${String(error)}`);
    }
  }
}
