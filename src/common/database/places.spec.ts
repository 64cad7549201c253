import { describe, expect, it } from '@jest/globals';
import { Places } from './places.js';

describe('places', () => {
  it('let as many run as there are, as many wait as may, and refuse the others with 429', async () => {
    const places = new Places(1, 1);
    const end = Promise.withResolvers<void>();
    const first = places.run(() => end.promise);
    const second = places.run(async () => 'second');
    await expect(places.run(async () => 'third')).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    });
    end.resolve();
    await first;
    expect(await second).toBe('second');
    expect(await places.run(async () => 'fourth')).toBe('fourth');
  });
});
