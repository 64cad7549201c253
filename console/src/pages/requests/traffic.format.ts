import { formatNumber } from '../../components/format';
import type { Traffic } from './requests.queries';
import { plural, t, locale } from '../../i18n/t';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** A time in milliseconds: `84 ms`, `1.2 s`; `none` where there was no request. */
export function formatLatency(ms: number | null): string {
  if (ms === null) return t('none');
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
  return each < 1
    ? t('less than 1 per minute on average')
    : t('{{each}} per minute on average', { each: formatNumber(Math.round(each)) });
}

/** Share of errors. */
export function errorsNote({ totals: { requests, client_errors, server_errors } }: Traffic): string {
  const share = formatShare(client_errors + server_errors, requests);
  return plural(
    server_errors,
    '{{share}} of requests; {{count}} server error',
    '{{share}} of requests; {{count}} server errors',
    { share },
  );
}

/** Median response time. */
export function latencyNote({ totals: { latency_p50_ms } }: Traffic): string {
  return t('95th percentile; median {{latency_p50_ms}}', { latency_p50_ms: formatLatency(latency_p50_ms) });
}
