import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { AppError } from '../errors/app-error.js';

/** Requests of one caller that may wait for a place, and how long each does. */
const MAX_WAITING = 200;
const PATIENCE_MS = 10_000;

const RETRY_AFTER_SECONDS = '1';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose place the request has. */
    place?: number | undefined;
  }
}

interface Line {
  atWork: number;
  /** Those that wait for a place, in the order in which they came. */
  readonly waiting: Set<() => void>;
}

/**
 * Bounds the requests that one caller has at work in this instance, so that no flood of one takes all connections to the
 * database. The others wait in a line of the caller's own. Decision 39.
 */
@Injectable()
export class CallerPlaces {
  /** Requests that one user may have at work: a fourth of the connections, since some requests need two. */
  readonly ofUser: number;
  private readonly lines = new Map<number, Line>();

  constructor({ databasePoolSize }: Config) {
    const most = Math.max(1, databasePoolSize - 1);
    this.ofUser = Math.min(most, Math.max(2, Math.floor(databasePoolSize / 4)));
  }

  /** Gives a place back as soon as the work for its answer is done; a client that hangs up meanwhile does not. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      this.leave(request);
      done(null, payload);
    });
  }

  /**
   * Takes a place, or waits for one. Who is not logged in needs none: logging in has limits of its own.
   * @returns nothing where there is one at once
   * @throws AppError TOO_MANY_REQUESTS when too many wait already, or none became free in time
   */
  take(request: FastifyRequest): Promise<void> | undefined {
    return request.caller === undefined ? undefined : this.enter(request, request.caller.uid);
  }

  private enter(request: FastifyRequest, key: number): Promise<void> | undefined {
    let line = this.lines.get(key);
    if (line === undefined) this.lines.set(key, (line = { atWork: 0, waiting: new Set() }));
    if (line.atWork < this.ofUser) {
      line.atWork += 1;
      request.place = key;
      return undefined;
    }
    if (line.waiting.size >= MAX_WAITING) throw tooMany();
    return this.wait(request, key, line);
  }

  private wait(request: FastifyRequest, key: number, { waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        request.place = key;
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(tooMany());
      }, PATIENCE_MS).unref();
      waiting.add(enter);
    });
  }

  private leave(request: FastifyRequest): void {
    const key = request.place;
    const line = key === undefined ? undefined : this.lines.get(key);
    if (key === undefined || line === undefined) return;
    request.place = undefined;
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.atWork -= 1;
    if (line.atWork === 0) this.lines.delete(key);
  }
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'too many of your requests are at work at the same time; try again later', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
