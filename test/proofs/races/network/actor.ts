import type { Answer } from '#test/support/http.js';
import type { Random } from '#test/support/random.js';
import { BASE, signUpBody } from '#test/support/shop.js';
import type { Tree } from './evidence.js';
import { actingFor, Crowd, type Hand, type Known, placing, type Wanted } from './hand.js';

const SPILLS = ['left', 'right', 'lesser_volume', 'breadth_first', 'manual'];
const CHANGES = [
  { change: { status: 'terminated' }, back: { status: 'active' } },
  { change: { status: 'suspended' }, back: { status: 'active' } },
  { change: { kind: 'customer' }, back: { kind: 'distributor' } },
];
const MOST_CHANGED = 6;
const MOST_POINTS = 200;

/** Somebody who keeps changing a network in which others do the same; much of it at the same time as its opposite. */
export class Actor {
  /** @param products what members buy */
  constructor(
    private readonly hand: Hand,
    private readonly crowd: Crowd,
    private readonly products: readonly number[],
    private readonly random: Random,
  ) {}

  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.hand.staySignedIn();
      await this.act();
    }
  }

  private act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.15) return this.signUp();
    if (draw < 0.3) return this.emptyTank();
    if (draw < 0.65) return this.move();
    if (draw < 0.77) return this.change();
    if (draw < 0.8) return this.setSpill(this.random.pick(SPILLS));
    if (draw < 0.84) return this.adjust();
    return this.trade();
  }

  /** Some come below one sponsor at the same time; now and then into one place. */
  private async signUp(): Promise<void> {
    const sponsor = this.crowd.sponsor();
    const count = 1 + this.random.below(3);
    const placement = { parent: this.crowd.late().username, leg: 1 + this.random.below(2) };
    const chosen = this.random.chance(0.2) ? { placement } : {};
    const arrivals = Array.from({ length: count }, () => ({ ...this.arrival(sponsor), ...chosen }));
    const answers = await this.hand.change(...arrivals.map(signingUp));
    answers.forEach((answer, index) => this.welcome(arrivals[index]!, answer));
  }

  private arrival(sponsor: Known): Arrival {
    const kind = this.random.chance(0.8) ? 'distributor' : this.random.pick(['preferred', 'customer']);
    return { username: this.crowd.label('member'), sponsor, kind };
  }

  private welcome({ username }: Arrival, answer: Answer | undefined): void {
    if (answer !== undefined) this.crowd.came({ uid: Number(answer.data.uid), username });
  }

  /** Two who wait are put into one place, or one into two. */
  private async emptyTank(): Promise<unknown> {
    const { uid: sponsor } = this.crowd.sponsor();
    const tank = await this.hand.look(actingFor(sponsor, 'network/holding-tank/'));
    const waiting = ((tank?.results ?? []) as { uid: number }[]).map(({ uid }) => uid);
    if (waiting.length === 0) return this.fillTank();
    const parent = await this.endBelow(sponsor);
    const leg = 1 + this.random.below(2);
    const [one, other] = [this.random.pick(waiting), this.random.pick(waiting)];
    const places = [parent, one === other ? await this.endBelow(sponsor) : parent] as const;
    const legs = [leg, one === other ? 3 - leg : leg] as const;
    return this.hand.change(
      placingBelow(sponsor, one, places[0], legs[0]),
      ...(one === other && places[0] === places[1] && legs[0] === legs[1]
        ? []
        : [placingBelow(sponsor, other, places[1], legs[1])]),
    );
  }

  /** From now on newcomers wait; some come. */
  private async fillTank(): Promise<unknown> {
    await this.setSpill('manual');
    return this.signUp();
  }

  /** Somebody far below a sponsor in the placement tree, where legs are free; or the sponsor. */
  private async endBelow(sponsor: number): Promise<number> {
    const path = `${actingFor(sponsor, 'network/downline/')}&tree=placement&sort=-level&limit=10`;
    const ends = ((await this.hand.look(path))?.results ?? []) as { uid: number }[];
    return ends.length === 0 ? sponsor : this.random.pick(ends).uid;
  }

  private move(): Promise<unknown> {
    const [a, b, c] = [this.crowd.anybody().uid, this.crowd.late().uid, this.crowd.anybody().uid];
    const tree = this.random.chance(0.6) ? 'placement' : 'sponsor';
    const below = (parent: number): Place =>
      tree === 'sponsor' ? { tree, parent } : { tree, parent, leg: 1 + this.random.below(2) };
    const to = (uid: number, place: Place, isDry = false): ReturnType<typeof moving> =>
      moving(uid, place, this.crowd.label('move'), isDry);
    const draw = this.random.next();
    // Each below the other: both together would be a cycle.
    if (draw < 0.35) return this.hand.change(to(a, below(b)), to(b, below(a)));
    if (draw < 0.5) return this.hand.change(to(a, below(b)), to(b, below(c)), to(c, below(a)));
    const one = below(b);
    if (draw < 0.7) return this.hand.change(to(a, one), to(c, one));
    if (draw < 0.85) return this.hand.change(to(a, below(b)), to(a, below(c)));
    if (draw < 0.9) return this.hand.change(to(a, one, true));
    return this.hand.change(to(a, { tree, parent: null }), to(b, below(a)));
  }

  /** Somebody is ended, or made a customer, while others come below. */
  private async change(): Promise<unknown> {
    const { changed } = this.crowd;
    const reason = this.crowd.label('change');
    const before = changed.length > this.random.below(MOST_CHANGED) ? changed.shift() : undefined;
    if (before !== undefined) {
      const [answer] = await this.hand.change(changing(before.uid, before.back, reason));
      return answer;
    }
    const who = this.random.chance(0.5) ? this.crowd.late() : this.crowd.anybody();
    const { change, back } = this.random.pick(CHANGES);
    const arrival = this.arrival(who);
    const { uid } = this.crowd.late();
    const mover = moving(uid, { tree: 'sponsor', parent: who.uid }, this.crowd.label('move'));
    const beside = this.random.chance(0.6) ? signingUp(arrival) : mover;
    const [answer, other] = await this.hand.change(changing(who.uid, change, reason), beside);
    if (answer !== undefined) changed.push({ uid: who.uid, back });
    if (beside !== mover) this.welcome(arrival, other);
    return answer;
  }

  private setSpill(spill: string): Promise<unknown> {
    const body = { spill };
    return this.hand.send({ method: 'PATCH', path: '/admin/api/network/settings/', body });
  }

  private adjust(): Promise<unknown> {
    const points = (this.random.below(2 * MOST_POINTS) - MOST_POINTS) / 8;
    return this.hand.change(adjusting(this.crowd.anybody().uid, points, this.crowd.label('adjustment')));
  }

  /** Somebody buys and pays; what was bought before comes back, or is cancelled, or both at the same time. */
  private async trade(): Promise<unknown> {
    const { paid } = this.crowd;
    if (paid.length > 0 && this.random.chance(0.4)) return this.takeBack(this.random.pick(paid));
    const { uid } = this.crowd.anybody();
    const body = { product_id: this.random.pick(this.products), quantity: 1 + this.random.below(3) };
    await this.hand.send({ method: 'POST', path: actingFor(uid, 'commerce/add-cart-item/'), body });
    const placed = await this.hand.send({ method: 'POST', path: actingFor(uid, 'commerce/create-order/') });
    if (typeof placed === 'string' || placed.status !== 200) return undefined;
    const order = Number(placed.data.order_id);
    const status = { order_id: order, status: 'paid' };
    const answer = await this.hand.send({ method: 'POST', path: `${BASE}/commerce/order-status/`, body: status });
    if (typeof answer === 'string' || answer.status !== 200) return answer;
    const items = (answer.data.items ?? []) as { id: number }[];
    Crowd.remember(paid, { order, lines: items.map(({ id }) => id) });
    return answer;
  }

  private takeBack({ order, lines }: Crowd['paid'][number]): Promise<unknown> {
    const line = lines.length === 0 || this.random.chance(0.2) ? undefined : this.random.pick(lines);
    const back = (): ReturnType<typeof returning> => returning(order, line, this.crowd.label('return'));
    if (this.random.chance(0.5)) return this.hand.change(back(), back());
    const body = { order_id: order, status: 'cancelled' };
    const cancel = this.hand.send({ method: 'POST', path: `${BASE}/commerce/order-status/`, body });
    return Promise.all([this.hand.change(back()), cancel]);
  }
}

