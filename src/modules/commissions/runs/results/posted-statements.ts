import { Injectable } from '@nestjs/common';
import { statement, Database } from '#common/database/index.js';
import { toJsonNumber } from '#common/money/decimal.js';
import type { MemberStatus } from '#network/members/index.js';
import type { MemberKind } from '#people/users/index.js';
import type { Counted } from '#common/http/pagination.js';

/** What a posted run says of a member. Amounts and volumes are decimals as text. */
export interface StatementRow {
  run_id: number;
  period: string;
  from_at: Date;
  to_at: Date;
  posted_at: Date;
  kind: MemberKind;
  status: MemberStatus;
  active: boolean;
  rank: string | null;
  title_rank: string | null;
  personal_volume: string;
  group_volume: string;
  earned: string;
  /** Sums by the ids of bonuses, `cap` and `clawback`. */
  bonuses: Readonly<Record<string, string>>;
  /** The plan's bonuses in its order: id and type. An object would bring ids such as `10` forward. */
  types: readonly (readonly [id: string, type: string])[];
}

/** The bonuses of a run `r` with their types, in the order of its plan. */
const TYPES = `(SELECT json_agg(json_build_array(b.bonus->>'id', b.bonus->>'type') ORDER BY b.number)
  FROM json_array_elements(r.document->'bonuses') WITH ORDINALITY AS b (bonus, number))`;

/** The sums of a member `m` by bonus, as text, which loses no digit. */
const BONUSES = `(SELECT json_object_agg(e.key, e.value) FROM jsonb_each_text(m.bonuses) AS e)`;

const COLUMNS = `r.id AS run_id, r.period, r.from_at, r.to_at, r.posted_at, m.kind, m.status, m.active, m.rank, m.title_rank,
  m.personal_volume, m.group_volume, m.earned, coalesce(${BONUSES}, '{}') AS bonuses, coalesce(${TYPES}, '[]') AS types`;

/** The posted periods of the uid $1, the newest first: $2 of them after $3, and how many there are. */
const STATEMENTS = statement(
  'statements.list',
  `SELECT ${COLUMNS}, count(*) OVER () AS count
     FROM commission_runs r JOIN commission_members m ON m.run_id = r.id AND m.uid = $1
    WHERE r.status = 'posted' ORDER BY r.from_at DESC LIMIT $2 OFFSET $3`,
);

/** How many posted periods the uid $1 has, and what they come to. */
const COUNT_STATEMENTS = statement(
  'statements.count',
  `SELECT count(*) AS count, coalesce(sum(m.earned), 0) AS total FROM commission_runs r JOIN commission_members m ON m.run_id = r.id AND m.uid = $1
    WHERE r.status = 'posted'`,
);

/** What is posted of the uid $1 for the period $2. */
const STATEMENT = statement(
  'statements.one',
  `SELECT ${COLUMNS}
     FROM commission_runs r JOIN commission_members m ON m.run_id = r.id AND m.uid = $1
    WHERE r.period = $2 AND r.kind = 'final' AND r.status = 'posted'`,
);

/** A line of a member. Amounts are decimals as text. */
export interface StatementLineRow {
  number: number;
  bonus: string;
  source_uid: number | null;
  level: number | null;
  rank: string | null;
  percent: string | null;
  base: string | null;
  amount: string;
  /** Of a clawback: the period, number and bonus of the line that it takes back. */
  taken_period: string | null;
  taken_number: number | null;
  taken_bonus: string | null;
}

/** A line as it is kept: which line a clawback takes back is looked up by {@link TAKEN_LINES}. */
type KeptLineRow = Omit<StatementLineRow, 'taken_period' | 'taken_bonus'> & { taken_run_id: number | null };

/**
 * Lines of the run $1 for the uid $2, in their order: $3 of them after $4. Of no other run: a join with lines that were taken
 * back opens the partitions of all, and takes longer with each.
 */
const STATEMENT_LINES = statement(
  'statements.lines',
  `SELECT number, bonus, source_uid, level, rank, percent, round(base, 4) AS base, amount, taken_run_id, taken_number
     FROM commission_lines WHERE run_id = $1 AND uid = $2 ORDER BY number LIMIT $3 OFFSET $4`,
);

/** A line that was taken back; its bonus is null where it is not kept any more. */
interface TakenLineRow {
  run_id: number;
  number: number;
  period: string;
  bonus: string | null;
}

