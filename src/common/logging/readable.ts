import { isatty } from 'node:tty';
import type { DestinationStream } from 'pino';

/** Colours of levels on a terminal: red, yellow, green, grey. */
const COLORS: Record<string, number> = { fatal: 31, error: 31, warn: 33, info: 32, debug: 90, trace: 90 };

/** Control characters in a log could manipulate the reader's terminal. Line feeds and tabs are harmless. */
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Whether standard output is a terminal. */
export function isTerminal(): boolean {
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
