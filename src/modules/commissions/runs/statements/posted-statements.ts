import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import type { Counted } from '#common/http/pagination.js';
import {
  COUNT_LINES,
  COUNT_STATEMENTS,
  ESTIMATE,
  STATEMENT,
  STATEMENT_LINES,
  STATEMENTS,
  TAKEN_LINES,
  type EstimateRow,
  type KeptLineRow,
  type StatementLineRow,
  type StatementRow,
  type TakenLineRow,
} from './posted-statements.queries.js';

/** A part of a list. */
interface Bounds {
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
