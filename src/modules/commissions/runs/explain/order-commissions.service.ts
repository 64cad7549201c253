import { Injectable } from '@nestjs/common';
import { counted } from '@commerce/commission-engine';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { fixedNumber, type Fixed, fixed } from '#common/money/fixed.js';
import { toCommissionLineView, type LineRow } from '../results/results.dto.js';
import { CommissionRun } from '../run.entity.js';
import { typesOf } from '../runs.rules.js';
import {
  CountedOrders,
  MOST_ROWS,
  type OrderRow,
  type OrderVolumeRow,
  type OrderShare,
} from './counted-orders.service.js';
import { LINES_NUMBERED, ORDER, RUNS_OF_ORDER, CAME_BACK, CLAWBACKS_ON, CLAWED_FROM } from './explain.queries.js';
import { ExplainFacts } from './facts.service.js';
import {
  MOST_SHOWN,
  type OrderCommissionsQuery,
  type OrderCommissionsView,
  type OrderInRunView,
} from './orders.dto.js';
import {
  SourcesExplained,
  baseOf,
  toSourceVolumes,
  windowsOf,
  type SourceBonus,
  type SourceRow,
} from './sources.service.js';

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

/** Runs that are shown. */
const MOST_RUNS = 24;

/** What an order gave in a run, and who got some of it. */
interface InRun {
  readonly view: OrderInRunView;
  readonly share: Fixed;
  readonly payees: ReadonlySet<number>;
}

/** Who was paid on an order, and how much: the inverse of the explanation of a line. See docs/spec/commissions.md#4. */
@Injectable()
export class OrderCommissions {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly facts: ExplainFacts,
    private readonly countedOrders: CountedOrders,
    private readonly sources: SourcesExplained,
    private readonly clawbacks: OrderClawbacks,
  ) {}

  /** @throws AppError NOT_FOUND for an unknown order */
  async of(id: number, query: OrderCommissionsQuery): Promise<OrderCommissionsView> {
    const order = await this.db.queryOne<OrderRow>(null, ORDER, [id, null]);
    if (order === undefined) throw AppError.notFound('order');
    const [rows, ids] = await Promise.all([
      this.countedOrders.rowsOf(id),
      this.db.query<{ id: number }>(null, RUNS_OF_ORDER, [id, MOST_ROWS, MOST_RUNS]),
    ]);
    const runs: InRun[] = [];
    for (const one of ids) {
      const run = await this.db.manager.findOneByOrFail(CommissionRun, { id: one.id });
      runs.push(await this.inRun(run, order, rows, query));
    }
    const share = runs.reduce((sum, one) => sum + one.share, 0n);
    const payees = new Set(runs.flatMap((one) => [...one.payees])).size;
    const views = runs.map(({ view }) => view);
    return {
      order_id: id,
      order_number: order.order_number,
      currency_code: this.currency.code,
      sentence: this.sentence(order, rows, views, { share, payees }),
      share: fixedNumber(share),
      runs: views,
    };
  }

  private async inRun(
    run: CommissionRun,
    order: OrderRow,
    rows: readonly OrderVolumeRow[],
    { limit = MOST_SHOWN, offset = 0 }: OrderCommissionsQuery,
  ): Promise<InRun> {
    const { id, document: plan } = run;
    const one = await this.countedOrders.of({ run, plan }, order, rows);
    const bonuses = this.sources.bonusesOf(plan);
    const all = [
      ...(one === undefined ? [] : sharesIn(await this.countedOrders.sharesOf({ run, plan }, bonuses, one))),
      ...(await this.clawbacks.of(run, order, rows)),
    ].sort((first, second) => first.number - second.number);
    const shares = new Map(all.slice(offset, offset + limit).map(({ number, share }) => [number, share]));
    const lines = await this.db.query<LineRow>(null, LINES_NUMBERED, [id, [...shares.keys()]]);
    const types = typesOf(plan);
    const sum = all.reduce((total, { share }) => total + share, 0n);
    const view: OrderInRunView = {
      run_id: id,
      period: run.period,
      kind: run.kind,
      status: run.status,
      plan_name: plan.name,
      uid: one?.holder.uid ?? null,
      username: one?.holder.username ?? null,
      commissionable_volume: fixedNumber(one?.volume ?? 0n),
      share: fixedNumber(sum),
      count: all.length,
      lines: lines.map((line) => ({
        ...toCommissionLineView(line, types),
        share: fixedNumber(shares.get(line.number)!),
      })),
      wholes: plan.bonuses
        .filter((bonus) => !bonuses.some(({ id: withSources }) => withSources === bonus.id))
        .map((bonus) => ({ bonus: bonus.id, type: bonus.type })),
    };
    return { view, share: sum, payees: new Set(all.map(({ uid }) => uid)) };
  }

  private sentence(
    { status }: OrderRow,
    rows: readonly OrderVolumeRow[],
    runs: readonly OrderInRunView[],
    { share, payees }: { share: Fixed; payees: number },
  ): string {
    if (rows.length === 0 && status === 'cancelled')
      return 'The order was cancelled before it was paid: commissions need a paid order.';
    if (rows.length === 0) return `The order is ${status}: it counts from the moment when it is paid.`;
    if (runs.length === 0) return 'No run has calculated the order as it is now.';
    if (payees === 0) return 'Nothing is paid on this order alone.';
    const [sum, members] = [this.facts.words.money(share), counted(payees, 'member')];
    if (runs.every(({ kind }) => kind === 'preview'))
      return `${sum} would go to ${members} for the order. This is a preview; nothing is posted yet.`;
    if (runs.some(({ status: one, kind }) => one !== 'posted' && kind !== 'correction'))
      return `${sum} goes to ${members} for the order; not all of it is posted yet.`;
    return `${sum} was paid on the order, to ${members}.`;
  }
}

/** The lines that the order has a part in. */
function sharesIn(shares: ReadonlyMap<string, OrderShare>): LineShare[] {
  return [...shares.values()].flatMap(({ lines, ofLines }) =>
    lines.flatMap(({ number, uid }) => {
      const share = ofLines.get(number) ?? 0n;
      return share === 0n ? [] : [{ number, uid, share }];
    }),
  );
}
