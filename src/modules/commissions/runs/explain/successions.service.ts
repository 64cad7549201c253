import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';
import { fixed } from '#common/money/fixed.js';
import type { CommissionRun } from '../run.entity.js';
import type { ExplainedSuccessionView } from './explain.dto.js';
import type { SuccessionFacts } from './facts.js';

/** Successions of one member that are told of: there are hardly ever two. */
const MOST = 50;

/** What is carried into a period that begins at $2 stands in this run: the last posted one, or what corrected it last. */
const BEFORE = `SELECT p.to_at, coalesce((
    SELECT c.id FROM commission_runs c WHERE c.corrects_run_id = p.id AND c.status = 'approved'
     ORDER BY c.correction_id DESC LIMIT 1), p.id) AS id
  FROM commission_runs p WHERE p.status = 'posted' AND p.to_at <= $2 ORDER BY p.from_at DESC LIMIT 1`;

/**
 * Positions that member $1 took, also by way of others, and the one that it gave up, since the posted period before $2 ended and
 * before $3; with what each had carried out of that period, by bonus.
 */
const SUCCESSIONS = statement(
  'explain.successions',
  `WITH RECURSIVE before AS MATERIALIZED (${BEFORE}), since AS (
     SELECT * FROM network_successions
      WHERE at >= coalesce((SELECT to_at FROM before), $2::timestamptz) AND at < $3
   ), taken AS (
     SELECT s.* FROM since s WHERE s.successor_uid = $1
     UNION ALL
     SELECT s.* FROM taken t JOIN since s ON s.successor_uid = t.uid AND s.id < t.id
   ), found AS (
     SELECT id, kind, at, uid, 'taken' AS direction FROM taken
     UNION ALL
     SELECT id, kind, at, successor_uid, 'given' FROM since WHERE uid = $1
   )
   SELECT f.kind, f.at, f.uid, f.direction, u.username,
          (SELECT coalesce(json_object_agg(l.bonus, json_build_array(l.left_out::text, l.right_out::text)), '{}')
             FROM commission_legs l, before b WHERE l.run_id = b.id AND l.uid = f.uid AND f.direction = 'taken') AS carried
     FROM found f JOIN users u ON u.uid = f.uid ORDER BY f.id LIMIT ${MOST}`,
);

/**
 * Who has the volume of member $1 at the end of a period that goes from $2 to $3, and until when its rows went along: by each
 * succession in it. No row: it kept its position.
 */
const HEIR = statement(
  'explain.heir',
  `WITH RECURSIVE heir AS (
     (SELECT id, successor_uid AS uid, at FROM network_successions
       WHERE uid = $1 AND at >= $2 AND at < $3 ORDER BY id LIMIT 1)
     UNION ALL
     SELECT s.id, s.successor_uid, heir.at FROM heir JOIN LATERAL (
       SELECT * FROM network_successions WHERE uid = heir.uid AND at >= $2 AND at < $3 AND id > heir.id ORDER BY id LIMIT 1
     ) s ON true
   )
   SELECT uid, at FROM heir ORDER BY id DESC LIMIT 1`,
);

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
