import type { Random } from '#test/support/random.js';
import type { Admin, Desk } from './desk.js';

const MOST_CENTS = 20_000;
const STATUSES = ['active', 'active', 'suspended', 'terminated'];

interface Row {
  id: number;
  uid: number;
}

/** Somebody who keeps changing earnings and payouts, much of it at the same time as its opposite. */
export class MoneyActor {
  private count = 0;

  /** @param name stands in all reasons, and is nobody else's */
  constructor(
    private readonly desk: Desk,
    private readonly members: readonly number[],
    private readonly name: string,
    private readonly random: Random,
  ) {}

  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.desk.staySignedIn();
      await this.act();
    }
  }

  private act(): Promise<unknown> {
    const draw = this.random.next();
    if (draw < 0.35) return this.adjust();
    if (draw < 0.5) return Promise.all([this.make(0), this.make(this.random.chance(0.5) ? 1 : 0)]);
    if (draw < 0.65) return this.decide();
    if (draw < 0.85) return this.mark();
    if (draw < 0.93) return this.hold();
    return this.leave();
  }

  /** Several entries of one member; now and then one of them is sent twice with one key. */
  private adjust(): Promise<unknown> {
    const uid = this.random.pick(this.members);
    const send = (reason: string, amount: number, headers = {}): Promise<void> =>
      this.desk.change(
        this.admin(),
        'earnings/',
        { body: { uid, amount, reason }, headers },
        { what: 'adjust', reason },
      );
    const changes = Array.from({ length: 1 + this.random.below(3) }, () => {
      const amount = (this.random.below(MOST_CENTS) - MOST_CENTS / 4 || 1) / 100;
      return { amount, reason: this.label() };
    });
    const [first] = changes;
    // By one admin, since keys are each user's own.
    const twice = (): Promise<void>[] => {
      const body = { uid, amount: first!.amount, reason: first!.reason };
      const headers = { 'idempotency-key': first!.reason };
      const wish = { what: 'adjust', reason: first!.reason } as const;
      return [0, 1].map(() => this.desk.change(0, 'earnings/', { body, headers }, wish));
    };
    const one = this.random.chance(0.3) ? twice() : [send(first!.reason, first!.amount)];
    return Promise.all([...one, ...changes.slice(1).map(({ reason, amount }) => send(reason, amount))]);
  }

  private make(admin: Admin): Promise<void> {
    const minimum = this.random.chance(0.2) ? 50 : 0;
    const found = ({ id }: Record<string, unknown>) => ({ payout: Number(id) });
    return this.desk.change(admin, 'payouts/', { body: { minimum } }, { what: 'make' }, found);
  }

  /** Both admins release one payout, or one of them cancels it at the same time. */
  private async decide(): Promise<unknown> {
    const payout = await this.payout('created');
    if (payout === undefined) return undefined;
    const decide = (admin: Admin, what: 'release' | 'cancel'): Promise<void> =>
      this.desk.change(admin, `payouts/${payout}/${what}/`, {}, { what });
    const third = this.random.chance(0.3) ? 'cancel' : 'release';
    return Promise.all([decide(0, 'release'), decide(1, 'release'), decide(this.admin(), third)]);
  }

  /** One item is marked as paid and as failed at the same time; now and then all that wait are marked. */
  private async mark(): Promise<unknown> {
    const payout = await this.payout('released');
    if (payout === undefined) return undefined;
    const items = await this.rows(`payouts/${payout}/items/?status=pending&limit=20`);
    if (items.length === 0) return undefined;
    const item = this.random.pick(items).id;
    const paid = (reference: string): Promise<void> =>
      this.desk.change(
        this.admin(),
        `payouts/${payout}/items/${item}/paid/`,
        { body: { reference } },
        { what: 'mark', item, status: 'paid', said: reference },
      );
    const failed = (reason: string): Promise<void> =>
      this.desk.change(
        this.admin(),
        `payouts/${payout}/items/${item}/failed/`,
        { body: { reason } },
        { what: 'mark', item, status: 'failed', said: reason },
      );
    const reference = this.label();
    const draw = this.random.next();
    if (draw < 0.3) return Promise.all([paid(reference), paid(reference), failed(this.label())]);
    if (draw < 0.6) return Promise.all([failed(this.label()), paid(reference)]);
    const marks = items.map(({ id }) => ({ id, status: 'paid', reference }));
    const all = this.desk.change(
      this.admin(),
      `payouts/${payout}/mark/`,
      { body: { items: marks } },
      { what: 'mark', item, status: 'paid', said: reference },
    );
    return Promise.all([all, failed(this.label())]);
  }

  private async hold(): Promise<unknown> {
    const uid = this.random.pick(this.members);
    const open = await this.rows(`payout-holds/?open=true&uid=${uid}`);
    const ends = open.map(({ id }) =>
      this.desk.change(this.admin(), `payout-holds/${id}/release/`, {}, { what: 'end hold', uid, hold: id }),
    );
    if (ends.length > 0) return Promise.all([...ends, this.make(this.admin())]);
    const body = { uid, reason: this.random.pick(['tax', 'identity', 'bank']), note: 'proof' };
    const found = ({ id }: Record<string, unknown>) => ({ hold: Number(id) });
    const begin = (): Promise<void> =>
      this.desk.change(this.admin(), 'payout-holds/', { body }, { what: 'hold', uid }, found);
    return Promise.all([begin(), begin(), this.make(this.admin())]);
  }

  /** Somebody leaves, comes back, or has the rest paid or written off. */
  private async leave(): Promise<unknown> {
    const uid = this.random.pick(this.members);
    const stand = (status: string): Promise<void> =>
      this.desk.change(0, `network/${uid}/status/`, { body: { status, reason: 'proof' } }, { what: 'stand' });
    await stand(this.random.pick(STATUSES));
    const last = (admin: Admin): Promise<void> =>
      this.desk.change(admin, 'payouts/last/', { body: { uid } }, { what: 'last' });
    const writeOff = (): Promise<void> =>
      this.desk.change(1, 'earnings/write-off/', { body: { uid, reason: 'proof' } }, { what: 'write off' });
    await Promise.all([last(0), last(1), ...(this.random.chance(0.5) ? [writeOff(), writeOff()] : [])]);
    return stand('active');
  }

  private async payout(status: string): Promise<number | undefined> {
    const found = await this.rows(`payouts/?status=${status}&limit=4`);
    return found.length === 0 ? undefined : this.random.pick(found).id;
  }

  private async rows(path: string): Promise<Row[]> {
    return ((await this.desk.look(`/admin/api/${path}`))?.results ?? []) as Row[];
  }

  private admin(): Admin {
    return this.random.chance(0.5) ? 0 : 1;
  }

  /** A text that nothing else has. */
  private label(): string {
    this.count += 1;
    return `${this.name}-${this.count}`;
  }
}
