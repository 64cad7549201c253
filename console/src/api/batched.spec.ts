import { describe, expect, it } from '@jest/globals';
import { batched } from './batched';

describe('questions that are asked together', () => {
  it('are answered one by one, each key once in a request, and no request names too many', async () => {
    const requests: (readonly number[])[] = [];
    const double = batched(2, (keys: readonly number[]) => {
      requests.push(keys);
      return Promise.resolve(new Map(keys.filter((key) => key < 9).map((key) => [key, key * 2])));
    });
    expect(await Promise.all([1, 2, 1, 3, 9].map(double))).toEqual([2, 4, 2, 6, undefined]);
    expect(requests).toEqual([
      [1, 2],
      [3, 9],
    ]);
    expect(await double(4)).toBe(8);
    expect(requests).toHaveLength(3);
  });

  it('all fail with their request, and can be asked again', async () => {
    let failures = 1;
    const ask = batched(10, (keys: readonly string[]) => {
      failures -= 1;
      return failures < 0 ? Promise.resolve(new Map(keys.map((key) => [key, key]))) : Promise.reject(new Error('away'));
    });
    const outcomes = await Promise.allSettled([ask('a'), ask('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('a')).toBe('a');
  });
});
