import { CART_LINES, type Member, type Person } from './shop.js';

/** Every so many answers one is read whole; of the others, what has to be in them is looked for. */
const READ_WHOLE = 32;

interface CartAnswer {
  data: { cart_id: number; cartitems: { id: number; quantity: number; product_id: number }[] };
}

/** A client that asks the same each time, and whose answers must all hold a text, and fit when they are read. */
export class Reader implements Client {
  private count = 0;

  constructor(
    readonly uid: number,
    private readonly request: Sent,
    private readonly text: string,
    private readonly fits: (answer: { data: unknown }) => boolean,
  ) {}

  next(): Sent {
    return this.request;
  }

  check(status: number, body: string): boolean {
    if (status !== 200 || !body.includes(this.text)) return false;
    this.count += 1;
    return this.count % READ_WHOLE !== 1 || this.fits(JSON.parse(body) as { data: unknown });
  }
}

/** Searches for the name of one bundle after the other. */
export class Searcher implements Client {
  private id: number;

  constructor(
    readonly uid: number,
    private readonly bundles: number,
  ) {
    this.id = (uid * 104_729) % bundles;
  }

  next(): Sent {
    this.id = 1 + ((this.id + 7_919) % this.bundles);
    return { method: 'GET', path: `/api/v1/commerce/product/list/?limit=50&name=no${this.id}x` };
  }

  check(status: number, body: string): boolean {
    return status === 200 && body.includes(`no${this.id}x`) && body.includes('"count":1,');
  }
}

/** A client whose requests are refused with a status. */
export class Refused implements Client {
  constructor(
    readonly uid: number,
    private readonly request: Sent,
    private readonly status: number,
  ) {}

  next(): Sent {
    return this.request;
  }

  check(status: number, body: string): boolean {
    return status === this.status && body.includes('"request_id"');
  }
}

/** Sets the quantity of one line after the other. */
export class QuantityChanger implements Client {
  private count = 0;
  private quantity = 1;
  private line = 0;

  constructor(private readonly member: Member) {}

  get uid(): number {
    return this.member.uid;
  }

  next(): Sent {
    this.count += 1;
    this.quantity = 1 + (this.count % 9);
    this.line = this.member.lines[this.count % CART_LINES]!;
    const body = { cart_id: this.member.cart, line_item_id: this.line, quantity: this.quantity };
    return { method: 'POST', path: '/api/v1/commerce/update-cart/', body };
  }

  check(status: number, body: string): boolean {
    if (status !== 200) return false;
    const { data } = JSON.parse(body) as CartAnswer;
    return data.cartitems.find(({ id }) => id === this.line)?.quantity === this.quantity;
  }
}

/** Adds a line to a cart of 5, and takes it out again. */
export class LineAdder implements Client {
  private added: number | undefined;

  /** @param product one that the cart does not hold */
  constructor(
    private readonly member: Member,
    private readonly product: number,
  ) {}

  get uid(): number {
    return this.member.uid;
  }

  next(): Sent {
    return this.added === undefined
      ? { method: 'POST', path: '/api/v1/commerce/add-cart-item/', body: { product_id: this.product, quantity: 2 } }
      : {
          method: 'POST',
          path: '/api/v1/commerce/remove-cart-item/',
          body: { pk: this.added, order_id: this.member.cart },
        };
  }

  check(status: number, body: string): boolean {
    if (status !== 200) return false;
    const { cartitems } = (JSON.parse(body) as CartAnswer).data;
    const wasThere = this.added !== undefined;
    this.added = cartitems.find(({ product_id }) => product_id === this.product)?.id;
    return (this.added === undefined) === wasThere && cartitems.length === CART_LINES + (wasThere ? 0 : 1);
  }
}

/** Creates bundles of two variants, one or many with a request. */
export class BundleCreator implements Client {
  private static made = 0;
  private last = '';

  /** @param many bundles of one request; 0 for the route that takes one */
  constructor(
    readonly uid: number,
    private readonly many: number,
  ) {}

  next(): Sent {
    if (this.many === 0) return { method: 'POST', path: '/api/v1/commerce/product/create/', body: this.bundle() };
    const body = Array.from({ length: this.many }, () => this.bundle());
    return { method: 'POST', path: '/api/v1/commerce/product/bulk/create/', body };
  }

