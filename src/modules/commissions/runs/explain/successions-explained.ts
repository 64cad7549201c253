import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import type { SuccessionKind } from '#network/members/index.js';
import type { CommissionRun } from '../run.entity.js';
import { HEIR, SUCCESSIONS } from './successions.queries.js';
import type { ExplainedSuccessionView } from './views/succession.view.js';

/** A position that came to a member, or that it gave up, while a period went on. */
export interface SuccessionFacts {
  readonly kind: SuccessionKind;
  readonly direction: 'taken' | 'given';
  /** Whose position it was, or whose it is. */
  readonly uid: number;
  readonly username: string;
  readonly at: Date;
  /** Of a position that was taken: what it had carried into the period, by bonus. */
  readonly carried: ReadonlyMap<string, { readonly left: Fixed; readonly right: Fixed }>;
}

/** Follows positions that were merged or handed over. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class SuccessionsExplained {
  constructor(private readonly db: Database) {}

  /** What a run read of successions of a member, the oldest first. */
  async of(run: CommissionRun, uid: number): Promise<readonly SuccessionFacts[]> {
    const rows = await this.db.query<SuccessionRow>(null, SUCCESSIONS, [uid, run.fromAt, endOf(run)]);
    return rows.map(({ carried, ...row }) => ({
      ...row,
      carried: new Map(
        Object.entries(carried).map(([bonus, [left, right]]) => [bonus, { left: fixed(left), right: fixed(right) }]),
      ),
    }));
  }

  /** In whose volumes that counts what a member bought in a run's period before an instant; undefined: in its own. */
  heirOf(run: CommissionRun, uid: number): Promise<{ readonly uid: number; readonly at: Date } | undefined> {
    return this.db.queryOne(null, HEIR, [uid, run.fromAt, endOf(run)]);
  }
}

/** As members read of them. */
export function successionView({ carried: _, ...succession }: SuccessionFacts): ExplainedSuccessionView {
  const { kind, direction, at } = succession;
  const day = at.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const isMerge = kind === 'merge';
  const sentence =
    direction === 'taken'
      ? `On ${day} the position of another member was ${isMerge ? 'merged into this one' : 'handed over to this member'}: what that member had bought since the period began, the people below and the volume carried over from before count here.`
      : `On ${day} this position was ${isMerge ? 'merged into that of' : 'handed over to'} another member: what was bought since the period began, the people below and the volume carried over from before count there. Earlier periods stay as they were.`;
  return { ...succession, at: at.toISOString(), sentence };
}

/** What came after a run was calculated, it did not read. */
function endOf({ toAt, calculatedAt }: CommissionRun): Date {
  return calculatedAt !== null && calculatedAt < toAt ? calculatedAt : toAt;
}

interface SuccessionRow extends Omit<SuccessionFacts, 'carried'> {
  carried: Record<string, [left: string, right: string]>;
}
