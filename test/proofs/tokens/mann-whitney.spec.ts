import { describe, expect, it } from '@jest/globals';
import { mannWhitney, median } from './mann-whitney.js';

const count = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the Mann-Whitney test', () => {
  it('gives U, z and p as worked by hand', () => {
    const { u, z, p } = mannWhitney([1, 2, 4], [3, 5, 6]);
    expect(u).toBe(1);
    expect(z).toBeCloseTo(-3 / Math.sqrt(5.25), 6);
    expect(p).toBeCloseTo(0.1904, 4);
  });

  it('shares ranks between equal values', () => {
    const { u, z, p } = mannWhitney([1, 1, 2], [1, 2, 2]);
    expect(u).toBe(3);
    expect(z).toBeCloseTo(-1 / Math.sqrt((9 / 12) * (7 - 48 / 30)), 6);
    expect(p).toBeGreaterThan(0.5);
  });

  it('finds nothing between samples of one kind, nor between equal values', () => {
    expect(mannWhitney(count(1, 100), count(1, 100))).toMatchObject({ u: 5000, z: 0 });
    expect(mannWhitney(Array<number>(30).fill(5), Array<number>(30).fill(5)).p).toBe(1);
  });

  it('finds a shift, in either direction', () => {
    const slow = mannWhitney(count(21, 120), count(1, 100));
    expect(slow.z).toBeGreaterThan(3.3);
    expect(slow.p).toBeLessThan(0.001);
    expect(mannWhitney(count(1, 100), count(21, 120)).p).toBeCloseTo(slow.p, 12);
  });
});

describe('the median', () => {
  it('is the middle value, or lies between the two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow();
  });
});
