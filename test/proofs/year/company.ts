import type pg from 'pg';
import type { Random } from '#test/support/random.js';
import { account, bundleBody } from '#test/support/shop.js';
import type { Service, YearClock } from './service.js';

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
interface Happenings {
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

/** The ranks of the first half of the year; the second calls the last one otherwise. */
const ranks = (highest: string): object[] => [
  { name: 'member' },
  { name: 'silver', requires: { personal_volume: 60, group_volume: 300 } },
  {
    name: highest,
    requires: { any: [{ legs: [{ rank: 'silver', count: 2 }] }, { group_volume: 1500, leg_cap_percent: 50 }] },
  },
];

const common = {
  period: 'month',
  time_zone: 'UTC',
  rate: 1,
  rounding: 'half_even',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  personal_volume_includes_customers: true,
  active: { personal_volume: 20 },
  minimum_payout: 5,
  four_eyes: true,
};

/** All types of bonuses, no cap. */
export const FIRST_PLAN = {
  ...common,
  name: 'First half',
  ranks: ranks('gold'),
  bonuses: [
    { id: 'shop', type: 'retail' },
    { id: 'start', type: 'fast_start', days: 40, percents: [15, 5], excludes: ['levels'] },
    {
      id: 'levels',
      type: 'unilevel',
      percents: { member: [5, 3], silver: [6, 4, 2], gold: [7, 5, 3, 1] },
      compression: 'dynamic',
    },
    { id: 'leaders', type: 'generation', rank: 'silver', percents: [3, 2] },
    { id: 'team', type: 'binary', percent: 8, cap: { member: 120, gold: 400 }, carry_cap: 3000 },
    {
      id: 'steps',
      type: 'differential',
      breakaway: { leadership_percent: 1 },
      steps: [
        { from: 100, percent: 1 },
        { from: 600, percent: 2 },
        { from: 1800, percent: 3 },
      ],
    },
    { id: 'match', type: 'matching', of: ['levels', 'team'], percents: { member: [5], silver: [10, 5] } },
    { id: 'pool', type: 'pool', percent: 1.5, shares: { silver: 1, gold: 3 } },
    { id: 'climb', type: 'rank_advancement', amounts: { silver: 20, gold: 50 } },
  ],
};

/** Other percentages, caps, another name of a rank and another id of the binary bonus, which are mapped. */
export const SECOND_PLAN = {
  ...common,
  name: 'Second half',
  ranks: ranks('ruby'),
  bonuses: [
    { id: 'shop', type: 'retail', percent: 80 },
    { id: 'start', type: 'fast_start', days: 30, percents: [10], excludes: ['levels', 'leaders'] },
    { id: 'levels', type: 'unilevel', percents: { member: [4, 4], ruby: [6, 5, 4] }, compression: 'active' },
    { id: 'leaders', type: 'generation', rank: 'silver', percents: [2, 2, 1] },
    { id: 'legs', type: 'binary', ratio: { strong: 2, weak: 1 }, cycle: { volume: 50, amount: 4 }, inactive: 'flush' },
    { id: 'match', type: 'matching', of: ['legs'], percents: { member: [10] }, compression: 'active' },
    { id: 'pool', type: 'pool', percent: 2, shares: { ruby: 2, silver: 1 } },
    { id: 'climb', type: 'rank_advancement', amounts: { silver: 20, ruby: 60 } },
  ],
  member_cap: 250,
  payout_cap_percent: 35,
};

/** What happens to the first plan's rank and carried volumes under the second. */
export const MAPPING = { ranks: { gold: 'ruby' }, carried: { team: 'legs' } };
