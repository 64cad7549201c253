import { describe, expect, it, jest } from '@jest/globals';
import fastifyOf, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';
import { CallerPlaces } from './caller-places.js';

/** What `take` looks at. */
function requestOf(uid: number): FastifyRequest {
  return { caller: { uid } } as unknown as FastifyRequest;
}

/** Places, and the hook with which they are given back. */
function placesOf(databasePoolSize: number): { places: CallerPlaces; answer: (request: FastifyRequest) => void } {
  const places = new CallerPlaces({ databasePoolSize } as Config);
  let hook: ((...args: unknown[]) => void) | undefined;
  places.watch({ addHook: (_name: string, run: typeof hook) => (hook = run) } as unknown as FastifyInstance);
  return { places, answer: (request) => hook!(request, undefined, '', () => undefined) };
}

describe('places of a caller', () => {
  it.each([
    [2, 1],
    [3, 2],
    [10, 2],
    [20, 5],
    [100, 25],
  ])('are of %i connections %i for a user', (size, ofUser) => {
    expect(placesOf(size).places).toMatchObject({ ofUser });
  });

  it('are given in the order of coming, and another caller waits for nobody', async () => {
    const { places, answer } = placesOf(10);
    const [first, second, third, fourth] = [1, 2, 3, 4].map(() => requestOf(1)) as [
      FastifyRequest,
      FastifyRequest,
      FastifyRequest,
      FastifyRequest,
    ];
    expect([places.take(first), places.take(second)]).toEqual([undefined, undefined]);
    const turns: number[] = [];
    const waiting = [third, fourth].map(async (request, turn) => {
      await places.take(request);
      turns.push(turn);
    });
    expect(places.take(requestOf(2))).toBeUndefined();
    answer(first);
    await waiting[0];
    expect(turns).toEqual([0]);
    answer(third);
    await waiting[1];
    expect(turns).toEqual([0, 1]);
  });

  it('are free again however often one is given back', async () => {
    const { places, answer } = placesOf(10);
    const requests = [requestOf(1), requestOf(1)];
    for (const request of requests) void places.take(request);
    for (const request of [...requests, ...requests]) answer(request);
    const again = [requestOf(1), requestOf(1)];
    expect(again.map((request) => places.take(request))).toEqual([undefined, undefined]);
    const turn = places.take(requestOf(1));
    expect(turn).toBeInstanceOf(Promise);
    answer(again[0]!);
    await turn;
  });

  it('are refused with 429 when too many wait, and when none becomes free in time', async () => {
    jest.useFakeTimers();
    try {
      const { places } = placesOf(10);
      const waiting: Promise<void>[] = [];
      for (let n = 0; n < 202; n += 1) {
        const turn = places.take(requestOf(1));
        if (turn !== undefined) waiting.push(turn);
      }
      expect(waiting).toHaveLength(200);
      const refusal = expect.objectContaining({ status: 429, headers: { 'retry-after': '1' } });
      expect(() => places.take(requestOf(1))).toThrow(refusal);
      const outcomes = Promise.allSettled(waiting);
      jest.advanceTimersByTime(10_000);
      expect((await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual(
        waiting.map(() => refusal),
      );
    } finally {
      jest.useRealTimers();
    }
  });

  it('are kept by a client that hangs up, until the work for it is done', async () => {
    const places = new CallerPlaces({ databasePoolSize: 2 } as Config);
    const fastify = fastifyOf();
    places.watch(fastify);
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<string>();
    fastify.get('/', async (request) => {
      Object.assign(request, { caller: { uid: 1 } });
      await places.take(request);
      begun.resolve();
      return work.promise;
    });
    const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
    const hangUp = new AbortController();
    const first = fetch(url, { signal: hangUp.signal }).catch(() => undefined);
    await begun.promise;
    hangUp.abort();
    await first;
    const next = places.take(requestOf(1));
    expect(next).toBeInstanceOf(Promise);
    work.resolve('done');
    await next;
    await fastify.close();
  });
});
