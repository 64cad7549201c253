import { describe, expect, it } from '@jest/globals';
import { waterfall } from './waterfall';

describe('a waterfall', () => {
  it('begins at 0 where the differences are large', () => {
    const { first, steps, last, isCut } = waterfall(50, [50, -20]);
    expect(isCut).toBe(false);
    expect(first).toEqual({ left: 0, width: 50, from: 0 });
    expect(steps).toEqual([
      { left: 50, width: 50, from: 50 },
      { left: 80, width: 20, from: 100 },
    ]);
    expect(last).toMatchObject({ left: 0, width: 80 });
  });

  it('begins above 0 where they are small, and ends at the highest', () => {
    const { first, steps, isCut } = waterfall(1_000, [10, -4]);
    expect(isCut).toBe(true);
    expect(first.left).toBe(0);
    expect(steps[0]!.left + steps[0]!.width).toBeCloseTo(100);
    expect(steps[0]!.width / steps[1]!.width).toBeCloseTo(2.5);
  });

  it('goes below 0, and has no width where nothing is paid', () => {
    expect(waterfall(10, [-30]).steps[0]).toEqual({ left: 0, width: 100, from: 100 });
    expect(waterfall(0, [0]).first).toEqual({ left: 0, width: 0, from: 0 });
  });
});
