import { describe, expect, it } from '@jest/globals';
import { update, RateCounter } from './rate-counter.js';

const MINUTE = 60_000;

describe('a counter of requests', () => {
  const count = (counter: RateCounter, times: number, limit: number, at = 0, key = 'one'): boolean[] =>
    Array.from({ length: times }, () => counter.count(key, limit, at).passed);

  it('lets as many pass in a minute as the limit says', () => {
    const counter = new RateCounter(10, 10);
    expect(count(counter, 4, 3)).toEqual([true, true, true, false]);
    expect(count(counter, 1, 3, MINUTE - 1)).toEqual([false]);
    expect(count(counter, 4, 3, MINUTE)).toEqual([true, true, true, false]);
  });

  it('counts each key apart', () => {
    const counter = new RateCounter(10, 10);
    count(counter, 2, 1);
    expect(count(counter, 1, 1, 0, 'another')).toEqual([true]);
  });

  it('says how many are left, and for how long', () => {
    const counter = new RateCounter(10, 10);
    expect(counter.count('one', 2, 0)).toEqual({ passed: true, limit: 2, remaining: 1, seconds: 60 });
    expect(counter.count('one', 2, 20_001)).toEqual({ passed: true, limit: 2, remaining: 0, seconds: 40 });
    expect(counter.count('one', 2, MINUTE - 1)).toEqual({ passed: false, limit: 2, remaining: 0, seconds: 1 });
  });

  it('counts what other instances have let pass once it hears of it', () => {
    const counter = new RateCounter(10, 10);
    count(counter, 2, 6);
    const [window] = counter.takeChanged();
    count(counter, 1, 6);
    update(window!, 2, { points: 4, endsAt: 30_000 });
    expect(counter.count('one', 6, 0)).toEqual({ passed: true, limit: 6, remaining: 0, seconds: 30 });
    expect(count(counter, 1, 6)).toEqual([false]);
    expect(counter.takeChanged()).toEqual([window]);
  });

  it('has nothing to tell of what it refuses', () => {
    const counter = new RateCounter(10, 10);
    count(counter, 1, 1);
    counter.takeChanged();
    count(counter, 1, 1);
    expect(counter.takeChanged()).toEqual([]);
  });

  it('tells of a key once, though it was forgotten and has come again', () => {
    const counter = new RateCounter(1, 3);
    for (const key of ['one', 'two', 'one']) count(counter, 1, 1, 0, key);
    expect(counter.takeChanged().map(({ key }) => key)).toEqual(['one', 'two']);
  });

  it('remembers no more than it may', () => {
    const counter = new RateCounter(2, 3);
    for (const key of ['one', 'two', 'three', 'four']) count(counter, 1, 1, 0, key);
    expect(counter.takeChanged().length).toBe(3);
    expect(count(counter, 1, 1, 0, 'four')).toEqual([false]);
    expect(count(counter, 1, 1, 0, 'one')).toEqual([true]);
  });
});
