import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

const never = new AbortController().signal;

/** Lets everything run that can. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Acquires slots of the key that a name begins with, and notes who has one. */
function runner(limit: ConcurrencyLimit<string>): {
  running: string[];
  run: (name: string, signal?: AbortSignal) => Promise<void>;
} {
  const running: string[] = [];
  return {
    running,
    run: async (name, signal = never) => {
      await limit.acquire(name.charAt(0), signal);
      running.push(name);
    },
  };
}

describe('a limit of what runs at the same time', () => {
  it('holds for each key, whose line stops no others', async () => {
    const limit = new ConcurrencyLimit<string>(1);
    const { running, run } = runner(limit);
    for (const name of ['a1', 'a2', 'a3', 'b1']) void run(name);
    await settle();
    expect(running).toEqual(['a1', 'b1']);
    expect(limit.pending('a')).toBe(2);
    limit.release('a');
    await settle();
    expect(running).toEqual(['a1', 'b1', 'a2']);
  });

  it('lets as many run again as it did, once all have ended', () => {
    const limit = new ConcurrencyLimit<string>(2);
    for (let round = 0; round < 2; round += 1) {
      expect([1, 2, 3].map(() => limit.tryAcquire('a'))).toEqual([true, true, false]);
      for (let n = 0; n < 3; n += 1) limit.release('a');
    }
  });

  it('keeps no slot for whoever has left the line', async () => {
    const limit = new ConcurrencyLimit<string>(1);
    const { running, run } = runner(limit);
    await run('a1');
    const leave = new AbortController();
    const left = run('a2', leave.signal);
    void run('a3');
    leave.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    limit.release('a');
    await settle();
    expect(running).toEqual(['a1', 'a3']);
  });

  it('gives none to whoever has left before', async () => {
    const limit = new ConcurrencyLimit<string>(1);
    await expect(limit.acquire('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(limit.tryAcquire('a')).toBe(true);
  });
});
