import { describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import fastifyOf, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '#common/config/config.js';
import { CallerLimitGuard } from './caller-limit.guard.js';

function requestOf(uid: number): FastifyRequest {
  return { caller: { uid }, method: 'GET', query: {} } as unknown as FastifyRequest;
}

/** What the guard answers for a request. */
function pass(guard: CallerLimitGuard, request: FastifyRequest): true | Promise<true> {
  const route = { switchToHttp: () => ({ getRequest: () => request }), getHandler: () => pass };
  return guard.canActivate(route as unknown as ExecutionContext);
}

/** A guard, and the hook by which a slot is released. */
function guardOf(databasePoolSize: number): {
  enter: (request: FastifyRequest) => true | Promise<true>;
  answer: (request: FastifyRequest) => void;
} {
  const guard = new CallerLimitGuard({ databasePoolSize } as Config);
  let hook: ((...args: unknown[]) => void) | undefined;
  guard.watch({ addHook: (_name: string, run: typeof hook) => (hook = run) } as unknown as FastifyInstance);
  return {
    enter: (request) => pass(guard, request),
    answer: (request) => hook!(request, undefined, '', () => undefined),
  };
}

describe('the limit of a caller', () => {
  it.each([
    [2, 1],
    [3, 2],
    [10, 2],
    [20, 5],
    [100, 25],
  ])('lets, of %i connections, %i requests of one user be at work', (size, most) => {
    const { enter } = guardOf(size);
    const answers = Array.from({ length: most + 1 }, () => enter(requestOf(1)));
    expect(answers.filter((answer) => answer === true)).toHaveLength(most);
    // Refused after the end of this test.
    Promise.resolve(answers.at(-1)).catch(() => undefined);
    expect(enter(requestOf(2))).toBe(true);
  });

  it('lets the next enter for each that is answered, once, however often that is told', async () => {
    const { enter, answer } = guardOf(10);
    const [first, second] = [requestOf(1), requestOf(1)];
    expect([enter(first), enter(second)]).toEqual([true, true]);
    const third = enter(requestOf(1));
    const fourth = enter(requestOf(1));
    let isIn = false;
    void Promise.resolve(fourth).then(() => (isIn = true));
    for (let n = 0; n < 2; n += 1) answer(first);
    expect(await third).toBe(true);
    expect(isIn).toBe(false);
    answer(second);
    expect(await fourth).toBe(true);
  });

  it('refuses with 429 when too many wait, and when none has ended in time', async () => {
    jest.useFakeTimers();
    try {
      const { enter } = guardOf(10);
      const answers = Array.from({ length: 203 }, () => enter(requestOf(1)));
      const refusal = expect.objectContaining({ status: 429, headers: { 'retry-after': '1' } });
      await expect(answers[202]).rejects.toEqual(refusal);
      const outcomes = Promise.allSettled(answers.slice(2, 202).map((answer) => Promise.resolve(answer)));
      jest.advanceTimersByTime(10_000);
      for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: refusal });
    } finally {
      jest.useRealTimers();
    }
  });

  it('counts the request of a client that hangs up, until the work for it is done', async () => {
    const guard = new CallerLimitGuard({ databasePoolSize: 2 } as Config);
    const fastify = fastifyOf();
    guard.watch(fastify);
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<string>();
    fastify.get('/', async (request) => {
      Object.assign(request, { caller: { uid: 1 } });
      await pass(guard, request);
      begun.resolve();
      return work.promise;
    });
    const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
    const hangUp = new AbortController();
    const first = fetch(url, { signal: hangUp.signal }).catch(() => undefined);
    await begun.promise;
    hangUp.abort();
    await first;
    const next = pass(guard, requestOf(1));
    expect(next).toBeInstanceOf(Promise);
    work.resolve('done');
    await next;
    await fastify.close();
  });
});