/** The lines of the runs $1 with the numbers $2. */
const TAKEN_LINES = statement(
  'statements.taken-lines',
  `SELECT t.run_id, t.number, r.period, k.bonus
     FROM unnest($1::bigint[], $2::integer[]) AS t (run_id, number)
     JOIN commission_runs r ON r.id = t.run_id
     LEFT JOIN LATERAL (
       SELECT bonus FROM commission_lines l WHERE l.run_id = t.run_id AND l.number = t.number LIMIT 1
     ) AS k ON true`,
);

/** How many lines the run $1 has for the uid $2. */
const COUNT_LINES = statement(
  'statements.count-lines',
  'SELECT count(*) FROM commission_lines WHERE run_id = $1 AND uid = $2',
);

/** What the newest preview says of a member. */
export interface EstimateRow {
  run_id: number;
  calculated_at: Date;
  earned: string;
  bonuses: StatementRow['bonuses'];
  types: StatementRow['types'];
}

/** The newest preview of the period $2 by the plan $3, and what it says of the uid $1: nothing where the member came later. */
const ESTIMATE = statement(
  'statements.estimate',
  `SELECT r.id AS run_id, r.calculated_at, coalesce(m.earned, 0) AS earned, coalesce(${BONUSES}, '{}') AS bonuses,
          coalesce(${TYPES}, '[]') AS types
     FROM (SELECT * FROM commission_runs
            WHERE kind = 'preview' AND status = 'calculated' AND period = $2 AND plan_id = $3
            ORDER BY calculated_at DESC LIMIT 1) r
     LEFT JOIN commission_members m ON m.run_id = r.id AND m.uid = $1`,
);

/** A part of a list. */
export interface Bounds {
  readonly limit: number;
  readonly offset: number;
}

/** What runs say of one member: posted runs, and the newest preview. See docs/spec/commissions.md#5. */
@Injectable()
export class PostedStatements {
  constructor(private readonly db: Database) {}

  /** The posted periods in which somebody was a member, the newest first. */
  async list(uid: number, { limit, offset }: Bounds): Promise<Counted<StatementRow>> {
    const rows = await this.db.query<StatementRow & { count: number }>(null, STATEMENTS, [uid, limit, offset]);
    const count = rows[0]?.count ?? (offset === 0 ? 0 : await this.count(COUNT_STATEMENTS, [uid]));
    return { rows, count };
  }

  /** How many posted periods there are of a member, and what they come to in all. */
  async sums(uid: number): Promise<{ count: number; total: number }> {
    const { count, total } = (await this.db.queryOne<{ count: number; total: string }>(null, COUNT_STATEMENTS, [uid]))!;
    return { count, total: toJsonNumber(total) };
  }

  /** What is posted of a member for a period; undefined where nothing is. */
  find(uid: number, period: string): Promise<StatementRow | undefined> {
    return this.db.queryOne<StatementRow>(null, STATEMENT, [uid, period]);
  }

  /** A member's lines of a run, in the order in which they were calculated. */
  async lines(runId: number, uid: number, { limit, offset }: Bounds): Promise<Counted<StatementLineRow>> {
    const kept = await this.db.query<KeptLineRow>(null, STATEMENT_LINES, [runId, uid, limit, offset]);
    const isAll = offset === 0 && kept.length < limit;
    const rows = await this.withTaken(kept);
    return { rows, count: isAll ? rows.length : await this.count(COUNT_LINES, [runId, uid]) };
  }

  /** What the newest preview of a period by a plan says of a member; undefined while there is none. */
  estimate(uid: number, period: string, planId: number): Promise<EstimateRow | undefined> {
    return this.db.queryOne<EstimateRow>(null, ESTIMATE, [uid, period, planId]);
  }

  /** With the period and bonus of the lines that clawbacks take back, which most statements have none of. */
  private async withTaken(kept: readonly KeptLineRow[]): Promise<StatementLineRow[]> {
    const clawbacks = kept.filter(({ taken_run_id }) => taken_run_id !== null);
    const taken = new Map<string, TakenLineRow>();
    if (clawbacks.length > 0) {
      const keys = [clawbacks.map((line) => line.taken_run_id), clawbacks.map((line) => line.taken_number)];
      for (const line of await this.db.query<TakenLineRow>(null, TAKEN_LINES, keys))
        taken.set(`${line.run_id} ${line.number}`, line);
    }
    return kept.map((line) => {
      const found = line.taken_run_id === null ? undefined : taken.get(`${line.taken_run_id} ${line.taken_number}`);
      return Object.assign(line, { taken_period: found?.period ?? null, taken_bonus: found?.bonus ?? null });
    });
  }

  private async count(counting: typeof COUNT_LINES, values: readonly number[]): Promise<number> {
    return (await this.db.queryOne<{ count: number }>(null, counting, [...values]))!.count;
  }
}
