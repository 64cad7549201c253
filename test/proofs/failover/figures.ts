import type { Attempt, Request } from './retrier.js';

/** Milliseconds on one clock: from a fault until the cluster was whole again. */
export interface Span {
  readonly begun: number;
  readonly ended: number;
}

/** What clients met during a fault. */
export interface Figures {
  /** Requests that were answered with success, and attempts with 503. */
  readonly ok: number;
  readonly unavailable: number;
  /** What must not be: other statuses of failure, and connections that were cut. */
  readonly others: readonly string[];
  /** Seconds from the first request that came to 503 until the last such answer; 0 without one. */
  readonly outage: number;
  /** Seconds of the slowest request with all its attempts. */
  readonly slowest: number;
}

/** Counts what clients met. */
export function figuresOf(attempts: readonly Attempt[], requests: readonly Request[], { begun, ended }: Span): Figures {
  const within = attempts.filter((attempt) => attempt.ended >= begun && attempt.begun <= ended);
  const failed = within.filter(({ outcome }) => outcome === 503);
  const others = within.filter(({ outcome }) => typeof outcome === 'string' || (outcome >= 500 && outcome !== 503));
  const first = Math.min(...failed.map((attempt) => attempt.begun));
  const last = Math.max(...failed.map((attempt) => attempt.ended));
  const slow = requests.filter((request) => request.ended >= begun && request.begun <= ended);
  return {
    ok: within.filter(({ outcome }) => typeof outcome === 'number' && outcome < 300).length,
    unavailable: failed.length,
    others: others.map(({ outcome }) => String(outcome)),
    outage: failed.length === 0 ? 0 : (last - first) / 1000,
    slowest: Math.max(0, ...slow.map((request) => request.ended - request.begun)) / 1000,
  };
}
