import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import type { CommissionRun } from '../run.entity.js';
import { GROUP, GROUP_LINE, LARGE_GROUPS } from './groups.queries.js';

/** Members of a group that is added up for a differential bonus; of a larger one lines tell. */
const MOST_OF_GROUP = 10_000;

/** Groups directly below a large one that are shown. */
const SHOWN_GROUPS = 50;

/** What is known of a member's group in a differential bonus. Money in hundred-millionths. */
export interface DifferentialFacts {
  /** The member and all below; undefined where that is too many. */
  readonly members: readonly GroupMember[] | undefined;
  /** The largest groups directly below; none where all members are there. */
  readonly children: readonly GroupBelow[];
  /** How many groups stand directly below; 0 where all members are there. */
  readonly count: number;
  /** The member's line on its own group; undefined where it got nothing for it. */
  readonly line: { readonly base: bigint; readonly percent: number; readonly amount: bigint } | undefined;
}

/** A member of a group. */
export interface GroupMember {
  readonly uid: number;
  readonly sponsorUid: number | null;
  /** Whether it can be paid at all. */
  readonly isPayee: boolean;
  readonly own: Fixed;
  readonly commissionable: Fixed;
}

/** A group directly below, with its line on itself if it has one. */
export interface GroupBelow {
  readonly uid: number;
  /** The qualifying volume of all below, also of groups that have broken away. */
  readonly group: Fixed;
  readonly base: bigint | null;
  readonly percent: number | null;
}

/** Reads what differential bonuses add up, a bounded part of it. */
@Injectable()
export class GroupsExplained {
  constructor(private readonly db: Database) {}

  /**
   * By differential bonus of the plan.
   * @param ranges where the lines of each bonus begin and end
   */
  async of(
    run: CommissionRun,
    uid: number,
    ranges: ReadonlyMap<string, readonly [number, number]>,
  ): Promise<ReadonlyMap<string, DifferentialFacts>> {
    const bonuses = run.document.bonuses.filter(({ type }) => type === 'differential').map(({ id }) => id);
    if (bonuses.length === 0) return new Map();
    const members = await this.members(run.id, uid);
    const found = bonuses.map(async (bonus): Promise<[string, DifferentialFacts]> => {
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

  private async line(
    runId: number,
    uid: number,
    range: readonly [number, number],
  ): Promise<DifferentialFacts['line'] | undefined> {
    const row = await this.db.queryOne<LineRow>(null, GROUP_LINE, [runId, uid, ...range]);
    return row && { base: BigInt(row.base), percent: Number(row.percent), amount: fixed(row.amount) * TEN_THOUSAND };
  }

  private async below(
    runId: number,
    uid: number,
    range: readonly [number, number],
  ): Promise<Pick<DifferentialFacts, 'children' | 'count'>> {
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
