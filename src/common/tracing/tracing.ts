import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { TraceSettings } from '../config/config.js';

/** Milliseconds that the last spans have to be sent when the process stops. */
const STOP_MS = 3_000;

/** Ids of a request's span, for its line in the log. */
export interface TraceIds {
  readonly trace_id: string;
  readonly span_id: string;
}

/** What is told about the service's work while tracing is on. */
export interface Tracing {
  /** Begins a span with each request, in the trace of its caller if it names one. */
  watch(fastify: FastifyInstance): void;
  /** The ids of a request's span. */
  idsOf(request: FastifyRequest): TraceIds | undefined;
  /** Runs a job in a trace of its own. */
  job<T>(task: string, work: () => Promise<T>): Promise<T>;
  /**
   * Sends a request to another server in a span. Of the address only the host is told: paths and queries may hold secrets.
   * @param statusOf the status of the answer; undefined: there was none
   */
  outgoing<T>(url: URL, work: () => Promise<T>, statusOf: (result: T) => number | undefined): Promise<T>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let active: Tracing | undefined;

/** What traces the service's work; undefined: nothing does. */
export function tracing(): Tracing | undefined {
  return active;
}

/** Begins to trace if the settings say so. Without them, none of OpenTelemetry's SDK is loaded. */
export async function startTracing(settings: TraceSettings | undefined, logger: Logger): Promise<void> {
  if (settings === undefined || active !== undefined) return;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  active = OpenTelemetry.start(settings, logger);
}

/** Sends the last spans, for a few seconds at most. */
export async function stopTracing(): Promise<void> {
  const ending = active;
  active = undefined;
  if (ending === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
  await Promise.race([ending.stop().catch(() => undefined), late]);
  clearTimeout(timer);
}
