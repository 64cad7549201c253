/**
 * A client of the shop with the types that openapi-typescript makes of `/openapi.client.json`: it logs in, lists what is
 * for sale, fills the cart, places the order and reads it, and is told what is wrong with a request. For the demo:
 *
 *     API_KEY=… node examples/typed-client/shop.ts alice demo-password-123
 */
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { API_URL: baseUrl = 'http://localhost:3000', API_KEY: apikey = '' } = process.env;
const [username = '', password = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { apikey } });

const login = await api.POST('/api/v1/token/', { body: { username, password } });
if (login.error) throw new Error(`${login.error.type}: ${login.error.message}`);
const headers = { Authorization: `Bearer ${login.data.data.access_token}` };

const list = await api.GET('/api/v1/commerce/product/list/', { headers, params: { query: { limit: 10, offset: 0 } } });
const product = list.data?.data.results.flatMap(({ products }) => products).at(0);
if (product === undefined) throw new Error(list.error?.message ?? 'nothing is for sale');

const wrong = await api.POST('/api/v1/commerce/add-cart-item/', { headers, body: { product_id: 0 } });
for (const [field, problems] of Object.entries(wrong.error?.errors ?? {}))
  process.stdout.write(`${field} ${problems.map(({ message }) => message).join(', ')}\n`);

const { product_id } = product;
const cart = await api.POST('/api/v1/commerce/add-cart-item/', { headers, body: { product_id, quantity: 1 } });
if (cart.error) throw new Error(cart.error.message);
const { version, totals } = cart.data.data;
const params = { header: { 'If-Match': String(version) } };
const body = { expected_total: totals.price };
const placed = await api.POST('/api/v1/commerce/create-order/', { headers, params, body });
if (placed.error) throw new Error(placed.error.message);

const path = { id: placed.data.data.order_id };
const order = await api.GET('/api/v1/commerce/orders/{id}/', { headers, params: { path } });
for (const { sku, quantity, price } of order.data?.data.items ?? [])
  process.stdout.write(`${quantity} × ${sku}: ${price}\n`);
