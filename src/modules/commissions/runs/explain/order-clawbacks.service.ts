import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '@commerce/commission-engine';
import { CommissionRun } from '../run.entity.js';
import type { OrderRow, OrderVolumeRow } from './counted-orders.service.js';
import { CAME_BACK, CLAWBACKS_ON, CLAWED_FROM } from './orders.queries.js';
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
  /** That had paid the line. */
  bonus: string;
}

/** What of a line is for an order. */
export interface LineShare {
  readonly number: number;
  readonly uid: number;
  readonly share: Fixed;
}

/**
 * Follows what came back of an order through the lines of a later run that take back what was paid on it: those on who brought it
 * back, then those of matching bonuses.
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
      shares.push(...(await this.ofPeriod({ run, order, taken, holders }, own)));
    }
    return shares;
  }

  /** Of the lines that take back lines of one posted run. */
  private async ofPeriod(of: Returned, direct: readonly ClawbackRow[]): Promise<LineShare[]> {
    const { run, taken } = of;
    const bonuses = this.sources.bonusesOf(taken.document);
    const shares: LineShare[] = [];
    const given = new Map<string, Map<number, Fixed>>();
    const add = ({ number, uid, bonus }: ClawbackRow, share: Fixed): void => {
      if (share !== 0n) shares.push({ number, uid, share });
      const sums = given.get(bonus) ?? new Map<number, Fixed>();
      given.set(bonus, sums.set(uid, (sums.get(uid) ?? 0n) + share));
    };
    const parts = new Map<number, ReadonlyMap<string, Part>>();
    for (const holder of of.holders) parts.set(holder, await this.parts(of, holder, bonuses));
    for (const bonus of bonuses) {
      if ('earnedBy' in bonus.base) {
        const { earnedBy } = bonus.base;
        const earners = [...new Set(earnedBy.flatMap((id) => [...(given.get(id)?.keys() ?? [])]))];
        if (earners.length === 0) continue;
        const all = await this.db.query<ClawbackRow>(null, CLAWED_FROM, [run.id, earners]);
        for (const line of await this.on(run.id, earners)) {
          if (line.bonus !== bonus.id || line.taken_run_id !== taken.id) continue;
          const whole = all
            .filter(
              (one) => one.uid === line.source_uid && one.taken_run_id === taken.id && earnedBy.includes(one.bonus),
            )
            .reduce((sum, { amount }) => sum + fixed(amount), 0n);
          const part = earnedBy.reduce((sum, id) => sum + (given.get(id)?.get(line.source_uid) ?? 0n), 0n);
          add(line, whole === 0n ? 0n : (fixed(line.amount) * part) / whole);
        }
      } else
        for (const line of direct) {
          if (line.bonus !== bonus.id) continue;
          const { order, all } = parts.get(line.source_uid)!.get(bonus.id)!;
          add(line, all === 0n ? 0n : (fixed(line.amount) * order) / all);
        }
    }
    return shares;
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
    const [ofOrder, ofAll] = [true, false].map((is) =>
      volumesOf(
        taken.document,
        rows.filter((row) => row.is_order === is),
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

function volumesOf(plan: Plan, rows: readonly SourceRow[]) {
  return toSourceVolumes(plan, [...rows, { ...NOTHING, days: -1 }]);
}

const NOTHING = { business_volume: '0', points: '0', cumulative_volume: '0', margin: '0' } as const;
