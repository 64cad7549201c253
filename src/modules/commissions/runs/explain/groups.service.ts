import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';
import { fixed } from '#common/money/fixed.js';
import type { GroupBelow, GroupMember } from '@commerce/commission-engine';
import type { CommissionRun } from '../run.entity.js';

/** Member $2 of run $1 with all below in the sponsor tree, at most $3 of them. */
const GROUP = statement(
  'explain.group',
  `WITH RECURSIVE below AS (
     SELECT uid, sponsor_uid, kind = 'distributor' AND status <> 'terminated' AS is_payee, own_volume, commissionable_volume
       FROM commission_members WHERE run_id = $1 AND uid = $2
     UNION ALL
     SELECT m.uid, m.sponsor_uid, m.kind = 'distributor' AND m.status <> 'terminated', m.own_volume, m.commissionable_volume
       FROM below b JOIN commission_members m ON m.run_id = $1 AND m.sponsor_uid = b.uid
   )
   SELECT * FROM below LIMIT $3`,
);

/**
 * The $5 largest groups directly below member $2 of run $1, whose payees may stand below members that are skipped, each with
 * its line between $3 and before $4, and how many groups there are.
 */
const LARGE_GROUPS = statement(
  'explain.large-groups',
  `WITH RECURSIVE below AS (
     SELECT uid, group_volume, kind = 'distributor' AND status <> 'terminated' AS is_payee
       FROM commission_members WHERE run_id = $1 AND sponsor_uid = $2
     UNION ALL
     SELECT m.uid, m.group_volume, m.kind = 'distributor' AND m.status <> 'terminated'
       FROM below b JOIN commission_members m ON m.run_id = $1 AND m.sponsor_uid = b.uid WHERE NOT b.is_payee
   )
   SELECT c.uid, c.count, c.group_volume, trunc(l.base * 100000000)::text AS base, l.percent
     FROM (SELECT uid, group_volume, count(*) OVER () AS count FROM below WHERE is_payee
            ORDER BY group_volume DESC, uid LIMIT $5) c
     LEFT JOIN LATERAL (
       SELECT l.base, l.percent FROM commission_lines l
        WHERE l.run_id = $1 AND l.uid = c.uid AND l.number >= $3 AND l.number < $4 AND l.source_uid IS NULL LIMIT 1
     ) l ON true ORDER BY c.group_volume DESC, c.uid`,
);

/** The line of member $2 of run $1 on its own group, between $3 and before $4. */
const GROUP_LINE = statement(
  'explain.group-line',
  `SELECT trunc(base * 100000000)::text AS base, percent, amount FROM commission_lines
    WHERE run_id = $1 AND uid = $2 AND number >= $3 AND number < $4 AND source_uid IS NULL LIMIT 1`,
);

/** Members of a group that is added up for a differential bonus; of a larger one lines tell. */
const MOST_OF_GROUP = 10_000;

/** Groups directly below a large one that are shown. */
const SHOWN_GROUPS = 50;

/** Reads the group below a member, for bonuses that are explained by it: a bounded part of it. */
@Injectable()
export class GroupsExplained {
  constructor(private readonly db: Database) {}

  /**
   * By bonus.
   * @param bonuses their ids
   * @param ranges where the lines of each bonus begin and end
   */
  async of(
    run: CommissionRun,
    uid: number,
    bonuses: readonly string[],
    ranges: ReadonlyMap<string, readonly [number, number]>,
  ): Promise<ReadonlyMap<string, GroupBelow>> {
    if (bonuses.length === 0) return new Map();
    const members = await this.members(run.id, uid);
    const found = bonuses.map(async (bonus): Promise<[string, GroupBelow]> => {
      const range = ranges.get(bonus)!;
      const [line, below] = await Promise.all([
        this.line(run.id, uid, range),
        members === undefined ? this.below(run.id, uid, range) : { children: [], count: 0 },
      ]);
      return [bonus, { members, line, ...below }];
    });
    return new Map(await Promise.all(found));
  }

  private async members(runId: number, uid: number): Promise<GroupMember[] | undefined> {
    const rows = await this.db.query<GroupRow>(null, GROUP, [runId, uid, MOST_OF_GROUP + 1]);
    if (rows.length > MOST_OF_GROUP) return undefined;
    return rows.map((row) => ({
      uid: row.uid,
      sponsorUid: row.sponsor_uid,
      isPayee: row.is_payee,
      own: fixed(row.own_volume),
      commissionable: fixed(row.commissionable_volume),
    }));
  }

  private async line(runId: number, uid: number, range: readonly [number, number]): Promise<GroupBelow['line']> {
    const row = await this.db.queryOne<LineRow>(null, GROUP_LINE, [runId, uid, ...range]);
    return row && { base: BigInt(row.base), percent: Number(row.percent), amount: fixed(row.amount) * TEN_THOUSAND };
  }

  private async below(
    runId: number,
    uid: number,
    range: readonly [number, number],
  ): Promise<Pick<GroupBelow, 'children' | 'count'>> {
    const rows = await this.db.query<BelowRow>(null, LARGE_GROUPS, [runId, uid, ...range, SHOWN_GROUPS]);
    return {
      count: rows[0]?.count ?? 0,
      children: rows.map((row) => ({
        uid: row.uid,
        group: fixed(row.group_volume),
        base: row.base === null ? null : BigInt(row.base),
        percent: row.percent === null ? null : Number(row.percent),
      })),
    };
  }
}

const TEN_THOUSAND = 10_000n;

interface GroupRow {
  uid: number;
  sponsor_uid: number | null;
  is_payee: boolean;
  own_volume: string;
  commissionable_volume: string;
}

interface LineRow {
  base: string;
  percent: string;
  amount: string;
}

interface BelowRow {
  uid: number;
  count: number;
  group_volume: string;
  base: string | null;
  percent: string | null;
}
