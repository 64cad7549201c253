import type { Logger } from 'pino';
import type { TraceSettings } from '../config/config.js';
import type { Tracing } from './open-telemetry.js';

/** Milliseconds that the last spans have to be sent when the process stops. */
const STOP_MS = 3_000;

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
