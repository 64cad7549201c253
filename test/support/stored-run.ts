import {
  calculateSmall,
  CAP,
  CLAWBACK,
  enrolledAt,
  inputOf,
  NO_RANK,
  NOBODY,
  type Outcome,
  PERIOD_BEGINS,
  type SmallEarlier,
  type SmallPeriod,
} from '@commerce/commission-engine';
import pg from 'pg';
import { attach, complete, index, makeTable, RESULT_TABLES } from '#commissions/runs/writing/result-partitions.js';
import type { TestApp } from './start-test-app.js';

const DAY_MS = 86_400_000;
const DAYS = 30;
const TEN_THOUSAND = 10_000;

/** How a run is stored. */
export interface StoredRunOptions {
  /** Added to all uids, so that several networks stand side by side. */
  readonly offset?: number;
  readonly status?: string;
  readonly kind?: 'preview' | 'final';
  /** Whether the members are users already. */
  readonly isKnown?: boolean;
  /** Default `2026-11`, whose first instant is the engine's. */
  readonly period?: string;
  /** Of the earlier run, which is posted; default `2026-10`. */
  readonly earlierPeriod?: string;
}

/** A run whose rows are in the tables. */
export interface StoredRun {
  readonly id: number;
  readonly outcome: Outcome;
  /** Uids by the engine's positions. */
  readonly uids: readonly number[];
}

type Row = Readonly<Record<string, unknown>>;

/** Writes a small period into the tables as a run would: what was read, and what the engine makes of it. */
export async function storeRun(app: TestApp, small: SmallPeriod, options: StoredRunOptions = {}): Promise<StoredRun> {
  const {
    offset = 0,
    status = 'calculated',
    kind = 'preview',
    period = '2026-11',
    earlierPeriod = '2026-10',
  } = options;
  const { input, uids: plain } = inputOf(small);
  const { outcome } = calculateSmall(small);
  const uids = plain.map((uid) => uid + offset);
  if (options.isKnown !== true) await insertUsers(app, uids);
  await insertRows(app, small, offset);
  const earlier: number[] = [];
  for (const one of small.earlier ?? []) earlier.push(await storeEarlier(app, one, offset, earlierPeriod));
  const id = await insertRun(app, { period, document: small.plan, status, kind });
  const digits = 10 ** (small.currencyDigits ?? 2);
  await insert(app, 'commission_members', membersOf(id, small, outcome, { input, uids, digits }));
  await insert(app, 'commission_lines', linesOf(id, small, outcome, { uids, digits, earlier }));
  await insert(app, 'commission_legs', legsOf(id, small, outcome, uids));
  return { id, outcome, uids };
}

