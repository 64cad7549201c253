import { describe, expect, it } from '@jest/globals';
import {
  add,
  count,
  keptSeconds,
  LATENCY_BUCKETS,
  latencyBucket,
  noCounts,
  percentile,
  SPANS,
  stepsOf,
  TRAFFIC_WINDOWS,
} from './traffic.rules.js';

const NOW = Date.parse('2026-11-21T08:37:21.500Z');

describe('a window', () => {
  it.each([
    ['hour', 60, 60, '2026-11-21T07:38:00.000Z', '2026-11-21T08:38:00.000Z'],
    ['day', 96, 900, '2026-11-20T08:45:00.000Z', '2026-11-21T08:45:00.000Z'],
    ['week', 168, 3600, '2026-11-14T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    ['month', 120, 21600, '2026-10-22T12:00:00.000Z', '2026-11-21T12:00:00.000Z'],
  ] as const)('%s has %d steps of %d seconds, the last of which is running', (window, steps, stepSeconds, from, to) => {
    expect(stepsOf(window, NOW)).toEqual({ steps, stepSeconds, from: Date.parse(from), to: Date.parse(to) });
  });

  it('begins a new step with its first millisecond', () => {
    const at = Date.parse('2026-11-21T08:38:00.000Z');
    expect(stepsOf('hour', at).to).toBe(at + 60_000);
    expect(stepsOf('hour', at - 1).to).toBe(at);
  });

  it('is kept for longer than it is shown', () => {
    for (const window of TRAFFIC_WINDOWS) {
      const { steps, stepSeconds } = stepsOf(window, NOW);
      expect(SPANS).toContain(stepSeconds);
      expect(keptSeconds(stepSeconds)).toBeGreaterThan(steps * stepSeconds);
    }
  });
});

describe('a latency', () => {
  it.each([
    [0, 0],
    [1, 0],
    [1.01, 1],
    [2.5, 1],
    [10_000, 12],
    [10_000.1, LATENCY_BUCKETS - 1],
  ])('of %d ms is counted in bucket %d', (ms, bucket) => {
    expect(latencyBucket(ms)).toBe(bucket);
  });
});

describe('a percentile', () => {
  /** Counts of a latency each. */
  const histogram = (...ms: number[]): number[] => {
    const counts = noCounts();
    for (const one of ms) count(counts, 200, one);
    return counts.latencies;
  };

  it('is null without requests', () => {
    expect(percentile(histogram(), 0.5)).toBeNull();
  });

  it('is interpolated within its bucket', () => {
    const both = histogram(7, 7);
    expect(percentile(both, 0.5)).toBe(7.5);
    expect(percentile(both, 1)).toBe(10);
    expect(percentile(histogram(0.5), 0.5)).toBe(0.5);
  });

  it('is of the bucket in which the share is reached, over empty ones', () => {
    const mostlyFast = histogram(...Array.from({ length: 95 }, () => 3), ...Array.from({ length: 5 }, () => 700));
    expect(percentile(mostlyFast, 0.95)).toBe(5);
    expect(percentile(mostlyFast, 0.96)).toBe(600);
  });

  it('is where the last bucket begins for what is slower than all bounds', () => {
    expect(percentile(histogram(60_000), 0.5)).toBe(10_000);
  });
});

describe('counts', () => {
  it('tell clients’ errors and the service’s from answers', () => {
    const counts = noCounts();
    for (const status of [200, 304, 400, 429, 499, 500, 503]) count(counts, status, 3);
    expect(counts).toMatchObject({ requests: 7, client_errors: 3, server_errors: 2 });
    expect(counts.latencies).toEqual([0, 0, 7, ...Array.from({ length: LATENCY_BUCKETS - 3 }, () => 0)]);
  });

  it('are added bucket by bucket', () => {
    const [sum, more] = [noCounts(), noCounts()];
    count(sum, 200, 3);
    count(more, 500, 3);
    count(more, 404, 300);
    add(sum, more);
    expect(sum).toMatchObject({ requests: 3, client_errors: 1, server_errors: 1 });
    expect([sum.latencies[2], sum.latencies[8]]).toEqual([2, 1]);
    expect(more.requests).toBe(2);
  });
});
