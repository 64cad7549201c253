import { describe, expect, it } from '@jest/globals';
import { machineTimes, othersPart, timesOf } from './machine-load.js';

describe('the load of a machine', () => {
  it('is read of all cores, in milliseconds: neither idle time nor waiting for a disk is use', () => {
    expect(timesOf('cpu  100 10 50 800 30 5 4 1 99 9\ncpu0 1 2 3\n')).toEqual({ all: 10_000, used: 1_700 });
  });

  it('is the part of what others used of all cores', () => {
    const before = { all: 10_000, used: 2_000, own: 500 };
    expect(othersPart(before, { all: 20_000, used: 6_000, own: 3_500 })).toBe(0.1);
  });

  it('is none where all that was used is our own, though it is read a moment later', () => {
    const before = { all: 10_000, used: 2_000, own: 500 };
    expect(othersPart(before, { all: 20_000, used: 6_000, own: 4_510 })).toBe(0);
    expect(othersPart(before, before)).toBe(0);
  });

  it('does not count what this process and its children use', () => {
    const { all, used, own } = machineTimes();
    expect(own).toBeGreaterThan(0);
    expect(used).toBeGreaterThanOrEqual(own);
    expect(all).toBeGreaterThan(used);
  });
});