/** How somebody is to come into the network. */
interface Arrival {
  username: string;
  sponsor: Known;
  kind?: string;
  placement?: { parent: string; leg: number };
}

/** A sign-up. */
function signingUp({ username, sponsor, ...more }: Arrival): Wanted {
  const body = { ...signUpBody(username), sponsor: sponsor.username, ...more };
  return { type: 'member.enrolled', label: username, request: { method: 'POST', path: `${BASE}/user/signup/`, body } };
}

/** The placement of somebody who waits in a sponsor's holding tank. */
function placingBelow(sponsor: number, uid: number, parent: number, leg: number): Wanted {
  const body = { uid, parent_uid: parent, leg };
  return {
    type: 'member.moved',
    label: placing(uid, parent, leg),
    request: { method: 'POST', path: actingFor(sponsor, 'network/place/'), body },
  };
}

/** Where somebody is to stand. */
interface Place {
  tree: Tree;
  parent: number | null;
  leg?: number;
}

/** A move, or only the look at what it would change. */
function moving(uid: number, { tree, parent, leg }: Place, reason: string, isDry = false): Wanted {
  const body = { tree, parent_uid: parent, leg, reason, dry_run: isDry };
  return {
    type: 'member.moved',
    label: reason,
    ...(isDry ? { isDry } : {}),
    request: { method: 'POST', path: `/admin/api/network/${uid}/move/`, body },
    said: (data) => ({ uid: data.uid, tree: data.tree, from: place(data.from), to: place(data.to) }),
  };
}

/** A change of a member's status or kind. */
function changing(uid: number, change: object, reason: string): Wanted {
  return {
    type: 'member.status_changed',
    label: reason,
    request: { method: 'POST', path: `/admin/api/network/${uid}/status/`, body: { ...change, reason } },
    said: ({ kind, status, since }) => ({ uid, kind, status, at: since }),
  };
}

/** An adjustment of a member's volumes. */
function adjusting(uid: number, points: number, reason: string): Wanted {
  const body = { uid, business_volume: points / 2, points, cumulative_volume: 0.0001, reason };
  return {
    type: 'volume.adjusted',
    label: reason,
    request: { method: 'POST', path: '/admin/api/volumes/', body },
    said: ({ id }) => ({ id, uid, points }),
  };
}

/** The return of an order, or of one piece of it. */
function returning(order: number, line: number | undefined, reason: string): Wanted {
  const items = line === undefined ? {} : { items: [{ id: line, quantity: 1 }] };
  const body = { order_id: order, ...items, reason };
  return {
    type: 'order.returned',
    label: reason,
    request: { method: 'POST', path: `${BASE}/commerce/order-return/`, body },
  };
}

/** Names of people do not belong to what the event says. */
function place(position: unknown): { parent_uid: unknown; leg: unknown } | null {
  if (position === null) return null;
  const { parent_uid, leg } = position as { parent_uid: unknown; leg: unknown };
  return { parent_uid, leg };
}
