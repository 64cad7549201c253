/** How far back the figures go: the last hour, day, seven days or 30 days. */
export const TRAFFIC_WINDOWS = ['hour', 'day', 'week', 'month'] as const;
export type TrafficWindow = (typeof TRAFFIC_WINDOWS)[number];

/** The steps of a window. */
interface WindowShape {
  readonly steps: number;
  readonly stepSeconds: number;
}

const SHAPES: Readonly<Record<TrafficWindow, WindowShape>> = {
  hour: { steps: 60, stepSeconds: 60 },
  day: { steps: 96, stepSeconds: 15 * 60 },
  week: { steps: 168, stepSeconds: 60 * 60 },
  month: { steps: 120, stepSeconds: 6 * 60 * 60 },
};

/** The counted spans, in seconds: one for the steps of each window, so that reads sum nothing up. */
export const SPANS = TRAFFIC_WINDOWS.map((window) => SHAPES[window].stepSeconds);

const DAY_SECONDS = 24 * 60 * 60;

/** Days for which spans below an hour are kept, and those of an hour and more. */
export const KEPT_DAYS = { short: 2, long: 90 };

/** Seconds for which the rows of a span are kept at least. */
export function keptSeconds(span: number): number {
  return (span < 3600 ? KEPT_DAYS.short : KEPT_DAYS.long) * DAY_SECONDS;
}

/** Upper ends of the latency buckets in milliseconds; the last bucket has none. Stored by position: only add at the end. */
const LATENCY_BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const;

/** How many latency buckets there are. */
export const LATENCY_BUCKETS = LATENCY_BOUNDS_MS.length + 1;

/** The index of a latency's bucket. @param ms milliseconds */
export function latencyBucket(ms: number): number {
  let bucket = 0;
  while (bucket < LATENCY_BOUNDS_MS.length && ms > LATENCY_BOUNDS_MS[bucket]!) bucket += 1;
  return bucket;
}

/** When a window begins and ends. */
export interface TrafficSteps extends WindowShape {
  /** When the first step begins, in milliseconds since 1970. */
  readonly from: number;
  /** When the last, current step ends. */
  readonly to: number;
}

/**
 * The steps of a window, at multiples of their length.
 * @param now in milliseconds since 1970
 */
export function stepsOf(window: TrafficWindow, now: number): TrafficSteps {
  const shape = SHAPES[window];
  const step = shape.stepSeconds * 1000;
  const to = (Math.floor(now / step) + 1) * step;
  return { ...shape, from: to - shape.steps * step, to };
}

/** Requests by outcome. */
export interface Counts {
  requests: number;
  client_errors: number;
  server_errors: number;
  /** Requests by their latency, as many as there are buckets. */
  latencies: number[];
}

/** Counts of no request. */
export function noCounts(): Counts {
  return {
    requests: 0,
    client_errors: 0,
    server_errors: 0,
    latencies: Array.from({ length: LATENCY_BUCKETS }, () => 0),
  };
}

/**
 * Counts a request.
 * @param status of its response
 * @param ms milliseconds until it was answered
 */
export function count(counts: Counts, status: number, ms: number): void {
  counts.requests += 1;
  if (status >= 500) counts.server_errors += 1;
  else if (status >= 400) counts.client_errors += 1;
  counts.latencies[latencyBucket(ms)]! += 1;
}

/** Adds counts to others. */
export function add(counts: Counts, more: Counts): void {
  counts.requests += more.requests;
  counts.client_errors += more.client_errors;
  counts.server_errors += more.server_errors;
  more.latencies.forEach((requests, bucket) => (counts.latencies[bucket]! += requests));
}

/**
 * The latency that a share of the requests did not exceed, interpolated within its bucket; the start of the last bucket for
 * requests in it.
 * @param share 0 to 1
 * @returns milliseconds, to a tenth; null without requests
 */
export function percentile(latencies: readonly number[], share: number): number | null {
  const total = latencies.reduce((sum, requests) => sum + requests, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [bucket, requests] of latencies.entries()) {
    const lower = LATENCY_BOUNDS_MS[bucket - 1] ?? 0;
    const upper = LATENCY_BOUNDS_MS[bucket] ?? lower;
    if (requests > 0 && below + requests >= rank) {
      return Math.round((lower + ((upper - lower) * (rank - below)) / requests) * 10) / 10;
    }
    below += requests;
  }
  return null;
}

/** Whose requests: an application's, those without a known application, or those of all further applications. */
export const TRAFFIC_KINDS = ['application', 'none', 'others'] as const;
export type TrafficKind = (typeof TRAFFIC_KINDS)[number];
