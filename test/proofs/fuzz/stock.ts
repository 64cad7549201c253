import { ALL_EVENTS, eventTypes } from '#common/events/event-types.js';
import { CALLS } from '#test/support/calls/calls.js';
import type { Thing } from '#test/support/calls/things.js';
import type { Random } from '#test/support/random.js';
import '#src/app.module.js';
import { type Answer, PASSWORD, type Sent } from './http.js';
import type { Belongings } from './people.js';
import { isFields, Raw, type Value } from './schema-values.js';

/** An application that requests may change, delete and lock out. */
export interface Expendable {
  id: string;
  apikey: string;
  keys: string[];
  encryptionKeys: string[];
  deliveries: string[];
}

/** A bundle that requests may change and delete. */
interface Bundle {
  id: string;
  skus: string[];
}

/** Most things of one kind that are kept: the oldest are forgotten. */
const KEPT = 40;

const UNKNOWN_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';

/** What there is that requests may be about, and nothing that the run itself needs to go on. */
export class Stock {
  readonly applications: Expendable[] = [];
  readonly bundles: Bundle[] = [];
  readonly orders: number[] = [];
  /** With their only line. */
  readonly paidOrders: { id: number; line: number }[] = [];
  readonly usernames: string[] = [];
  readonly types: string[] = [];
  readonly refreshTokens: string[] = [];
  readonly tickets: string[] = [];
  /** Products that are sold as long as the run goes. */
  products: number[] = [];
  /** Members that are there as long as the run goes. */
  members: number[] = [];
  /** What operations made that others are about, by the operation. */
  private readonly made = new Map<string, Readonly<Record<string, unknown>>[]>();
  private readonly things = new Map<Stocked, Readonly<Record<string, unknown>>[]>();
  private names = 0;

  /**
   * @param signingIn who may be named in a login
   * @param superAdmin the username of the run's super admin
   * @param signOnId the application that can be entered from others
   */
  constructor(
    private readonly signingIn: string,
    private readonly superAdmin: string,
    private readonly signOnId: string,
  ) {}

  /** Keeps something, and forgets what is old. */
  static keep<T>(list: T[], entry: T): void {
    list.push(entry);
    if (list.length > KEPT) list.shift();
  }

  /** What an operation made, as its answers said. */
  madeBy(operationId: string): Readonly<Record<string, unknown>>[] {
    const made = this.made.get(operationId) ?? [];
    this.made.set(operationId, made);
    return made;
  }

  /** Things of commissions that requests may use up. */
  kept(thing: Stocked): Readonly<Record<string, unknown>>[] {
    const kept = this.things.get(thing) ?? [];
    this.things.set(thing, kept);
    return kept;
  }

  /** Fills the slots of one request: those of one application, of one bundle, of one paid order belong together. */
  filler(random: Random, own: Belongings): (slot: string) => Value {
    const some = <T>(list: readonly T[]): T | undefined => (list.length === 0 ? undefined : random.pick(list));
    const application = some(this.applications);
    const bundle = some(this.bundles);
    const paid = some(this.paidOrders);
    let named = 0;
    const fill: Readonly<Record<string, () => Value | undefined>> = {
      application: () => application?.id,
      'sign-on application': () => this.signOnId,
      key: () => some(application?.keys ?? []),
      'encryption key': () => some(application?.encryptionKeys ?? []),
      delivery: () => some(application?.deliveries ?? []),
      member: () => some(this.members),
      username: () => some(this.usernames),
      fresh: () => this.fresh(),
      'idempotency key': () => (random.chance(0.8) ? this.fresh() : 'again'),
      'fresh email': () => `${this.fresh()}@example.com`,
      'fresh type': () => this.fresh(),
      password: () => PASSWORD,
      'signs in': () => this.signingIn,
      'super admin': () => this.superAdmin,
      'its password': () => (random.chance(0.85) ? PASSWORD : 'not the password'),
      bundle: () => bundle?.id,
      sku: () => some(bundle?.skus ?? []),
      product: () => some(this.products),
      wish: () => some(own.wishes) ?? some(this.products),
      type: () => (random.chance(0.5) ? 'external-api-product' : some(this.types)),
      'api type': () => 'external-api-product',
      'spare type': () => some(this.types),
      line: () => some(own.cart.lines),
      cart: () => own.cart.id,
      'cart version': () => `"${own.cart.version}"`,
      order: () => some(this.orders),
      'paid order': () => paid?.id,
      'paid line': () => paid?.line,
      'own order': () => some(own.orders),
      country: () => random.pick(['DE', 'US', 'BR', 'XX', 'de']),
      events: () => (random.chance(0.2) ? [ALL_EVENTS] : eventTypes().filter(() => random.chance(0.3))),
      earlier: () => new Date(Date.now() - random.below(86_400_000)).toISOString(),
      version: () => 'v1',
      'refresh token': () => some(this.refreshTokens),
      ticket: () => this.tickets.pop(),
    };
    return (slot) => {
      const [by = '', name = ''] = slot.split(' ');
      const made = (): Value | undefined => some(this.madeBy(by))?.[name] as Value | undefined;
      const stocked = readStockedSlot(slot);
      const kept = (): Value | undefined => {
        const value = this.kept(stocked!.thing)[0]?.[stocked!.name];
        // A request that names several names each once.
        return (Array.isArray(value) ? value[named++ % value.length] : value) as Value | undefined;
      };
      const found = fill[slot] ?? (stocked !== undefined ? kept : by in CALLS ? made : undefined);
      if (found === undefined) throw new Error(`there is no slot ${slot}`);
      return found() ?? (random.chance(0.5) ? UNKNOWN_ID : new Raw('4711'));
    };
  }

  private fresh(): string {
    this.names += 1;
    return `fuzz-${this.names}`;
  }
}

