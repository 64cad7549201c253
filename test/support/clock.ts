import { jest } from '@jest/globals';

const FAKEABLE = [
  ...(['Date', 'performance', 'hrtime', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
  ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] as const),
];

type Fakeable = (typeof FAKEABLE)[number];

/**
 * Fakes these alone until `jest.useRealTimers()`: they stand still unless the test lets time pass.
 * @param now milliseconds since 1970
 */
export function fakeOnly(names: readonly Fakeable[], now = Date.now()): void {
  // Jest's performance.now() would start from zero.
  const age = names.includes('performance') ? performance.now() : 0;
  jest.useFakeTimers({ now: now - age, doNotFake: FAKEABLE.filter((name) => !names.includes(name)) });
  jest.advanceTimersByTime(age);
}
