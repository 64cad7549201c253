import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import { CommissionRun } from '../run.entity.js';
import type { OrderRow, OrderVolumeRow } from './counted-orders.service.js';
import { CAME_BACK } from './explain.queries.js';
import { CLAWBACKS_ON, CLAWED_FROM } from './lines.queries.js';
import { ExplainFacts } from './facts.service.js';
import { baseOf, toSourceVolumes, windowsOf, type SourceBonus, type SourceRow } from './sources.rules.js';
import { SourcesExplained } from './sources.service.js';

/** Lines that are followed. */
const MOST_LINES = 10_000;

interface ClawbackRow {
  number: number;
  uid: number;
  source_uid: number;
  amount: string;
  taken_run_id: number;
  /** The bonus that had paid what is taken back. */
  bonus: string;
}

/** The part of a line that belongs to an order. */
export interface LineShare {
  readonly number: number;
  readonly uid: number;
  readonly share: Fixed;
}

/**
 * Finds what a later run takes back because of one order: the lines on members who returned something of it, then the lines of
 * matching bonuses.
 */
@Injectable()
export class OrderClawbacks {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
  ) {}

  /**
   * What of each line is taken back for the order: of the whole line, the part that the order is of all that its source brought
   * back in the period.
   * @param rows all rows of the order in the ledger
   */
  async of(run: CommissionRun, order: Pick<OrderRow, 'id'>, rows: readonly OrderVolumeRow[]): Promise<LineShare[]> {
    const back = rows.filter(({ at, kind }) => kind !== 'sale' && at >= run.fromAt && at < run.toAt);
    const holders = [...new Set(back.map(({ uid }) => uid))];
    if (holders.length === 0) return [];
    const direct = await this.on(run.id, holders);
    const shares: LineShare[] = [];
    for (const takenId of new Set(direct.map(({ taken_run_id: id }) => id))) {
      const taken = await this.db.manager.findOneByOrFail(CommissionRun, { id: takenId });
      const own = direct.filter(({ taken_run_id: id }) => id === takenId);
      shares.push(...(await this.ofTaken({ run, order, taken, holders }, own)));
    }
    return shares;
  }

  /** Of the lines that take back lines of one posted run. */
  private async ofTaken(of: Returned, direct: readonly ClawbackRow[]): Promise<LineShare[]> {
    const bonuses = this.sources.bonusesOf(of.taken.document);
    const parts = new Map<number, ReadonlyMap<string, Part>>();
    for (const holder of of.holders) parts.set(holder, await this.parts(of, holder, bonuses));
    const shares: BonusShare[] = [];
    for (const { id, base } of bonuses) {
      if ('earnedBy' in base) shares.push(...(await this.ofMatching(of, { id, earnedBy: base.earnedBy }, shares)));
      else {
        const lines = direct.filter(({ bonus }) => bonus === id);
        shares.push(...lines.map((line) => shareOf(line, parts.get(line.source_uid)!.get(id)!)));
      }
    }
    return shares.filter(({ share }) => share !== 0n);
  }

  /**
   * Of the lines of a matching bonus: the part that the order is of all that is taken back from the earner whom it matches.
   * @param shares of the bonuses before it, also those that are 0
   */
  private async ofMatching(
    { run, taken }: Returned,
    { id, earnedBy }: { readonly id: string; readonly earnedBy: readonly string[] },
    shares: readonly BonusShare[],
  ): Promise<BonusShare[]> {
    const ofOrder = shares.filter(({ bonus }) => earnedBy.includes(bonus));
    const earners = [...new Set(ofOrder.map(({ uid }) => uid))];
    if (earners.length === 0) return [];
    const clawed = await this.db.query<ClawbackRow>(null, CLAWED_FROM, [run.id, earners]);
    const matched = clawed.filter((one) => one.taken_run_id === taken.id && earnedBy.includes(one.bonus));
    const order = sumsByUid(ofOrder);
    const all = sumsByUid(matched.map(({ uid, amount }) => ({ uid, share: fixed(amount) })));
    return (await this.on(run.id, earners))
      .filter((line) => line.bonus === id && line.taken_run_id === taken.id)
      .map((line) => shareOf(line, { order: order.get(line.source_uid) ?? 0n, all: all.get(line.source_uid) ?? 0n }));
  }

  private on(runId: number, sources: readonly number[]): Promise<ClawbackRow[]> {
    return this.db.query<ClawbackRow>(null, CLAWBACKS_ON, [runId, sources, MOST_LINES]);
  }

  /** What of the base of each bonus came back from a member with the order, and in all. */
  private async parts(
    { run, order, taken }: Returned,
    uid: number,
    bonuses: readonly SourceBonus[],
  ): Promise<ReadonlyMap<string, Part>> {
    const holder = await this.facts.member(taken.id, uid);
    if (holder === undefined) return new Map(bonuses.map(({ id }) => [id, { order: 0n, all: 0n }]));
    const { fromAt, toAt } = run;
    const days = windowsOf(bonuses);
    const values = [uid, fromAt, toAt, taken.fromAt, taken.toAt, order.id, holder.enrolledAt, days];
    const rows = await this.db.query<SourceRow & { is_order: boolean }>(null, CAME_BACK, values);
    const [ofOrder, ofAll] = [true, false].map((isOrder) =>
      toSourceVolumes(
        taken.document,
        rows.filter((row) => row.is_order === isOrder),
      ),
    );
    return new Map(
      bonuses.map((bonus) => {
        const part = (volumes: typeof ofOrder): bigint => baseOf(taken.document, bonus, holder, volumes!);
        return [bonus.id, { order: part(ofOrder), all: part(ofAll) }];
      }),
    );
  }
}

interface BonusShare extends LineShare {
  readonly bonus: string;
}

interface Returned {
  readonly run: CommissionRun;
  readonly order: Pick<OrderRow, 'id'>;
  /** Whose lines are taken back. */
  readonly taken: CommissionRun;
  /** Who brought something of the order back. */
  readonly holders: readonly number[];
}

interface Part {
  readonly order: bigint;
  readonly all: bigint;
}

/** The part of a line that is for the order. */
function shareOf({ number, uid, bonus, amount }: ClawbackRow, { order, all }: Part): BonusShare {
  return { number, uid, bonus, share: all === 0n ? 0n : (fixed(amount) * order) / all };
}

function sumsByUid(shares: readonly Pick<LineShare, 'uid' | 'share'>[]): ReadonlyMap<number, Fixed> {
  const sums = new Map<number, Fixed>();
  for (const { uid, share } of shares) sums.set(uid, (sums.get(uid) ?? 0n) + share);
  return sums;
}
