import type pg from 'pg';
import { account, bundleBody } from '../support/shop.js';
import type { Random } from '../support/random.js';
import type { YearClock } from './clock.js';
import type { Service } from './service.js';

const DAY_MS = 86_400_000;

/** Price, wholesale price and volumes of what is sold. */
const GOODS = [
  { id: 'soap', price: 9.99, wholesale: 6.5, business: 6.25, points: 6 },
  { id: 'cream', price: 34.9, wholesale: 22.35, business: 21.37, points: 22 },
  { id: 'kit', price: 119, wholesale: 80, business: 77.77, points: 80 },
];

interface Person {
  readonly uid: number;
  readonly username: string;
  readonly isDistributor: boolean;
}

interface Order {
  readonly id: number;
  readonly uid: number;
}

/** Something that happens at an instant. */
interface Step {
  readonly at: number;
  readonly happen: () => Promise<void>;
}

/** What happened in a year, for the report. */
export interface Happenings {
  [what: string]: number;
}

/** A company whose people come, buy, send back, move and leave; a seed decides. */
export class Company {
  readonly happened: Happenings = {};
  private readonly people: Person[] = [];
  private readonly products: number[] = [];
  /** Uids of who was terminated. */
  private readonly gone = new Set<number>();
  /** Orders of earlier months that may still come back. */
  private open: Order[] = [];

  constructor(
    private readonly service: Service,
    private readonly clock: YearClock,
    private readonly pool: pg.Pool,
    private readonly random: Random,
  ) {}

  /** Fills the catalogue and sets the network up. */
  async found(): Promise<void> {
    for (const { id, price, wholesale, business, points } of GOODS) {
      const body = {
        ...bundleBody(id, id),
        varients: [{ 'product-sku': id, 'product-name': id, price, 'whole-sale-price': wholesale }],
        attributes: { 'business-volume': business, points, 'cumulative-volume': business },
      };
      await this.service.client('POST', 'commerce/product/create/', { body });
    }
    const { results } = await this.service.client('GET', 'commerce/product/list/');
    for (const { products } of results as { products: { product_id: number }[] }[])
      this.products.push(...products.map(({ product_id }) => product_id));
    await this.service.admin('PATCH', 'network/settings/', { placement: 'binary', spill: 'breadth_first' });
    // The service's own previews would only take time.
    await this.service.admin('PATCH', 'commission-settings/', { preview_minutes: 1440 });
  }

  /** Lets a month pass. @param coming how many sign up */
  async live(from: Date, to: Date, coming: number): Promise<void> {
    const within = (first = 0, last = 1): number =>
      Math.floor(
        from.getTime() + (first + this.random.next() * (last - first)) * (to.getTime() - from.getTime() - DAY_MS),
      );
    const steps: Step[] = [];
    // Whoever comes buys later in the month.
    for (let one = 0; one < coming; one += 1) steps.push({ at: within(0, 0.3), happen: () => this.signUp() });
    const buyers = Math.ceil((this.people.length + coming) * 1.6);
    for (let one = 0; one < buyers; one += 1) steps.push({ at: within(0.3), happen: () => this.buy() });
    for (let one = 0; one < 2; one += 1) steps.push({ at: within(0.5), happen: () => this.move() });
    steps.push({ at: within(0.5), happen: () => this.changeStatus() });
    for (let one = 0; one < 3; one += 1) steps.push({ at: within(0.6), happen: () => this.sendBack() });
    await this.take(steps);
  }

  private async take(steps: readonly Step[]): Promise<void> {
    for (const { at, happen } of steps.toSorted((one, other) => one.at - other.at)) {
      await this.clock.set(new Date(at));
      await happen();
    }
  }

  private count(what: string): void {
    this.happened[what] = (this.happened[what] ?? 0) + 1;
  }

  private async signUp(): Promise<void> {
    const username = `person-${this.people.length + 1}`;
    const isDistributor = this.people.length < 4 || this.random.chance(0.75);
    const sponsors = this.people.filter((person) => person.isDistributor && !this.gone.has(person.uid));
    const kind = isDistributor ? 'distributor' : this.random.pick(['customer', 'preferred']);
    const sponsor = sponsors.length === 0 ? {} : { sponsor: this.random.pick(sponsors.slice(-12)).username };
    const body = { ...account(username), first_name: 'A', last_name: username, country_code: 'DE', kind, ...sponsor };
    await this.service.client('POST', 'user/signup/', { body });
    const found = await this.pool.query<{ uid: string }>('SELECT uid FROM users WHERE username = $1', [username]);
    this.people.push({ uid: Number(found.rows[0]!.uid), username, isDistributor });
    this.count('sign-ups');
  }

  private async buy(): Promise<void> {
    const { uid } = this.random.pick(this.people);
    const body = { product_id: this.random.pick(this.products), quantity: 1 + this.random.below(4) };
    await this.service.client('POST', 'commerce/add-cart-item/', { uid, body });
    const { order_id } = await this.service.client('POST', 'commerce/create-order/', { uid, body: {} });
    const id = Number(order_id);
    this.count('orders');
    if (this.random.chance(0.05)) return;
    await this.service.client('POST', 'commerce/order-status/', { body: { order_id: id, status: 'paid' } });
    this.count('payments');
    if (this.random.chance(0.05)) {
      await this.service.client('POST', 'commerce/order-status/', {
        body: { order_id: id, status: 'cancelled', reason: 'changed its mind' },
      });
      this.count('cancellations');
      return;
    }
    this.open.push({ id, uid });
  }

  /** Some of an order comes back, or all of it, months later too. */
  private async sendBack(): Promise<void> {
    if (this.open.length === 0) return;
    const order = this.random.pick(this.open);
    const read = await this.service.client('GET', `commerce/orders/${order.id}/`, { uid: order.uid });
    const [line] = read.items as { id: number; quantity: number; returned: number }[];
    const left = line!.quantity - line!.returned;
    const isWhole = left === 1 || this.random.chance(0.4);
    const items = isWhole ? {} : { items: [{ id: line!.id, quantity: 1 }] };
    const body = { order_id: order.id, reason: 'not as expected', ...items };
    await this.service.client('POST', 'commerce/order-return/', { body });
    this.count('returns');
    if (isWhole) this.open = this.open.filter(({ id }) => id !== order.id);
  }

  /** A member goes below another; what cannot be is refused. */
  private async move(): Promise<void> {
    const [who, below] = [this.random.pick(this.people), this.random.pick(this.people)];
    const body = { tree: 'sponsor', parent_uid: below.uid, reason: 'wrong sponsor at sign-up' };
    const { status } = await this.service.tryAdmin('POST', `network/${who.uid}/move/`, body);
    this.count(status === 200 ? 'moves' : 'refused moves');
  }

  private async changeStatus(): Promise<void> {
    const who = this.random.pick(this.people.slice(3));
    if (!who.isDistributor) return;
    const status = this.random.pick(['suspended', 'active', 'suspended', 'terminated']);
    const answer = await this.service.tryAdmin('POST', `network/${who.uid}/status/`, { status, reason: 'checked' });
    if (answer.status === 200 && status === 'terminated') this.gone.add(who.uid);
    this.count(answer.status === 200 ? 'changes of status' : 'refused changes of status');
  }
}
