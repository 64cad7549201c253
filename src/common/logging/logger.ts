import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { isColored, isTerminal, readable } from './readable.js';

/** Fields whose values are redacted at any depth. Headers may contain secrets under unknown names. */
const SECRETS = [
  'headers',
  'authorization',
  'apikey',
  'cookie',
  'password',
  'current_password',
  'challenge',
  'recovery_codes',
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

/** Bytes to buffer before writing, and milliseconds after which they are written in any case. */
const GATHER_BYTES = 15_360;
const GATHER_MS = 100;

/**
 * The structured logger: JSON lines, secrets redacted.
 * @param destination default: standard output, buffered (flushed at exit, unless the process is killed). On a terminal, lines
 *   are human-readable and not buffered.
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

/** The same logger without redaction, which costs more than the line; for lines whose fields contain no secrets. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

function standardOutput(): DestinationStream {
  if (isTerminal()) return readable(process.stdout, isColored(process.env));
  return pino.destination({ dest: 1, sync: false, periodicFlush: GATHER_MS, minLength: GATHER_BYTES });
}

/** Contexts of Nest that log too much at startup. */
const CONTEXTS_OF_NEST = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Nest's logger interface, for Nest, our own services and extensions. */
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
