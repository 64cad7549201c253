import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { isColored, isRead, readable } from './readable.js';

/** Names whose values never reach a log, wherever they stand. Headers may hold secrets under names that nobody knows. */
const SECRETS = [
  'headers',
  'authorization',
  'apikey',
  'cookie',
  'password',
  'access_token',
  'refresh_token',
  'ticket',
  'login_url',
  'secret',
  'jwk',
  '["set-cookie"]',
  '["idempotency-key"]',
];

const paths = SECRETS.flatMap((name) =>
  name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`],
);

/** Bytes that are gathered before they are written, and milliseconds after which they are written in any case. */
const GATHER_BYTES = 15_360;
const GATHER_MS = 100;

/** The same where several processes write into one pipe: what it takes in one piece, and less than that. */
const PIECE_BYTES = 4_096;
const GATHER_WITHIN_PIECE_BYTES = 3_072;

/**
 * The one structured logger: JSON lines, secrets redacted.
 * @param destination where lines go; standard output by default, a few lines at a time (all of them when the process ends,
 *   unless it is killed). On a terminal they are shown at once, as people read them.
 */
export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: 'commerce-api' },
    redact: { paths, censor: '[redacted]' },
    serializers: { err: stdSerializers.err },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, destination ?? standardOutput());
}

/**
 * The logger of one of several processes that write to the same output: it says which, and writes whole lines alone.
 * @param worker its number among them
 */
export function createWorkerLogger(level: LevelWithSilent, worker: number): Logger {
  const output = { minLength: GATHER_WITHIN_PIECE_BYTES, maxWrite: PIECE_BYTES };
  return createLogger(level, standardOutput(output)).child({ worker });
}

/** The same logger for lines whose fields are known to hold no secret: looking for some costs more than the line. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

function standardOutput(
  output: { minLength: number; maxWrite?: number } = { minLength: GATHER_BYTES },
): DestinationStream {
  if (isRead()) return readable(process.stdout, isColored(process.env));
  return pino.destination({ dest: 1, sync: false, periodicFlush: GATHER_MS, ...output });
}

/** Where Nest itself says what it has found: too much for each start. */
const CONTEXTS_OF_NEST = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Lets Nest, our own services and extensions log through the one logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(CONTEXTS_OF_NEST.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error', message: unknown, rest: unknown[]): void {
    const context = rest.length > 0 ? String(rest.at(-1)) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    this.logger[level]({ context, stack }, String(message));
  }
}
