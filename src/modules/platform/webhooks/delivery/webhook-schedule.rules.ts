const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds between an attempt that failed and the next one: the first number is the wait after the first attempt. */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Random extension of a wait, as a part of it, so that what failed together is not retried together. */
const MAX_JITTER = 0.2;

/** The maximum of `Retry-After`, in seconds. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** The end of an attempt. */
export interface AttemptEnd {
  /** The status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
}

/** What an attempt means for its delivery. */
export type Verdict =
  { readonly outcome: 'delivered' | 'failed' | 'gone' } | { readonly outcome: 'retry'; readonly delaySeconds: number };

/**
 * The verdict on an attempt: only 2xx is success, and 410 means that the endpoint is gone. See docs/spec/service.md#7.
 * @param tries attempts so far, including this one
 * @param isTest test events are sent once
 * @param now milliseconds since 1970
 * @param random from 0 to 1
 */
export function evaluateAttempt(end: AttemptEnd, tries: number, isTest: boolean, now: number, random: number): Verdict {
  const { status } = end;
  if (status !== undefined && status >= 200 && status < 300) return { outcome: 'delivered' };
  if (isTest) return { outcome: 'failed' };
  if (status === 410) return { outcome: 'gone' };
  const wait = RETRY_SECONDS[tries - 1];
  if (wait === undefined) return { outcome: 'failed' };
  const asked = retryAfterSeconds(end.retryAfter, now) ?? 0;
  return { outcome: 'retry', delaySeconds: Math.max(wait * (1 + MAX_JITTER * random), asked) };
}

/**
 * The seconds that a `Retry-After` asks for, 0 to 24 hours; undefined when it is neither a number of seconds nor a date.
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^[0-9]+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER);
}

/** HTTP dates begin with a day name and are in GMT even without saying so; `Date.parse` accepts much else. */
function secondsUntil(text: string, now: number): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : (at - now) / 1000;
}
