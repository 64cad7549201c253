import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

describe('a fair queue', () => {
  it('gives a turn to each who asks, however much others ask for', async () => {
    const queue = new FairQueue(1, { ofOne: 100, ofAll: 1_000 });
    const done: string[] = [];
    let most = 0;
    let running = 0;
    const work = (name: string) => async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(name);
    };
    const refused = (): Error => new Error('too many');
    const greedy = Array.from({ length: 40 }, () => queue.run('greedy', work('greedy'), refused));
    const modest = [queue.run('one', work('one'), refused), queue.run('two', work('two'), refused)];
    await Promise.all([...greedy, ...modest]);
    expect(done.indexOf('one')).toBeLessThan(4);
    expect(done.indexOf('two')).toBeLessThan(4);
    expect([done.length, most]).toEqual([42, 1]);
  });

  it('frees its slot when work fails, and refuses what is too much of one', async () => {
    const queue = new FairQueue(1, { ofOne: 2, ofAll: 3 });
    const refused = (): Error => new Error('too many');
    const fail = (): Promise<never> => Promise.reject(new Error('failed'));
    const all = ['a', 'a', 'a', 'a', 'b', 'c'].map((key) => queue.run(key, fail, refused));
    const told = (await Promise.allSettled(all)).map((one) => String((one as PromiseRejectedResult).reason));
    expect(told).toEqual([
      'Error: failed',
      'Error: failed',
      'Error: failed',
      'Error: too many',
      'Error: failed',
      'Error: too many',
    ]);
    await expect(queue.run('a', () => Promise.resolve(1), refused)).resolves.toBe(1);
  });
});
