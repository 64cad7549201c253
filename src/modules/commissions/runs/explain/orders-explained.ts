import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/index.js';
import { AppError } from '../../../../common/errors/app-error.js';
import { parseId } from '../../../../common/ids.js';
import { fixed, fixedNumber, type Fixed } from '../../../../common/money/fixed.js';
import type { Plan } from '../../engine/index.js';
import type { LineRow } from '../results/results.queries.js';
import { typesOf } from '../results/results.rules.js';
import { toCommissionLineView } from '../results/results.view.js';
import { IS_BELOW, LINES_ON, ORDER, ORDER_ROWS } from './explain.queries.js';
import type { ExplainedOrderView, ExplainedSourceView } from './explain.view.js';
import type { BonusFacts, MemberFacts } from './facts.js';
import { ExplainFacts } from './facts.service.js';
import { levelRuleOf } from './levels.js';
import { baseOf, roundedBase } from './sources.js';
import { aboveView, baseIn, SourcesExplained, type SourceLine } from './sources-explained.js';

const MOST_ROWS = 1_000;
const MOST_LINES = 100;

interface OrderRow {
  id: number;
  order_number: string | null;
  uid: number;
  status: string;
  username: string;
}

interface OrderVolumeRow {
  at: Date;
  kind: string;
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

/** Where is my commission for this order: what an order of the member, or of somebody below, has to do with its result. */
@Injectable()
export class OrdersExplained {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
  ) {}

  /**
   * @param order its id or number
   * @throws AppError NOT_FOUND for an order of somebody who is not the member and not below it in the run
   */
  async of(facts: BonusFacts, order: string): Promise<ExplainedOrderView> {
    const { run, plan, member, words } = facts;
    const found = await this.db.queryOne<OrderRow>(null, ORDER, [parseId(order) ?? null, order]);
    const buyer = found === undefined ? undefined : await this.facts.member(run.id, found.uid);
    if (found === undefined || buyer === undefined || !(await this.isBelow(run.id, buyer.uid, member.uid)))
      throw AppError.notFound('order');
    const [rows, volumes, onBuyer, lines] = await Promise.all([
      this.db.query<OrderVolumeRow>(null, ORDER_ROWS, [found.id, MOST_ROWS]),
      this.sources.volumes(run, buyer, found.id),
      this.sources.linesOn(run.id, buyer.uid),
      this.db.query<LineRow>(null, LINES_ON, [run.id, member.uid, buyer.uid, MOST_LINES]),
    ]);
    const all = await this.sources.volumes(run, buyer);
    const bonuses: ExplainedSourceView[] = [];
    let share = 0n;
    for (const bonus of plan.bonuses) {
      if (levelRuleOf(plan, bonus) === undefined || bonus.type === 'matching' || buyer.uid === member.uid) continue;
      const own = onBuyer.filter((line) => line.bonus === bonus.id);
      const base = baseIn(own, baseOf(plan, bonus, buyer, all)!);
      const part = baseOf(plan, bonus, buyer, volumes)!;
      const given = own.filter(({ uid }) => uid === member.uid).reduce((sum, { amount }) => sum + fixed(amount), 0n);
      const shareOfBonus = base > 0n && part > 0n ? (given * part) / base : 0n;
      share += shareOfBonus;
      bonuses.push(await this.way(facts, buyer, { bonus, lines: own, part, base, share: shareOfBonus }));
    }
    const types = typesOf(plan);
    return {
      ...{ id: found.id, number: found.order_number, uid: buyer.uid, username: found.username, status: found.status },
      commissionable_volume: fixedNumber(inPeriod(rows, facts)),
      share: fixedNumber(share),
      sentence:
        orderSentence({ order: found, rows, share, facts, buyer }) +
        (share === 0n ? '' : ` ${words.money(share)} is its share of the lines below.`),
      bonuses,
      lines: lines.map((line) => toCommissionLineView(line, types)),
    };
  }

  private async isBelow(runId: number, uid: number, above: number): Promise<boolean> {
    if (uid === above) return true;
    return (await this.db.queryOne<{ below: boolean }>(null, IS_BELOW, [runId, uid, above]))!.below;
  }

  /** From the buyer up to the member. */
  private async way(
    { run, member, words }: BonusFacts,
    buyer: MemberFacts,
    {
      bonus,
      lines,
      part,
      base,
      share,
    }: { bonus: Plan['bonuses'][number]; lines: readonly SourceLine[]; part: bigint; base: bigint; share: Fixed },
  ): Promise<ExplainedSourceView> {
    const steps = await this.sources.path(run, buyer.uid, bonus);
    const at = steps.findIndex((step) => step.member.uid === member.uid);
    const above = (at < 0 ? steps : steps.slice(0, at + 1)).map((step) => aboveView(step, lines));
    const own = at < 0 ? undefined : above.at(-1);
    const why =
      part <= 0n
        ? 'Nothing of the order counts in this bonus.'
        : base <= 0n
          ? 'All purchases of the buyer together are not above 0 in this bonus.'
          : own === undefined
            ? 'All levels are given out before they come up to this member.'
            : own.amount === null
              ? own.sentence
              : `${own.sentence} The order is ${words.volume(roundedBase(part))} of a base of ${words.volume(roundedBase(base))}, which is ${words.money(share)}.`;
    // Whoever stands between is below the member; whoever comes after is not shown.
    return {
      ...{ bonus: bonus.id, type: bonus.type, base: fixedNumber(roundedBase(part)), sentence: why },
      above: at < 0 ? [] : above,
    };
  }
}

function inPeriod(rows: readonly OrderVolumeRow[], { run, plan }: BonusFacts): Fixed {
  const column = plan.volumes.commissionable;
  const own = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
  return own.reduce((sum, row) => sum + fixed(row[column]), 0n);
}

function orderSentence({
  order,
  rows,
  share,
  facts,
  buyer,
}: {
  order: OrderRow;
  rows: readonly OrderVolumeRow[];
  share: Fixed;
  facts: BonusFacts;
  buyer: MemberFacts;
}): string {
  const { run, member, words } = facts;
  if (rows.length === 0) return `The order is ${order.status}: an order counts from the moment when it is paid.`;
  const inside = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
  if (inside.length === 0) {
    const [first] = rows;
    const when = first!.at < run.fromAt ? 'before' : 'after';
    return `The order was paid at ${first!.at.toISOString()}, ${when} this period: it counts in the period of that time.`;
  }
  const volume = inPeriod(rows, facts);
  const back = inside.filter(({ kind }) => kind !== 'sale');
  const sold = inside.some(({ kind }) => kind === 'sale');
  if (!sold)
    return 'The order was sold in an earlier period, and came back in this one: what it had given then is taken back.';
  if (volume === 0n && back.length > 0) return 'The order came back whole in the same period: nothing of it counts.';
  const returned = back.length === 0 ? '' : ' A part of it came back, and does not count.';
  if (buyer.uid === member.uid)
    return `It counts ${words.volume(volume)} of commissionable volume in the member’s own volumes; bonuses on it go to those above.${returned}`;
  return `It counts ${words.volume(volume)} of commissionable volume.${returned}${share === 0n ? ' It gave this member nothing by itself; see each bonus.' : ''}`;
}
