import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';

/** Names whose values never reach a log, wherever they stand. */
const SECRETS = [
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

/**
 * The one structured logger: JSON lines, secrets redacted.
 * @param destination where lines go; standard output by default
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
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Lets Nest and our own services log through the one logger. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
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

  private write(level: 'trace' | 'debug' | 'warn' | 'error', message: unknown, rest: unknown[]): void {
    const context = rest.length > 0 ? String(rest.at(-1)) : undefined;
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    this.logger[level]({ context, stack }, String(message));
  }
}
