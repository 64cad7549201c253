import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { parseId } from '#common/ids.js';
import { fixed, fixedNumber, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '../../engine/index.js';
import { typesOf } from '../runs.rules.js';
import { toCommissionLineView, type LineRow } from '../results/results.dto.js';
import { IS_BELOW, LINES_ON, ORDER, ORDER_ROWS } from './explain.queries.js';
import type { BonusFacts } from './facts.js';
import { ExplainFacts } from './facts.service.js';
import { OrderParts, numberOrNull, type CountedOrder } from './order-parts.js';
import { OrderShares, type OrderShare } from './order-shares.js';
import { countedVerdict, otherTeam, whyNotCounted } from './order-words.js';
import { roundedBase, whyNoPart } from './sources.js';
import { aboveView, SourcesExplained } from './sources-explained.js';
import { SuccessionsExplained } from './successions-explained.js';
import type { ExplainedOrderBonusView, ExplainedOrderView } from './views/order.view.js';

type Bonus = Plan['bonuses'][number];

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
    private readonly successions: SuccessionsExplained,
    private readonly shares: OrderShares,
    private readonly parts: OrderParts,
  ) {}

  /**
   * @param order its id or number
   * @throws AppError NOT_FOUND for an unknown one
   */
  async of(facts: BonusFacts, order: string): Promise<ExplainedOrderView> {
    const { run, plan, member } = facts;
    const found = await this.db.queryOne<OrderRow>(null, ORDER, [parseId(order) ?? null, order]);
    if (found === undefined) throw AppError.notFound('order');
    const { id, order_number: number, uid, username, status } = found;
    const of = { id, number, uid, username, status };
    const none = { commissionable_volume: 0, share: 0, bonuses: [], lines: [] };
    if (!(await this.isBelow(run.id, uid, member.uid)))
      return { ...of, ...none, ...otherTeam((await this.facts.member(run.id, uid)) !== undefined) };
    const rows = await this.db.query<OrderVolumeRow>(null, ORDER_ROWS, [id, MOST_ROWS]);
    const counted = await this.counted(facts, found, rows);
    const { volume } = counted;
    const numbers = { commissionable_volume: fixedNumber(volume) };
    const whyNot = whyNotCounted({ status, rows, volume }, facts);
    if (whyNot !== undefined) return { ...of, ...none, ...numbers, ...whyNot };
    // Who gave the position up does not see what others have by it.
    const isGiven = uid === member.uid && counted.holder.uid !== member.uid;
    const isOwn = counted.holder.uid === member.uid;
    const bonuses = isGiven || isOwn ? [] : await this.bonuses(facts, counted);
    const lines =
      isGiven || isOwn
        ? []
        : await this.db.query<LineRow>(null, LINES_ON, [run.id, member.uid, counted.holder.uid, MOST_LINES]);
    const share = bonuses.reduce((sum, one) => sum + fixed((one.share ?? 0).toFixed(4)), 0n);
    const types = typesOf(plan);
    return {
      ...of,
      ...numbers,
      share: fixedNumber(share),
      bonuses,
      ...countedVerdict({ status, rows, volume, share, isOwn, isGiven, bonuses }, facts),
      lines: lines.map((line) => toCommissionLineView(line, types)),
    };
  }

  private async isBelow(runId: number, uid: number, above: number): Promise<boolean> {
    if (uid === above) return true;
    return (await this.db.queryOne<{ below: boolean }>(null, IS_BELOW, [runId, uid, above]))!.below;
  }

  /** The order as it counts: with who bought it, or who took the position afterwards. */
  private async counted(
    { run, plan }: BonusFacts,
    { id, uid }: OrderRow,
    rows: readonly OrderVolumeRow[],
  ): Promise<CountedOrder> {
    const heir = await this.successions.heirOf(run, uid);
    const isMoved = heir !== undefined && rows.some(({ at }) => at >= run.fromAt && at < heir.at);
    const holder = await this.facts.member(run.id, isMoved ? heir.uid : uid);
    if (holder === undefined) throw AppError.notFound('order');
    const [volumes, all, lines] = await Promise.all([
      this.sources.volumes(run, holder, id),
      this.sources.volumes(run, holder),
      this.sources.linesOn(run.id, holder.uid),
    ]);
    const column = plan.volumes.commissionable;
    const inPeriod = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
    return { holder, volumes, all, lines, volume: inPeriod.reduce((sum, row) => sum + fixed(row[column]), 0n) };
  }

  private async bonuses(facts: BonusFacts, order: CountedOrder): Promise<ExplainedOrderBonusView[]> {
    const shares = await this.shares.of(facts, order);
    const views: ExplainedOrderBonusView[] = [];
    for (const bonus of facts.plan.bonuses) {
      const share = shares.get(bonus.id);
      const of = { bonus: bonus.id, type: bonus.type };
      if (share !== undefined && bonus.type === 'matching') views.push({ ...of, ...matchedView(facts, share) });
      else if (share !== undefined) views.push({ ...of, ...(await this.way(facts, order, { bonus, share })) });
      const part = order.volume === 0n ? undefined : await this.parts.of(facts, bonus, order);
      if (part === undefined) continue;
      const numbers = {
        base: fixedNumber(order.volume),
        whole: numberOrNull(part.whole),
        share: numberOrNull(part.share),
      };
      views.push({ ...of, ...numbers, sentence: part.sentence, above: [] });
    }
    return views;
  }

  /** From who bought up to the member. */
  private async way(
    { run, plan, member, words }: BonusFacts,
    { holder, volumes }: CountedOrder,
    { bonus, share: { part, base, given, lines } }: { bonus: Bonus; share: OrderShare },
  ): Promise<BonusView> {
    const share = given.get(member.uid) ?? 0n;
    if (part <= 0n)
      return { ...numbersOf(part, base, share), sentence: whyNoPart(plan, bonus, holder, volumes), above: [] };
    const steps = await this.sources.path(run, holder.uid, bonus);
    const at = steps.findIndex((step) => step.member.uid === member.uid);
    const above = (at < 0 ? steps : steps.slice(0, at + 1)).map((step) => aboveView(step, lines));
    const own = at < 0 ? undefined : above.at(-1);
    const why =
      base <= 0n
        ? 'All purchases of the buyer together are not above 0 in this bonus.'
        : own === undefined
          ? 'All levels are given out before they come up to this member.'
          : own.amount === null
            ? own.sentence
            : `${own.sentence} The order is ${words.volume(roundedBase(part))} of the ${words.volume(roundedBase(base))} that this is paid on, which is ${words.money(share)}.`;
    // Whoever stands between is below the member; whoever comes after is not shown.
    return { ...numbersOf(part, base, share), sentence: why, above: at < 0 ? [] : above };
  }
}

type BonusView = Omit<ExplainedOrderBonusView, 'bonus' | 'type'>;

/** A matching bonus pays on what those below earned, and the order is a part of that. */
function matchedView({ member, words }: BonusFacts, { part, base, given }: OrderShare): BonusView {
  const share = given.get(member.uid) ?? 0n;
  const sentence =
    part === 0n
      ? 'Nothing that the order gave to others is matched for this member.'
      : `The order gave ${words.money(roundedBase(part))} of the ${words.money(roundedBase(base))} that this bonus matches, which is ${words.money(share)}.`;
  return { ...numbersOf(part, base, share), sentence, above: [] };
}

function numbersOf(part: bigint, whole: bigint, share: Fixed): Pick<BonusView, 'base' | 'whole' | 'share'> {
  const rounded = fixedNumber(roundedBase(whole));
  return { base: fixedNumber(roundedBase(part)), whole: rounded, share: fixedNumber(share) };
}
