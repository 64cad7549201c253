import { gzipSync } from 'node:zlib';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { bundledClient } from './support/client-bundle.js';

const MAX_BYTES = 12 * 1024;

/** An answer of `fetch`, with no more than the client uses. */
const answered = (status: number, data: unknown) => ({
  status,
  ok: status < 400,
  headers: { get: () => null },
  text: async () =>
    JSON.stringify({ status_code: status, code: 'invalid_token', type: 'Invalid Token', errors: {}, data }),
});

describe('the bundled client', () => {
  it('has at most 12 kB, compressed', async () => {
    expect(gzipSync(await bundledClient('esm')).length).toBeLessThan(MAX_BYTES);
  });

  it('needs no more than React Native has: fetch, timers and AbortController', async () => {
    const sent: string[] = [];
    const fetched = async (url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(
        `${url} ${headers.authorization ?? '-'} ${/^\w+-\w+$/.test(headers['idempotency-key'] ?? '') ? 'key' : '-'}`,
      );
      if (url === '/token/') return answered(200, { access_token: `a${sent.length}`, refresh_token: 'r' });
      if (url.startsWith('/commerce/orders/')) {
        const next = url.includes('offset') ? null : 'http://x/?offset=1';
        return answered(200, { results: [{ id: sent.length }], count: 2, next });
      }
      return answered(headers.authorization === 'Bearer a1' ? 401 : 200, {});
    };
    const world = createContext({ fetch: fetched, setTimeout, clearTimeout, AbortController });
    runInContext(await bundledClient('iife'), world);
    const program = `(async () => {
      const shop = commerce.createClient({ baseUrl: '', applicationKey: 'k' });
      await shop.logIn({ username: 'alice', password: 'secret' });
      await shop.addCartItem({ product_id: 1 });
      const ids = [];
      for await (const { id } of shop.listOrders()) ids.push(id);
      return ids.join();
    })()`;
    expect(await (runInContext(program, world) as Promise<string>)).toBe('5,6');
    expect(sent).toEqual([
      '/token/ - -',
      '/commerce/add-cart-item/ Bearer a1 key',
      '/token/ - -',
      '/commerce/add-cart-item/ Bearer a3 key',
      '/commerce/orders/ Bearer a3 -',
      '/commerce/orders/?offset=1 Bearer a3 -',
    ]);
  });
});
