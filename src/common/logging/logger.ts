import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type DestinationStream, type LevelWithSilent, type Logger } from 'pino';
import { isatty } from 'node:tty';

/** Colours of levels on a terminal: red, yellow, green, grey. */
const COLORS: Record<string, number> = { fatal: 31, error: 31, warn: 33, info: 32, debug: 90, trace: 90 };

/** Control characters in a log could manipulate the reader's terminal. Line feeds and tabs are harmless. */
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Whether standard output is a terminal. */
function isTerminal(): boolean {
  return isatty(1);
}

/** Whether to use colours: not with NO_COLOR (no-color.org), nor on a dumb terminal. */
export function isColored({ NO_COLOR = '', TERM }: NodeJS.ProcessEnv): boolean {
  return NO_COLOR === '' && TERM !== 'dumb';
}

/** Converts JSON log lines to human-readable ones. */
export function readable(to: { write(text: string): unknown }, colored: boolean): DestinationStream {
  return { write: (line) => void to.write(`${readableLine(line, colored)}\n`) };
}

/**
 * A human-readable log line: `09:30:00 INFO  GET /health/live 200 1.2 ms`, then the other fields.
 * @param line a JSON line of the logger; other text is not changed
 */
export function readableLine(line: string, colored: boolean): string {
  const fields = parse(line);
  if (fields === undefined) return clean(line.trimEnd());
  const { level, time, service: _service, msg, method, path, status, ms, err, stack, ...rest } = fields;
  const isRequest = method !== undefined && path !== undefined;
  const what = isRequest ? `${text(method)} ${text(path)} ${text(status)} ${text(ms)} ms` : text(msg ?? '');
  const others = Object.entries(rest).map(([name, value]) => dim(`${name}=${text(value)}`, colored));
  const trace = stack ?? (err as { stack?: unknown } | undefined)?.stack ?? err;
  const tail = trace === undefined ? '' : `\n${text(trace)}`;
  return `${[dim(clock(time), colored), label(text(level), colored), clean(what), ...others].join(' ')}${clean(tail)}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The local time of day of an ISO 8601 time. */
function clock(time: unknown): string {
  return new Date(String(time)).toTimeString().slice(0, 8);
}

function label(level: string, colored: boolean): string {
  const padded = clean(level).toUpperCase().padEnd(5);
  return colored ? `\u001b[${COLORS[level] ?? 0}m${padded}\u001b[0m` : padded;
}

function dim(words: string, colored: boolean): string {
  return colored ? `\u001b[2m${clean(words)}\u001b[0m` : clean(words);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function clean(words: string): string {
  return words.replace(CONTROL_CHARACTERS, '\ufffd');
}

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

/** One for all loggers of the process, since it writes at intervals as long as the process runs. */
let gathered: DestinationStream | undefined;

function standardOutput(): DestinationStream {
  if (isTerminal()) return readable(process.stdout, isColored(process.env));
  return (gathered ??= pino.destination({ dest: 1, sync: false, periodicFlush: GATHER_MS, minLength: GATHER_BYTES }));
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
