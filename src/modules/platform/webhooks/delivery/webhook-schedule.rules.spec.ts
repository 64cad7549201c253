import { describe, expect, it } from '@jest/globals';
import { evaluateAttempt, retryAfterSeconds, RETRY_SECONDS } from './webhook-schedule.rules.js';

const NOW = Date.parse('2026-11-21T08:30:00Z');
const DAY = 86_400;

function failed(tries: number, random: number, retryAfter?: string) {
  return evaluateAttempt({ status: 503, retryAfter }, tries, false, NOW, random);
}

describe('the retry schedule', () => {
  it('waits 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the first nine attempts', () => {
    const waits = RETRY_SECONDS.map((_, index) => failed(index + 1, 0));
    const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(waits).toEqual(expected.map((delaySeconds) => ({ outcome: 'retry', delaySeconds })));
  });

  it('waits up to a fifth longer, never shorter', () => {
    expect(failed(1, 1)).toEqual({ outcome: 'retry', delaySeconds: 6 });
    expect(failed(9, 1)).toEqual({ outcome: 'retry', delaySeconds: 103_680 });
  });

  it('fails for good with the tenth attempt, whatever the endpoint asks for', () => {
    expect(failed(10, 0)).toEqual({ outcome: 'failed' });
    expect(failed(10, 0, '60')).toEqual({ outcome: 'failed' });
  });

  it('waits as long as the endpoint asks for, if that is longer', () => {
    expect(failed(1, 1, '120')).toEqual({ outcome: 'retry', delaySeconds: 120 });
    expect(failed(2, 0, '120')).toEqual({ outcome: 'retry', delaySeconds: 300 });
    expect(failed(1, 0, 'Sat, 21 Nov 2026 08:40:00 GMT')).toEqual({ outcome: 'retry', delaySeconds: 600 });
  });

  it('sends a test event once', () => {
    expect(evaluateAttempt({ status: 500, retryAfter: undefined }, 1, true, NOW, 0)).toEqual({ outcome: 'failed' });
    expect(evaluateAttempt({ status: 410, retryAfter: undefined }, 1, true, NOW, 0)).toEqual({ outcome: 'failed' });
    expect(evaluateAttempt({ status: 204, retryAfter: undefined }, 1, true, NOW, 0)).toEqual({ outcome: 'delivered' });
  });
});

describe('the answer of an endpoint', () => {
  it.each([200, 201, 202, 204, 299])('%d is success', (status) => {
    expect(evaluateAttempt({ status, retryAfter: undefined }, 1, false, NOW, 0)).toEqual({ outcome: 'delivered' });
  });

  it.each([undefined, 199, 300, 301, 304, 307, 400, 401, 404, 429, 500, 503, 600])('%p is none', (status) => {
    expect(evaluateAttempt({ status, retryAfter: undefined }, 1, false, NOW, 0)).toMatchObject({ outcome: 'retry' });
  });

  it('410 says that the endpoint is gone', () => {
    expect(evaluateAttempt({ status: 410, retryAfter: '60' }, 1, false, NOW, 0)).toEqual({ outcome: 'gone' });
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120],
    [' 120 ', 120],
    ['0', 0],
    ['86401', DAY],
    ['99999999999999999999999', DAY],
    ['Sat, 21 Nov 2026 08:31:30 GMT', 90],
    ['Saturday, 21-Nov-26 08:31:30 GMT', 90],
    ['Sat Nov 21 08:31:30 2026', 90],
    ['Sat, 21 Nov 2026 08:29:00 GMT', 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', DAY],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['120 s', undefined],
    ['2026', 2026],
    ['2026-11-21T08:31:30Z', undefined],
    ['Sat, 99 Nov 2026 08:31:30 GMT', undefined],
    ['Infinity', undefined],
    ['\u0000', undefined],
  ])('%p asks for %p seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, NOW)).toBe(seconds);
  });

  it('asks for nothing where it is missing', () => {
    expect(retryAfterSeconds(undefined, NOW)).toBeUndefined();
  });
});
