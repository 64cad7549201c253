import { describe, expect, it } from '@jest/globals';
import { OutgoingPlaces } from './outgoing-places.js';

const never = new AbortController().signal;

/** Lets everything run that can. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Takes places and notes who has one. */
function taker(places: OutgoingPlaces): {
  in: string[];
  take: (name: string, signal?: AbortSignal) => Promise<() => void>;
} {
  const entered: string[] = [];
  return {
    in: entered,
    take: async (name, signal = never) => {
      const giveBack = await places.take(name.charAt(0), signal);
      entered.push(name);
      return giveBack;
    },
  };
}

describe('places for connections', () => {
  it('are bounded in all', async () => {
    const { in: entered, take } = taker(new OutgoingPlaces(2, 2));
    const [first] = await Promise.all([take('a1'), take('b1')]);
    void take('c1');
    await settle();
    expect(entered).toEqual(['a1', 'b1']);
    first();
    await settle();
    expect(entered).toEqual(['a1', 'b1', 'c1']);
  });

  it('are bounded for one origin, whose line does not stop others', async () => {
    const { in: entered, take } = taker(new OutgoingPlaces(3, 1));
    const first = await take('a1');
    void take('a2');
    void take('a3');
    await take('b1');
    expect(entered).toEqual(['a1', 'b1']);
    first();
    await settle();
    expect(entered).toEqual(['a1', 'b1', 'a2']);
  });

  it('go to the first in line that may have one', async () => {
    const { in: entered, take } = taker(new OutgoingPlaces(2, 1));
    const [, second] = await Promise.all([take('a1'), take('b1')]);
    void take('a2');
    void take('c1');
    void take('d1');
    second();
    await settle();
    expect(entered).toEqual(['a1', 'b1', 'c1']);
  });

  it('are not held for whoever has left the line', async () => {
    const { in: entered, take } = taker(new OutgoingPlaces(1, 1));
    const first = await take('a1');
    const leave = new AbortController();
    const left = take('a2', leave.signal);
    void take('a3');
    leave.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    first();
    await settle();
    expect(entered).toEqual(['a1', 'a3']);
  });

  it('are not given to whoever has left before', async () => {
    const places = new OutgoingPlaces(1, 1);
    await expect(places.take('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    await places.take('a', never);
  });
});
