import { Injectable } from '@nestjs/common';
import { counted } from '@commerce/commission-engine';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { fixedNumber, type Fixed } from '#common/money/fixed.js';
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
import { ORDER, RUNS_OF_ORDER } from './explain.queries.js';
import { LINES_NUMBERED } from './lines.queries.js';
import { ExplainFacts } from './facts.service.js';
import { OrderClawbacks, type LineShare } from './order-clawbacks.service.js';
import {
  MOST_SHOWN,
  type OrderCommissionsQuery,
  type OrderCommissionsView,
  type OrderInRunView,
} from './orders.dto.js';
import { SourcesExplained } from './sources.service.js';

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
