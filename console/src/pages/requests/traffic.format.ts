import { formatNumber } from '../../components/format';
import type { Traffic } from './requests.queries';

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A time in milliseconds: `84 ms`, `1.2 s`; `none` where there was no request. */
export function formatLatency(ms: number | null): string {
  if (ms === null) return 'none';
  if (ms >= 1_000) return `${formatNumber(Math.round(ms / 100) / 10)}\u00a0s`;
  return `${formatNumber(ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10)}\u00a0ms`;
}

/** A share in percent. */
export function formatShare(part: number, whole: number): string {
  return percent.format(whole === 0 ? 0 : part / whole);
}

/** Average requests per minute. */
export function requestsNote({ totals, from, to }: Traffic): string {
  const minutes = Math.max(1, (Date.parse(to) - Date.parse(from)) / 60_000);
  const each = totals.requests / minutes;
  return `${each < 1 ? 'less than 1' : formatNumber(Math.round(each))} per minute on average`;
}

/** Share of errors. */
export function errorsNote({ totals: { requests, client_errors, server_errors } }: Traffic): string {
  const share = formatShare(client_errors + server_errors, requests);
  return `${share} of requests; ${formatNumber(server_errors)} server error${server_errors === 1 ? '' : 's'}`;
}

/** Median response time. */
export function latencyNote({ totals: { latency_p50_ms } }: Traffic): string {
  return `95th percentile; median ${formatLatency(latency_p50_ms)}`;
}
