/**
 * The floor: what the jobs of the benchmark cost at least. Bare Fastify and pg with prepared statements; each job reads and
 * writes the same rows and answers the same as the service. Left out is who asks: no application key, no token, no owner,
 * no hooks, no prices but the catalogue's. The user is named by the header `x-uid`. With `COMPUTES=1` it also computes what
 * the service does, and users show a key and a token (computing.ts).
 */
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { type BundleBody, createBundles, listBundles, readWishlist } from './catalogue.js';
import { addLine, changeQuantity, readCart, removeLine } from './cart.js';
import { computeAll } from './computing.js';
import { logIn, refresh } from './tokens.js';

const BASE = '/api/v1';

// Ids as numbers, as the service has them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  application_name: 'floor',
  options: '-c jit=off',
});
const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } });

const ok = (data: unknown): object => ({ status_code: 200, errors: {}, data });
const uidOf = ({ asker, headers }: FastifyRequest): number => asker?.uid ?? Number(headers['x-uid']);

if (process.env.COMPUTES === '1') computeAll(server, pool);

server.get(`${BASE}/commerce/cart-items`, async (request) => ok(await readCart(pool, uidOf(request))));
server.post<{ Body: { cart_id: number; line_item_id: number; quantity: number } }>(
  `${BASE}/commerce/update-cart`,
  async (request) => ok(await changeQuantity(pool, uidOf(request), request.body)),
);
server.post<{ Body: { product_id: number; quantity: number } }>(`${BASE}/commerce/add-cart-item`, async (request) =>
  ok(await addLine(pool, uidOf(request), request.body)),
);
server.post<{ Body: { pk: number; order_id: number } }>(`${BASE}/commerce/remove-cart-item`, async (request) =>
  ok(await removeLine(pool, uidOf(request), request.body)),
);
server.get(`${BASE}/commerce/wishlist-items`, async (request) => ok(await readWishlist(pool, uidOf(request))));
server.get<{ Querystring: { limit: string; offset: string; name?: string } }>(
  `${BASE}/commerce/product/list`,
  async (request) => ok(await listBundles(pool, request.query)),
);
server.post<{ Body: BundleBody }>(`${BASE}/commerce/product/create`, async (request) => {
  await createBundles(pool, uidOf(request), [request.body]);
  return ok({});
});
server.post<{ Body: BundleBody[] }>(`${BASE}/commerce/product/bulk/create`, async (request) => {
  const created = await createBundles(pool, uidOf(request), request.body);
  const none = { same_bundle_id: [], missing_bundle_id: [], same_sku: [] };
  return ok({ Product_creation_failed: none, Product_created: created });
});
server.post<{ Body: { username: string; password: string } | { refresh_token: string } }>(
  `${BASE}/token`,
  async ({ body }) => ok('refresh_token' in body ? await refresh(pool, body.refresh_token) : await logIn(pool, body)),
);

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.stdout.write('listening\n');
process.once('SIGTERM', () => void server.close().then(() => pool.end()));
