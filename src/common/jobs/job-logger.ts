import type { LoggerService } from '@nestjs/common';
import { Logger } from 'graphile-worker';

/** Milliseconds in which similar lines are logged once: in an outage they come every second. */
const QUIET_MS = 60_000;

/** Lines with the same first characters are similar; ids and reasons follow. */
const BEGINNING = 20;

/**
 * Forwards the library's errors to our log, as warnings: the queue recovers by itself. Job starts and ends are not logged,
 * and of each message only the first line, because the others may contain payloads.
 */
export function jobLogger(logger: LoggerService): Logger {
  const last = new Map<string, number>();
  return new Logger(() => (level, message) => {
    // JobQueue logs failed jobs itself.
    if (level !== 'error' || message.startsWith('Failed task')) return;
    const beginning = message.slice(0, BEGINNING);
    if (performance.now() - (last.get(beginning) ?? -Infinity) < QUIET_MS) return;
    last.set(beginning, performance.now());
    logger.warn(message.split('\n', 1)[0]);
  });
}
