import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '#common/events/event-types.js';
import type { Answer, Sender, Sent } from '#test/support/http.js';
import type { Random } from '#test/support/random.js';
import { BASE, bundleBody, type Person, signUpBody } from '#test/support/shop.js';
import { type Shop, TROUBLES } from './shop.js';

/** What happened to a change, as far as the client that asked for it can know. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A change that a client asked for. */
export interface Change {
  /** The type of the event that it makes. */
  type: EventType;
  /** What its event is told by (see {@link labelOf}); undefined while only an answer could have said it. */
  label: string | undefined;
  /** Changes whose events are counted together (see {@link groupOf}). */
  group: string;
  outcome: Outcome;
  /** The status of the answer, if there was one. */
  status?: number;
}

/** What both a stored and a delivered event have. */
interface LabelledEvent {
  type: string;
  data: Readonly<Record<string, unknown>>;
}

/** The one thing that an event of the run has for itself alone. */
export function labelOf({ type, data }: LabelledEvent): string {
  switch (type) {
    case 'bundle.created':
    case 'bundle.deleted':
      return text(type, data.bundle_id);
    case 'bundle.updated':
      return text(type, data.name);
    case 'user.created':
      return text(type, data.username);
    case 'member.enrolled':
      return text(type, data.uid);
    case 'cart.updated':
      return text(type, data.uid, data.version);
    case 'wishlist.updated':
      return text(type, data.uid, data.change, data.product_id);
    default:
      return text(type, data.id ?? data.application_id);
  }
}

/** Changes of one user are counted together, those that belong to no user by their type. */
export function groupOf({ type, data }: LabelledEvent): string {
  return type.startsWith('bundle.') || type === 'user.created' ? type : text(type, data.uid ?? data.application_id);
}

function text(...parts: unknown[]): string {
  return parts.map(String).join(' ');
}

/** What a request is expected to bring about: an event, as far as its data are known before. */
interface Expected {
  type: EventType;
  data: Record<string, unknown>;
  /** What of the data only the answer says; its event has no label without it. */
  fromAnswer?: (data: Answer['data']) => Record<string, unknown>;
}

const PACE_MS = 70;
const SIGNED_IN_MS = 8 * 60_000;
const USES_KEY = 0.3;

/** Somebody who keeps changing things, one after the other, and writes down what came of each. */
export abstract class Client {
  private signedInAt = Date.now();

  constructor(
    protected readonly person: Person,
    protected readonly shop: Shop,
    protected readonly random: Random,
    private readonly balancer: Sender,
    private readonly changes: Change[],
  ) {}

  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (Date.now() - this.signedInAt > SIGNED_IN_MS) await this.signInAgain();
      await this.act();
      await sleep(this.random.below(PACE_MS));
    }
  }

  /** Makes one change. */
  protected abstract act(): Promise<unknown>;

  /** Sends a request, now and then with an `Idempotency-Key`, and writes down what happened to the changes in it. */
  protected async change(request: Sent, ...expected: Expected[]): Promise<Answer | undefined> {
    const key: Sent['headers'] = this.random.chance(USES_KEY) ? { 'idempotency-key': `key-${this.random.next()}` } : {};
    const answer = await this.balancer.send({
      ...request,
      headers: { ...this.person.headers, ...request.headers, ...key },
    });
    for (const { type, data, fromAnswer } of expected) {
      const outcome = outcomeOf(answer);
      const more = outcome === 'acknowledged' ? fromAnswer?.(answer!.data) : undefined;
      const isKnown = fromAnswer === undefined || more !== undefined;
      this.changes.push({
        type,
        label: isKnown ? labelOf({ type, data: { ...data, ...more } }) : undefined,
        group: groupOf({ type, data }),
        outcome,
        ...(answer === undefined ? {} : { status: answer.status }),
      });
    }
    return answer;
  }

  private async signInAgain(): Promise<void> {
    this.signedInAt = Date.now();
    // A sign-in that a kill cuts off is tried again soon: the old token is still good.
    await this.shop.signInAgain(this.person).catch(() => (this.signedInAt -= SIGNED_IN_MS - 30_000));
  }
}

function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined) return 'unknown';
  return answer.status === 200 ? 'acknowledged' : 'refused';
}

const MEETS_TROUBLE = 0.4;
const BULK = 3;

/** An API admin that makes, changes and deletes bundles and signs members up; much of it is made to fail. */
export class ApiAdmin extends Client {
  private count = 0;
  private readonly bundles: string[] = [];