  check(status: number, body: string): boolean {
    return status === 200 && (this.many === 0 || body.includes(`"${this.last}"`));
  }

  private bundle(): object {
    BundleCreator.made += 1;
    this.last = `made-${process.pid}-${BundleCreator.made}`;
    const text = { en: 'Made by the benchmark', de: 'Vom Benchmark' };
    return {
      bundle_id: this.last,
      name: this.last,
      bundle_name_translations: text,
      description_translations: text,
      short_description_translations: text,
      varients: ['small', 'large'].map((size) => ({
        'product-sku': `${this.last}-${size}`,
        'product-name': `Made, ${size}`,
        price: 19.99,
        'whole-sale-price': 12.5,
      })),
      attributes: { 'business-volume': 40, points: 10, 'cumulative-volume': 40 },
    };
  }
}

/** Logs in. */
export class SignIn implements Client {
  constructor(
    private readonly person: Person,
    private readonly password: string,
  ) {}

  get uid(): number {
    return this.person.uid;
  }

  next(): Sent {
    return {
      method: 'POST',
      path: '/api/v1/token/',
      body: { username: this.person.username, password: this.password },
    };
  }

  check(status: number, body: string): boolean {
    return status === 200 && body.includes(`"uid":${this.person.uid}`) && body.includes('"access_token":"ey');
  }
}

/** Exchanges its refresh token for the next one; each side has a session of its own. */
export class Refresher implements Client {
  constructor(
    private readonly person: Person,
    private readonly side: SideName,
  ) {}

  get uid(): number {
    return this.person.uid;
  }

  next(): Sent {
    return { method: 'POST', path: '/api/v1/token/', body: { refresh_token: this.person.refreshTokens[this.side] } };
  }

  check(status: number, body: string): boolean {
    if (status !== 200) return false;
    const { refresh_token } = (JSON.parse(body) as { data: { refresh_token: string } }).data;
    const isNew = refresh_token !== this.person.refreshTokens[this.side];
    this.person.refreshTokens[this.side] = refresh_token;
    return isNew;
  }
}

/** Which of the servers: the service, the floor, or the floor that also computes what the service does. */
export type SideName = 'service' | 'floor' | 'computing';

/** A request of a job; `path` begins with a slash. */
export interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** What one connection does: asks again and again, and looks at each answer. */
export interface Client {
  /** Headers of all its requests, but for those of the side. */
  readonly uid: number;
  next(): Sent;
  /** Whether the answer is right; a client may remember what it says. */
  check(status: number, body: string): boolean;
}

/** What is measured, in this order. */
export const JOB_NAMES = [
  'cart-read',
  'cart-change',
  'cart-add',
  'wishlist-read',
  'list-500',
  'list-large',
  'search-large',
  'bundle-create',
  'bulk-create',
  'log-in',
  'refresh',
  'refused-key',
  'refused-token',
  'refused-body',
] as const;

export type JobName = (typeof JOB_NAMES)[number];

/** Connections at which the targets are to be held. */
const TARGET_CONNECTIONS = 32;

/** The most processor time that is wanted of a job with so many connections, as a multiple of the computing floor's. */
export function targetOf({ target }: Job, connections: number): number | undefined {
  return connections === TARGET_CONNECTIONS ? target : undefined;
}

/** One thing that is measured. */
export interface Job {
  name: string;
  title: string;
  /** Which catalogue it works on. */
  catalogue: 'small' | 'large';
  /** The most processor time that is wanted at {@link TARGET_CONNECTIONS}, as a multiple of the computing floor's. */
  target?: number;
  /** Seconds that a measurement takes at least, for a side that answers seldom. */
  leastSeconds?: number;
  /** What one request makes or reads, where the cost of one of them is told too. */
  units?: number;
  /** False for what the floor does not do: refusals. */
  hasFloor: boolean;
  /** A client for each connection, from 0 on, to one of the servers. */
  client(index: number, side: SideName): Client;
  /** Headers that the job sends in place of the right ones. */
  wrong?: Readonly<Record<string, string>>;
}
