import type { LoggerService } from '@nestjs/common';
import { Logger } from 'graphile-worker';

/**
 * The library's log in ours: what it calls errors are warnings, since the queue mends them by itself. The rest - each job
 * that begins and ends - is left out, and so is everything but the first line, for the others may hold payloads.
 */
export function jobLogger(logger: LoggerService): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') logger.warn(message.split('\n', 1)[0]);
  });
}
