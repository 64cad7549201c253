import type { LoggerService } from '@nestjs/common';
import { Logger } from 'graphile-worker';

/** Milliseconds in which a line that begins like another is left out: in an outage they come every second. */
const QUIET_MS = 60_000;

/** Characters by which lines are told apart; what follows are ids and reasons. */
const BEGINNING = 20;

/**
 * The library's log in ours: what it calls errors are warnings, since the queue mends them by itself. The rest - each job
 * that begins and ends - is left out, and so is everything but the first line, for the others may hold payloads.
 */
export function jobLogger(logger: LoggerService): Logger {
  const last = new Map<string, number>();
  return new Logger(() => (level, message) => {
    if (level !== 'error') return;
    const beginning = message.slice(0, BEGINNING);
    if (performance.now() - (last.get(beginning) ?? -Infinity) < QUIET_MS) return;
    last.set(beginning, performance.now());
    logger.warn(message.split('\n', 1)[0]);
  });
}