/** The things that are kept for requests, and which of their values requests name. */
export const STOCKED = {
  'run with results': ['id', 'uid', 'number'],
  'queued run': ['id'],
  'calculated final run': ['id'],
  'approved final run': ['id'],
  'plan of a run': ['plan_id'],
  'posted statement': ['uid', 'period'],
  'posted period': ['period'],
  correction: ['id'],
  'member and successor': ['uid', 'into_uid', 'to_uid'],
  payout: ['id'],
  'released payout': ['id', 'item'],
  leaver: ['uid'],
  hold: ['id'],
  approval: ['id'],
} as const satisfies Partial<Record<Thing, readonly string[]>>;

export type Stocked = keyof typeof STOCKED;

export function isStocked(thing: string): thing is Stocked {
  return Object.hasOwn(STOCKED, thing);
}

/** The slot of a parameter or field of an operation that is about a thing of the stock. */
export function stockedSlot(operationId: string, name: string, where: 'path' | 'other'): string | undefined {
  const of = CALLS[operationId]?.of;
  if (typeof of !== 'string' || !isStocked(of)) return undefined;
  // The items that are marked at once are named by their ids, in the path of which stands that of the payout.
  const value = of === 'released payout' && where === 'other' && name === 'id' ? 'item' : name;
  return (STOCKED[of] as readonly string[]).includes(value) ? `the ${of}: ${value}` : undefined;
}

/** The thing and the value that such a slot names. */
function readStockedSlot(slot: string): { thing: Stocked; name: string } | undefined {
  const [, thing = '', name = ''] = /^the (.+): (\w+)$/.exec(slot) ?? [];
  return isStocked(thing) ? { thing, name } : undefined;
}

/** The operations that make what others are about. */
const MAKERS = new Set(Object.values(CALLS).map(({ of }) => (typeof of === 'object' ? of.madeBy : undefined)));

/** What an operation made or took away, so that later requests can be about it. Only for answers of success. */
export function learn(
  operationId: string,
  { path, body }: Sent,
  { body: answered }: Answer,
  stock: Stock,
  own: Belongings,
): void {
  const data = fieldsOf(fieldsOf(answered).data);
  const application = stock.applications.find(({ id }) => id === path.id);
  if (MAKERS.has(operationId)) Stock.keep(stock.madeBy(operationId), data);
  switch (operationId) {
    case 'adminRegisterApplication':
      Stock.keep(stock.applications, expendable(data));
      return;
    case 'adminDeleteApplication':
      remove(stock.applications, (one) => one.id === path.id);
      return;
    case 'adminRotateApplicationKey':
      if (application !== undefined) Stock.keep(application.keys, String(data.key_id));
      return;
    case 'adminRevokeApplicationKey':
      if (application !== undefined) remove(application.keys, (key) => key === path.key_id);
      return;
    case 'adminIssueEncryptionKey':
      if (application !== undefined) Stock.keep(application.encryptionKeys, String(data.kid));
      return;
    case 'adminTestWebhook':
      if (application !== undefined) Stock.keep(application.deliveries, String(data.id));
      return;
    case 'adminCreateProductType':
      if (typeof data.name === 'string') Stock.keep(stock.types, data.name);
      return;
    case 'adminDeleteProductType':
      remove(stock.types, (name) => name === path.name);
      return;
    case 'createBundle':
    case 'adminCreateBundle':
      learnBundle(stock, body);
      return;
    case 'createBundles':
      if (Array.isArray(body)) for (const bundle of body) learnBundle(stock, bundle);
      return;
    case 'adminDeleteBundle':
      remove(stock.bundles, ({ id }) => id === path.bundle_id);
      return;
    case 'createOrder':
      Stock.keep(stock.orders, Number(data.order_id));
      Stock.keep(own.orders, Number(data.order_id));
      own.cart = { id: 0, version: 0, lines: [] };
      return;
    case 'getCartItems':
    case 'addCartItem':
    case 'updateCart':
    case 'removeCartItem':
      learnCart(own, data);
      return;
    case 'addToWishlist':
      if (isFields(body) && typeof body.product_id === 'number') Stock.keep(own.wishes, body.product_id);
      return;
    case 'getToken':
      if (typeof data.refresh_token === 'string') Stock.keep(stock.refreshTokens, data.refresh_token);
      return;
    case 'getOAuthToken':
      Stock.keep(stock.refreshTokens, String(fieldsOf(answered).refresh_token));
      return;
    case 'createSsoTicket':
      if (typeof data.ticket === 'string') Stock.keep(stock.tickets, data.ticket);
      return;
    default:
  }
}

function expendable(data: Record<string, unknown>): Expendable {
  return { id: String(data.id), apikey: String(data.apikey), keys: [], encryptionKeys: [], deliveries: [] };
}

function learnBundle(stock: Stock, body: Value | undefined): void {
  if (!isFields(body) || typeof body.bundle_id !== 'string' || !Array.isArray(body.varients)) return;
  const skus = body.varients.flatMap((variant) => (isFields(variant) ? [variant['product-sku']] : []));
  Stock.keep(stock.bundles, { id: body.bundle_id, skus: skus.filter((sku) => typeof sku === 'string') });
}

/** A cart as an answer shows it; that of somebody else (`?uid=`) does as well. */
function learnCart(own: Belongings, data: Record<string, unknown>): void {
  if (typeof data.cart_id !== 'number' || !Array.isArray(data.cartitems)) return;
  const lines = (data.cartitems as { id: number }[]).map(({ id }) => id);
  own.cart = { id: data.cart_id, version: Number(data.version), lines };
}

function remove<T>(list: T[], which: (entry: T) => boolean): void {
  const at = list.findIndex(which);
  if (at >= 0) list.splice(at, 1);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
