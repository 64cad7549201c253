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

/** How much longer a wait may be, so that what failed together does not come back together: a part of the wait. */
const MAX_JITTER = 0.2;

/** The longest wait that an endpoint may ask for by `Retry-After`, in seconds. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** How an attempt ended, as far as it decides what follows. */
export interface AttemptEnd {
  /** The status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The header `Retry-After` of the answer, as it stands. */
  readonly retryAfter: string | undefined;
}

/** What becomes of a delivery after an attempt. */
export type Verdict =
  { readonly outcome: 'delivered' | 'failed' | 'gone' } | { readonly outcome: 'retry'; readonly delaySeconds: number };

/**
 * What follows from an attempt. Section 7 of the decisions: only 2xx is success, and 410 says that the endpoint is gone.
 * @param tries how many attempts there were, this one too
 * @param isTest a test event is sent once: whoever sent it is waiting to see
 * @param now milliseconds since 1970
 * @param random from 0 to 1
 */
export function judgeAttempt(end: AttemptEnd, tries: number, isTest: boolean, now: number, random: number): Verdict {
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

/** A date of HTTP begins with the name of its day, and is in GMT even where it does not say so; `Date.parse` takes much else. */
function secondsUntil(text: string, now: number): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : (at - now) / 1000;
}
