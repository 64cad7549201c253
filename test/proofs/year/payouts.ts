import type pg from 'pg';
import type { Checks } from '#test/support/report.js';
import type { Random } from '#test/support/random.js';
import type { Service } from './service.js';

interface Item {
  readonly id: number;
  readonly uid: number;
  readonly amount: number;
}

/** Pays out after each month, of which some fails, and holds the account of everybody to it. */
export class Payouts {
  /** Cents that arrived. */
  paid = 0;
  /** Cents of the last batch that failed. */
  private failed = 0;

  constructor(
    private readonly service: Service,
    private readonly pool: pg.Pool,
    private readonly random: Random,
    private readonly checks: Checks,
  ) {}

  /** Makes a batch, which the other super admin releases, and marks its items. */
  async payOut(month: string): Promise<void> {
    const made = await this.service.tryAdmin('POST', 'payouts/', {});
    if (made.status !== 200) {
      // Nobody has enough yet.
      this.checks.that(
        'payouts',
        `${month}: refused for nothing else`,
        made.message.includes('nothing is payable'),
        made.message,
      );
      return;
    }
    this.failed = 0;
    const id = Number(made.data.id);
    const own = await this.service.tryAdmin('POST', `payouts/${id}/release/`, {});
    this.checks.that(
      'payouts',
      `${month}: who made it does not release it`,
      own.data.status === 'created',
      own.message,
    );
    await this.service.second('POST', `payouts/${id}/release/`, {});
    for (const item of await this.service.all<Item>(`payouts/${id}/items/`)) await this.settle(month, id, item);
    const again = await this.service.tryAdmin('POST', 'payouts/', {});
    const nothing = again.status === 409 || this.onlyFailed(again.data);
    this.checks.that('payouts', `${month}: nobody is paid twice`, nothing, JSON.stringify(again.data));
    if (again.status === 200) await this.service.admin('POST', `payouts/${Number(again.data.id)}/cancel/`, {});
  }

  /** A second batch may take what the first one gave back, and nothing else. */
  private onlyFailed({ amount }: Record<string, unknown>): boolean {
    return Math.round(Number(amount) * 100) === this.failed;
  }

  private async settle(month: string, payout: number, { id, amount }: Item): Promise<void> {
    const at = `payouts/${payout}/items/${id}/`;
    const isFailed = this.random.chance(0.15);
    if (isFailed) await this.service.admin('POST', `${at}failed/`, { reason: 'the account is closed' });
    else await this.service.admin('POST', `${at}paid/`, { reference: `${month}-${id}` });
    const cents = Math.round(amount * 100);
    if (isFailed) this.failed += cents;
    else this.paid += cents;
    const again = await this.service.tryAdmin('POST', `${at}failed/`, { reason: 'once more' });
    this.checks.that('payouts', `${month}: item ${id} is settled once`, again.status === 409, String(again.status));
  }

  /** All that was earned is paid, or in a balance. */
  async balance(section: string): Promise<void> {
    const { rows } = await this.pool.query<{ uid: string; balance: string; earned: string; out: string }>(
      `SELECT uid, sum(amount) AS balance, coalesce(sum(amount) FILTER (WHERE run_id IS NOT NULL), 0) AS earned,
              coalesce(sum(amount) FILTER (WHERE payout_id IS NOT NULL), 0) AS out FROM earnings GROUP BY uid`,
    );
    const cents = (amount: string): number => Math.round(Number(amount) * 100);
    const { rows: kept } = await this.pool.query<{ uid: string; balance: string }>(
      'SELECT uid, balance FROM earnings_balances',
    );
    const keptOf = new Map(kept.map(({ uid, balance }) => [uid, balance]));
    this.checks.that(section, 'as many balances are kept as members have earned', kept.length === rows.length);
    let paid = 0;
    for (const { uid, balance, earned, out } of rows) {
      this.checks.that(section, `${uid}: balance`, cents(balance) === cents(earned) + cents(out), balance);
      this.checks.that(section, `${uid}: the balance that is kept`, Number(keptOf.get(uid)) === Number(balance));
      const told = await this.service.admin('GET', `earnings/${uid}/`);
      this.checks.that(
        section,
        `${uid}: the balance that is told`,
        Math.round(Number(told.balance) * 100) === cents(balance),
      );
      paid -= cents(out);
    }
    this.checks.that(section, 'what was paid left the balances', paid === this.paid, `${paid} and ${this.paid}`);
  }
}
