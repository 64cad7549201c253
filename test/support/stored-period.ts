import {
  enrolledAt,
  PERIOD_BEGINS,
  type Plan,
  planOf,
  type SmallEarlier,
  type SmallPeriod,
} from '@commerce/commission-engine';
import type { TestDatabase } from './test-database.js';

/** The period that small periods are of. */
export const PERIOD = '2026-11';

const BEGINS = new Date(PERIOD_BEGINS);
const ENDS = new Date(Date.UTC(2026, 11, 1));
const DAY_MS = 86_400_000;
const UNIT = 10_000;
const MINOR = 100;

/** The row that another one takes back. */
interface Taken {
  readonly id: number | null;
  readonly at: Date | null;
}

const NOTHING_TAKEN: Taken = { id: null, at: null };

/** A row of a period before; which one it is nobody asks. */
const soldEarlier = (soldAt: number): Taken => ({ id: 1_000_000, at: new Date(PERIOD_BEGINS + soldAt) });

/** Writes all that a run reads as rows, without the service. */
export class StoredPeriods {
  constructor(private readonly database: TestDatabase) {}

  /** Empties all tables that runs read or write. */
  async clear(): Promise<void> {
    const partitions = await this.database.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
        WHERE inhparent IN ('commission_lines'::regclass, 'commission_members'::regclass, 'commission_legs'::regclass)`,
    );
    const dropped = partitions.length === 0 ? '' : `DROP TABLE ${partitions.map(({ name }) => name).join(', ')};`;
    await this.database.query(
      `SET session_replication_role = replica; ${dropped}
       TRUNCATE commission_runs, commission_plans, volume_rows, network_edges, network_states, network_members, users CASCADE;
       SET session_replication_role = origin`,
    );
  }

  /**
   * Writes a period and what was before it: the run of 2026-10, which carries volumes, and one of 2026-09 of which something
   * is taken back.
   * @returns the id of the run
   */
  async write(small: SmallPeriod): Promise<number> {
    await this.members(small);
    await this.rows(small);
    const [earlier] = small.earlier ?? [];
    if (earlier !== undefined) await this.earlierRun(earlier);
    if (Object.keys(small.carried ?? {}).length > 0 || earlier !== undefined) await this.runBefore(small);
    return this.run({ period: PERIOD, from: BEGINS, to: ENDS, plan: small.plan });
  }

  /** A run that is queued, or posted. */
  async run(run: { period: string; from: Date; to: Date; plan: Plan; posted?: boolean }): Promise<number> {
    const { period, from, to, plan, posted = false } = run;
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, posted_at)
       VALUES ($1, $2, $3, $4, 1, $5, $6::varchar, CASE WHEN $6 = 'posted' THEN now() END) RETURNING id::integer`,
      [posted ? 'final' : 'preview', period, from, to, JSON.stringify(plan), posted ? 'posted' : 'queued'],
    );
    const { id } = row!;
    if (posted) {
      for (const table of ['commission_lines', 'commission_legs'])
        await this.database.query(`CREATE TABLE ${table}_${id} PARTITION OF ${table} FOR VALUES IN (${id})`);
    }
    return id;
  }

  private async members({ members }: SmallPeriod): Promise<void> {
    // Sponsors may come after those whom they sponsor.
    const edges: unknown[][] = [];
    for (const member of members) {
      const { uid, sponsor, placed, kind = 'distributor', status = 'active', title } = member;
      const since = new Date(enrolledAt(member));
      await this.database.query(
        `INSERT INTO users (uid, username, email, password_hash) VALUES ($1::bigint, concat('user-', $1), concat($1, '@example.com'), '')`,
        [uid],
      );
      await this.database.query('INSERT INTO network_members (uid, enrolled_at, title_rank) VALUES ($1, $2, $3)', [
        uid,
        since,
        title ?? null,
      ]);
      await this.database.query('INSERT INTO network_states (uid, kind, status, from_at) VALUES ($1, $2, $3, $4)', [
        uid,
        kind,
        status,
        since,
      ]);
      const place = placed === 'root' ? { below: null, leg: null } : placed;
      edges.push(['sponsor', uid, sponsor ?? null, null, since]);
      if (place !== undefined) edges.push(['placement', uid, place.below, place.leg, since]);
    }
    const sql = 'INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at) VALUES ($1, $2, $3, $4, $5)';
    for (const edge of edges) await this.database.query(sql, edge);
  }

  /** Rows of the period, and before it those that took back something that was calculated already. */
  private async rows({ rows, earlier }: SmallPeriod): Promise<void> {
    const returns = (earlier ?? []).flatMap((one) => one.returns);
    const before = returns.filter(({ posted }) => posted);
    const now = returns.filter(({ posted }) => !posted);
    const ids: Taken[] = [];
    for (const row of rows) {
      const at = new Date(PERIOD_BEGINS + (row.at ?? 0));
      let taken: Taken = NOTHING_TAKEN;
      if (typeof row.takesBack === 'number') taken = ids[row.takesBack]!;
      if (row.takesBack === 'earlier') taken = soldEarlier(now.shift()!.soldAt);
      ids.push({ id: await this.row(row, at, taken), at });
    }
    for (const { source, commissionable, margin, soldAt } of before) {
      const row = { member: source, qualifying: 0, commissionable: -commissionable, price: -margin, wholesale: 0 };
      await this.row(row, new Date(PERIOD_BEGINS - DAY_MS), soldEarlier(soldAt));
    }
  }

  /** A row of the ledger. */
  async row(
    row: Pick<SmallPeriod['rows'][number], 'member' | 'qualifying' | 'commissionable' | 'price' | 'wholesale'>,
    at: Date,
    taken: Taken = NOTHING_TAKEN,
  ): Promise<number> {
    const { member, qualifying, commissionable, price = 0, wholesale = 0 } = row;
    const volumes = [commissionable, qualifying, price, wholesale].map((volume) => volume / UNIT);
    await this.database.query('SELECT make_volume_partition($1)', [at]);
    const [made] = await this.database.query<{ id: number }>(
      `INSERT INTO volume_rows (at, uid, takes_back_id, takes_back_at, kind, business_volume, points, cumulative_volume, price,
         wholesale_price)
       VALUES ($1, $2, $3, $4, 'import', $5, $6, 0, $7, $8) RETURNING id::integer`,
      [at, member, taken.id, taken.at, ...volumes],
    );
    return made!.id;
  }

  private async earlierRun({ plan, lines, paid }: SmallEarlier): Promise<void> {
    const from = new Date(Date.UTC(2026, 8, 1));
    const id = await this.run({ period: '2026-09', from, to: new Date(Date.UTC(2026, 9, 1)), plan, posted: true });
    let number = 0;
    const add = async (uid: number, bonus: string, amount: number, more: unknown[] = [null, null, null]) => {
      number += 1;
      await this.database.query(
        `INSERT INTO commission_lines (run_id, number, uid, bonus, amount, source_uid, level, base) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, number, uid, bonus, amount / MINOR, ...more],
      );
    };
    for (const { bonus, payee, source, level, base, amount } of lines) {
      const isMoney = plan.bonuses.find((one) => one.id === bonus)!.type === 'matching';
      await add(payee, bonus, amount, [source, level, base / (isMoney ? MINOR : UNIT)]);
    }
    for (const [uid, { before, left }] of Object.entries(paid)) {
      const own = lines.filter(({ payee }) => payee === Number(uid)).reduce((sum, { amount }) => sum + amount, 0);
      await add(Number(uid), 'further', before - own);
      if (left !== before) await add(Number(uid), 'cap', left - before);
    }
  }

  private async runBefore({ carried = {} }: SmallPeriod): Promise<void> {
    const from = new Date(Date.UTC(2026, 9, 1));
    const id = await this.run({ period: '2026-10', from, to: BEGINS, plan: planOf({}), posted: true });
    for (const [bonus, members] of Object.entries(carried)) {
      for (const [uid, { left, right }] of Object.entries(members)) {
        await this.database.query('INSERT INTO commission_legs VALUES ($1, $2, $3, 0, 0, 0, 0, $4, $5)', [
          id,
          bonus,
          Number(uid),
          left / UNIT,
          right / UNIT,
        ]);
      }
    }
  }
}
