import type { DestinationStream } from 'pino';
import { isColored, readable } from '#common/logging/logger.js';

/** What the queue says of a job that has failed, and that is tried again: in a test nobody waits for that. */
const FAILED_JOB = /^a job of .* failed: /;

interface Line {
  level?: string;
  msg?: string;
  stack?: string;
}

/**
 * Failures in the service that a test does not see: handlers that threw, endpoints that answered with 500, jobs
 * that failed. They are read from the log, so nothing of an extension is missed.
 */
export class Failures implements DestinationStream {
  private readonly waiting: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly shown: DestinationStream;

  /** @param isShown whether the lines are printed too */
  constructor(private readonly isShown: boolean) {
    this.shown = readable(process.stdout, isColored(process.env));
  }

  /** Allows failures that match: they do not fail the test. */
  expect(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** A line of the service's log. */
  write(line: string): void {
    const { level, msg = '', stack = '' } = JSON.parse(line) as Line;
    const text = [msg, stack].filter((part) => part !== '').join('\n');
    // The line of a request that was answered with 500 follows the one with the reason.
    const isFailure = (level === 'error' && msg !== 'request') || level === 'fatal' || FAILED_JOB.test(msg);
    if (isFailure && !this.expected.some((pattern) => pattern.test(text))) this.waiting.push(text);
    if (this.isShown) this.shown.write(line);
  }

  /** @throws Error with the first failure that was not thrown yet */
  throwFirst(): void {
    const [text] = this.waiting.splice(0);
    if (text !== undefined) throw new Error(`a handler, an endpoint or a job has failed: ${text}`);
  }
}
