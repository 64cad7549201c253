import {
  BundleCreator,
  type Job,
  type JobName,
  LineAdder,
  QuantityChanger,
  Reader,
  Refresher,
  Refused,
  type Sent,
  SignIn,
} from './clients.js';
import { CART_LINES, type Shop, SUPER_ADMIN, VARIANTS, WISHES } from './shop.js';

/** Bundles of the small catalogue. */
export const SMALL = 500;

/** Bundles of one bulk create. */
const BULK = 50;

const PAGE = 50;

interface ListAnswer {
  count: number;
  results: { products: unknown[] }[];
}

/** All jobs, in the order in which they are told. */
export function jobsOf({ small, large }: { small: Shop; large: Shop }): (Job & { name: JobName })[] {
  const member = (index: number) => small.members[index % small.members.length]!;
  const adder = (index: number) => member(index + small.members.length / 2);
  const base = { catalogue: 'small', hasFloor: true } as const;
  const change: Sent = {
    method: 'POST',
    path: '/api/v1/commerce/update-cart/',
    body: { cart_id: member(0).cart, line_item_id: member(0).lines[0]!, quantity: 2 },
  };
  const refused = { ...base, hasFloor: false };
  return [
    {
      ...base,
      name: 'cart-read',
      title: `read a cart of ${CART_LINES} lines`,
      target: 1.3,
      client: (index) => {
        const { uid, cart } = member(index);
        const isWhole = ({ data }: { data: unknown }) =>
          (data as { cartitems: unknown[] }).cartitems.length === CART_LINES;
        return new Reader(uid, get('/api/v1/commerce/cart-items/'), `"cart_id":${cart},`, isWhole);
      },
    },
    {
      ...base,
      name: 'cart-change',
      title: 'change a quantity',
      target: 1.35,
      client: (index) => new QuantityChanger(member(index)),
    },
    {
      ...base,
      name: 'cart-add',
      title: 'add a line (and take it out again)',
      target: 1.35,
      // Members of its own: one that is cut off at the end of a measurement leaves a line behind.
      client: (index) => new LineAdder(adder(index), 1 + ((adder(index).cart * 7 + 500) % (SMALL * VARIANTS))),
    },
    {
      ...base,
      name: 'wishlist-read',
      title: `read a wishlist of ${WISHES}`,
      client: (index) => {
        const isWhole = ({ data }: { data: unknown }) =>
          (data as { wished_products: unknown[] }[])[0]!.wished_products.length === WISHES;
        return new Reader(member(index).uid, get('/api/v1/commerce/wishlist-items/'), '"wished_products"', isWhole);
      },
    },
    {
      ...base,
      name: 'list-500',
      title: `list ${PAGE} bundles in the middle of ${SMALL}`,
      client: (index) => lister(member(index).uid, small, SMALL / 2),
    },
    {
      ...base,
      catalogue: 'large',
      name: 'list-large',
      // The floor counts all bundles for each page.
      leastSeconds: 8,
      title: `list ${PAGE} bundles in the middle of ${large.bundles.toLocaleString('en')}`,
      client: (index) => lister(large.members[index % large.members.length]!.uid, large, large.bundles / 2),
    },
    {
      ...base,
      catalogue: 'large',
      name: 'search-large',
      title: `search ${large.bundles.toLocaleString('en')} bundles by name`,
      client: (index) => {
        const id = 1 + ((index * 7_919) % large.bundles);
        const path = `/api/v1/commerce/product/list/?limit=${PAGE}&offset=0&name=no${id}x`;
        const isFound = ({ data }: { data: unknown }) => (data as ListAnswer).count === 1;
        return new Reader(large.members[index % large.members.length]!.uid, get(path), `no${id}x`, isFound);
      },
    },
    {
      ...base,
      name: 'bundle-create',
      title: `create a bundle with ${VARIANTS} variants`,
      target: 1.6,
      units: 1,
      client: () => new BundleCreator(small.apiAdmin.uid, 0),
    },
    {
      ...base,
      name: 'bulk-create',
      title: `create ${BULK} bundles at once`,
      units: BULK,
      client: () => new BundleCreator(small.apiAdmin.uid, BULK),
    },
    { ...base, name: 'log-in', title: 'log in', client: (index) => new SignIn(member(index), SUPER_ADMIN.password) },
    { ...base, name: 'refresh', title: 'refresh', client: (index, side) => new Refresher(member(index), side) },
    {
      ...refused,
      name: 'refused-key',
      title: 'refuse a bad key',
      wrong: { apikey: `${small.apikey.slice(0, -4)}AAAA` },
      client: (index) => new Refused(member(index).uid, change, 401),
    },
    {
      ...refused,
      name: 'refused-token',
      title: 'refuse a bad token',
      wrong: { authorization: `Bearer ${member(0).accessToken.slice(0, -4)}AAAA` },
      client: (index) => new Refused(member(index).uid, change, 401),
    },
    {
      ...refused,
      name: 'refused-body',
      title: 'refuse a bad body',
      client: (index) => new Refused(member(index).uid, { ...change, body: { quantity: -1 } }, 400),
    },
  ];
}

function get(path: string): Sent {
  return { method: 'GET', path };
}

/**
 * A client that lists a page of bundles.
 * @param filter of the list; `category` is that of all bundles
 */
export function lister(
  uid: number,
  { bundles }: Shop,
  offset: number,
  filter: { category?: string; name?: string } = {},
): Reader {
  const query = new URLSearchParams({ limit: String(PAGE), offset: String(Math.floor(offset)), ...filter });
  const least = filter.name === undefined ? bundles : PAGE;
  const isWhole = ({ data }: { data: unknown }): boolean => {
    const { count, results } = data as ListAnswer;
    return count >= least && results.length === PAGE && results.every(({ products }) => products.length === VARIANTS);
  };
  return new Reader(uid, get(`/api/v1/commerce/product/list/?${query.toString()}`), '"count":', isWhole);
}
