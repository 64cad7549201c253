import type { Random } from '../support/random.js';
import '../../../src/app.module.js'; // where the rooms declare their events
import { ALL_EVENTS, eventTypes } from '#common/events/event-types.js';
import { CALLS } from '../support/calls/calls.js';
import { PASSWORD } from './ask.js';
import { readStockedSlot, type Stocked } from './stocked.js';
import type { Belongings } from './people.js';
import { Raw, type Value } from './value.js';

/** An application that requests may change, delete and lock out. */
export interface Expendable {
  id: string;
  apikey: string;
  keys: string[];
  encryptionKeys: string[];
  deliveries: string[];
}

/** A bundle that requests may change and delete. */
export interface Bundle {
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