  protected act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.35) return this.create();
    if (draw < 0.5) return this.createMany();
    if (draw < 0.75) return this.update();
    if (draw < 0.87) return this.delete();
    if (draw < 0.94) return this.signUp();
    return this.rename();
  }

  private async create(): Promise<unknown> {
    const id = this.name('bundle');
    const answer = await this.change(
      { method: 'POST', path: `${BASE}/commerce/product/create/`, body: bundleBody(id, id) },
      bundle('created', { bundle_id: id }),
    );
    if (answer?.status === 200) this.bundles.push(id);
    return answer;
  }

  private async createMany(): Promise<unknown> {
    const ids = Array.from({ length: BULK }, () => this.name('bulk'));
    const body = ids.map((id) => bundleBody(id, id));
    const answer = await this.change(
      { method: 'POST', path: `${BASE}/commerce/product/bulk/create/`, body },
      ...ids.map((bundle_id) => bundle('created', { bundle_id })),
    );
    if (answer?.status === 200) this.bundles.push(...ids);
    return answer;
  }

  private update(): Promise<unknown> {
    if (this.bundles.length === 0) return this.create();
    const name = this.name('update');
    return this.change(
      {
        method: 'POST',
        path: `${BASE}/commerce/product/update/`,
        body: bundleBody(this.random.pick(this.bundles), name),
      },
      bundle('updated', { name }),
    );
  }

  private delete(): Promise<unknown> {
    const bundle_id = this.bundles.shift();
    if (bundle_id === undefined) return this.create();
    return this.change(
      { method: 'DELETE', path: `${BASE}/commerce/product/delete/?bundle_id=${bundle_id}` },
      bundle('deleted', { bundle_id }),
    );
  }

  private signUp(): Promise<unknown> {
    const username = this.name('user');
    return this.change(
      { method: 'POST', path: `${BASE}/user/signup/`, body: signUpBody(username) },
      { type: 'user.created', data: { username } },
    );
  }

  /** Renames an application, upon which every instance reads again who hears of what. */
  private rename(): Promise<unknown> {
    const { id } = this.random.pick(this.shop.subscribers);
    return this.change(
      {
        method: 'PATCH',
        path: `/admin/api/applications/${id}/`,
        headers: this.shop.superAdmin,
        body: { name: this.name('application') },
      },
      { type: 'application.updated', data: { application_id: id }, fromAnswer: () => ({}) },
    );
  }

  /** A name that nothing else has, with a trouble or without. */
  private name(of: string): string {
    this.count += 1;
    const trouble = this.random.chance(MEETS_TROUBLE) ? `-${this.random.pick(Object.values(TROUBLES))}` : '';
    return `${of}-${this.person.uid}-${this.count}${trouble}`;
  }
}

function bundle(change: 'created' | 'updated' | 'deleted', data: Expected['data']): Expected {
  return { type: `bundle.${change}`, data };
}

/** A member that fills carts, places them as orders, and wishes for things. */
export class Member extends Client {
  private wishes = 0;
  private readonly wished: number[] = [];

  protected act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.1) return this.placeOrder();
    if (draw < 0.2) return this.wish();
    if (draw < 0.25) return this.unwish();
    return this.addToCart();
  }

  private addToCart(): Promise<unknown> {
    const { uid } = this.person;
    const body = { product_id: this.random.pick(this.shop.products), quantity: 1 };
    return this.change(
      { method: 'POST', path: `${BASE}/commerce/add-cart-item/`, body },
      { type: 'cart.updated', data: { uid }, fromAnswer: ({ version }) => ({ version }) },
    );
  }

  private placeOrder(): Promise<unknown> {
    const { uid } = this.person;
    return this.change(
      { method: 'POST', path: `${BASE}/commerce/create-order/` },
      { type: 'order.placed', data: { uid }, fromAnswer: ({ order_id }) => ({ id: order_id }) },
    );
  }

  /** Each product once: a second wish for one would be acknowledged without being a change. */
  private async wish(): Promise<unknown> {
    const product_id = this.shop.products[this.wishes];
    this.wishes += 1;
    if (product_id === undefined) return this.addToCart();
    const answer = await this.tell('added', 'wishlist-add', product_id);
    if (answer?.status === 200) this.wished.push(product_id);
    return answer;
  }

  private unwish(): Promise<unknown> {
    const product_id = this.wished.pop();
    return product_id === undefined ? this.addToCart() : this.tell('removed', 'wishlist-remove', product_id);
  }

  private tell(change: 'added' | 'removed', path: string, product_id: number) {
    const { uid } = this.person;
    return this.change(
      { method: 'POST', path: `${BASE}/commerce/${path}/`, body: { product_id } },
      { type: 'wishlist.updated', data: { uid, change, product_id } },
    );
  }
}