/** Moves what is stored of a run, as versions before stored it, into partitions as runs write them now. */
export async function writeAnew(app: TestApp, id: number): Promise<void> {
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const table of RESULT_TABLES) {
      const partition = `${table}_${id}`;
      await client.query(`ALTER TABLE ${table} DETACH PARTITION ${partition}`);
      await client.query(`ALTER TABLE ${partition} RENAME TO ${partition}_before`);
      const { rows } = await client.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attname <> 'run_id' ORDER BY 1`,
        [table],
      );
      const columns = rows.map(({ name }) => name);
      await makeTable(client as never, table, id, columns);
      await client.query(
        `INSERT INTO ${partition} (${columns.join()}) SELECT ${columns.join()} FROM ${partition}_before ORDER BY ctid`,
      );
      await client.query(`DROP TABLE ${partition}_before`);
      await complete(client as never, table, id, columns);
      await index(client as never, table, id);
      await attach(client as never, table, id);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function insertUsers(app: TestApp, uids: readonly number[]): Promise<void> {
  await app.database.query(
    `INSERT INTO users (uid, username, first_name, last_name, country_code)
     SELECT uid, 'person-' || uid, 'Person', uid::text, 'DE' FROM unnest($1::bigint[]) AS uid`,
    [uids],
  );
}

/** The ledger; a row that takes back one of an earlier period stands beside that one. */
async function insertRows(app: TestApp, { rows, plan }: SmallPeriod, offset: number): Promise<void> {
  await app.database.query('SELECT make_volume_partition(at) FROM unnest($1::timestamptz[]) AS at', [
    [PERIOD_BEGINS, PERIOD_BEGINS - DAY_MS].map((at) => new Date(at)),
  ]);
  const { qualifying, commissionable } = plan.volumes;
  const ids: number[] = [];
  for (const row of rows) {
    const at = new Date(PERIOD_BEGINS + (row.at ?? 0));
    let taken: { id: number; at: Date } | undefined;
    if (row.takesBack === 'earlier') {
      const before = new Date(PERIOD_BEGINS - DAY_MS);
      taken = { id: await insertRow(app, { uid: row.member + offset, at: before }), at: before };
    } else if (row.takesBack !== undefined)
      taken = { id: ids[row.takesBack]!, at: new Date(PERIOD_BEGINS + (rows[row.takesBack]!.at ?? 0)) };
    ids.push(
      await insertRow(app, {
        uid: row.member + offset,
        at,
        takes_back_id: taken?.id,
        takes_back_at: taken?.at,
        [commissionable]: row.commissionable / TEN_THOUSAND,
        [qualifying]: row.qualifying / TEN_THOUSAND,
        price: (row.price ?? 0) / TEN_THOUSAND,
        wholesale_price: (row.wholesale ?? 0) / TEN_THOUSAND,
      }),
    );
  }
}

async function insertRow(app: TestApp, row: Row): Promise<number> {
  const given = { kind: 'import', business_volume: 0, points: 0, cumulative_volume: 0, ...row };
  const used = Object.entries(given).filter(([, value]) => value !== undefined);
  const [inserted] = await app.database.query<{ id: number }>(
    `INSERT INTO volume_rows (${used.map(([name]) => name).join(', ')})
     VALUES (${used.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    used.map(([, value]) => value),
  );
  return Number(inserted!.id);
}

async function storeEarlier(app: TestApp, one: SmallEarlier, offset: number, period: string): Promise<number> {
  const id = await insertRun(app, { period, document: one.plan, status: 'posted', kind: 'final' });
  const lines = one.lines.map(({ bonus, payee, source, level, base, amount }, index) => ({
    run_id: id,
    number: index + 1,
    uid: payee + offset,
    bonus,
    source_uid: source + offset,
    level,
    rank: null,
    percent: 5,
    base: base / TEN_THOUSAND,
    amount: amount / 100,
    taken_run_id: null,
    taken_number: null,
  }));
  await insert(app, 'commission_lines', lines);
  return id;
}

async function insertRun(
  app: TestApp,
  run: { period: string; document: object; status: string; kind: string },
): Promise<number> {
  const [year, month] = run.period.split('-').map(Number) as [number, number];
  const from = new Date(Date.UTC(year, month - 1, 1));
  const to = run.period === '2026-11' ? new Date(PERIOD_BEGINS + DAYS * DAY_MS) : new Date(Date.UTC(year, month, 1));
  const posted = run.status === 'posted' ? new Date() : null;
  const [inserted] = await app.database.query<{ id: number }>(
    `INSERT INTO commission_runs (kind, period, from_at, to_at, plan_id, document, status, calculated_at, posted_at)
     VALUES ($1, $2, $3, $4, 1, $5, $6, now(), $7) RETURNING id`,
    [run.kind, run.period, from, to, JSON.stringify(run.document), run.status, posted],
  );
  const id = Number(inserted!.id);
  for (const table of ['commission_lines', 'commission_members', 'commission_legs'])
    await app.database.query(`CREATE TABLE ${table}_${id} PARTITION OF ${table} FOR VALUES IN (${id})`);
  return id;
}

async function insert(app: TestApp, table: string, rows: readonly Row[]): Promise<void> {
  await app.database.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

function membersOf(
  id: number,
  small: SmallPeriod,
  { measures, standings, lines }: Outcome,
  { input, uids, digits }: { input: ReturnType<typeof inputOf>['input']; uids: readonly number[]; digits: number },
): Row[] {
  const { members } = input;
  const nameOf = (rank: number): string | null => (rank === NO_RANK ? null : small.plan.ranks[rank]!.name);
  const volume = (column: Float64Array, at: number): number => column[at]! / TEN_THOUSAND;
  const byUid = new Map(small.members.map((member) => [member.uid, member]));
  const offset = uids[0]! - members.uid[0]!;
  const sums = uids.map((): Record<string, number> => ({}));
  for (const { bonus, payee, amount } of lines) {
    const name = bonusOf(small, bonus);
    sums[payee]![name] = (sums[payee]![name] ?? 0) + amount;
  }
  return uids.map((uid, at) => {
    const given = byUid.get(uid - offset)!;
    const { kind = 'distributor', status = 'active', sponsor, placed } = given;
    const below = typeof placed === 'object' ? placed : undefined;
    return {
      run_id: id,
      uid,
      kind,
      status,
      enrolled_at: new Date(enrolledAt(given)),
      sponsor_uid: sponsor === undefined ? null : sponsor + offset,
      parent_uid: below === undefined ? null : below.below + offset,
      leg: below?.leg ?? null,
      is_placed: placed !== undefined,
      active: standings.active[at] === 1,
      rank: nameOf(standings.paidAs[at]!),
      title_before: nameOf(members.title[at]!),
      title_rank: nameOf(standings.title[at]!),
      best_rank: nameOf(standings.best[at]!),
      own_volume: volume(measures.own, at),
      commissionable_volume: volume(measures.commissionable, at),
      personal_volume: volume(measures.personal, at),
      group_volume: volume(measures.group, at),
      counted_volume: volume(measures.counted, at),
      earned: Object.values(sums[at]!).reduce((sum, amount) => sum + amount, 0) / digits,
      bonuses: Object.fromEntries(Object.entries(sums[at]!).map(([bonus, amount]) => [bonus, amount / digits])),
    };
  });
}

function bonusOf({ plan }: SmallPeriod, bonus: number): string {
  return bonus === CAP ? 'cap' : bonus === CLAWBACK ? 'clawback' : plan.bonuses[bonus]!.id;
}

function linesOf(
  id: number,
  small: SmallPeriod,
  { lines, clawbacks }: Outcome,
  { uids, digits, earlier }: { uids: readonly number[]; digits: number; earlier: readonly number[] },
): Row[] {
  const taken = new Map(clawbacks.map((clawback) => [clawback.line, clawback]));
  return [...lines].map(({ bonus, payee, source, level, rank, percent, base, amount }, index) => {
    const type = small.plan.bonuses[bonus]?.type;
    const unit = type === 'matching' ? 1 / digits : (type === 'retail' ? 1 : small.plan.rate) / TEN_THOUSAND;
    const back = taken.get(index);
    return {
      run_id: id,
      number: index + 1,
      uid: uids[payee],
      bonus: bonusOf(small, bonus),
      source_uid: source === NOBODY ? null : uids[source],
      level: level === 0 ? null : level,
      rank: rank === NO_RANK ? null : small.plan.ranks[rank]!.name,
      percent: Number.isNaN(percent) ? null : percent / TEN_THOUSAND,
      base: Number.isNaN(base) ? null : Number((base * unit).toFixed(8)),
      amount: amount / digits,
      taken_run_id: back === undefined ? null : earlier[back.earlier],
      taken_number: back === undefined ? null : back.earlierLine + 1,
    };
  });
}

function legsOf(id: number, small: SmallPeriod, { legs, carried }: Outcome, uids: readonly number[]): Row[] {
  const { input } = inputOf(small);
  return [...carried].flatMap(([bonus, out]) =>
    uids.flatMap((uid, at) => {
      const before = input.carried.get(bonus);
      const into = { left: before?.left[at] ?? 0, right: before?.right[at] ?? 0 };
      const row = {
        left_in: into.left,
        right_in: into.right,
        left_volume: legs.get(bonus)!.left[at]!,
        right_volume: legs.get(bonus)!.right[at]!,
        left_out: out.left[at]!,
        right_out: out.right[at]!,
      };
      if (Object.values(row).every((value) => value === 0)) return [];
      const units = Object.entries(row).map(([name, value]) => [name, value / TEN_THOUSAND]);
      return [{ run_id: id, bonus, uid, ...Object.fromEntries(units) }];
    }),
  );
}
