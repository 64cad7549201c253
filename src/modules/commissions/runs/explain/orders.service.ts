import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { parseId } from '#common/ids.js';
import { fixed, fixedNumber, type Fixed } from '#common/money/fixed.js';
import { type LevelRule, type OrderInRun, roundedMoney, whyUnpaid } from '@commerce/commission-engine';
import { toCommissionLineView, type LineRow } from '../results/results.dto.js';
import { typesOf } from '../runs.rules.js';
import { ORDER } from './explain.queries.js';
import { LINES_ON } from './lines.queries.js';
import { LEG_OF, PAYEE_BELOW } from './trees.queries.js';
import { type BonusFacts, dayOf } from './facts.js';
import { ExplainFacts } from './facts.service.js';
import { CountedOrders, type CountedOrder, type OrderRow, type OrderShare } from './counted-orders.service.js';
import { whyNoPart, type SourceBonus, toAboveView } from './sources.rules.js';
import { SourcesExplained } from './sources.service.js';
import type { ExplainedOrderBonusView, ExplainedOrderView, OrderReason } from './orders.dto.js';

const MOST_LINES = 100;

interface WayUp {
  is_in_group: boolean;
  group_volume: string | null;
}

/** Where is my commission for this order: what an order of the member, or of somebody below, has to do with its result. */
@Injectable()
export class OrdersExplained {
  constructor(
    private readonly db: Database,
    private readonly facts: ExplainFacts,
    private readonly sources: SourcesExplained,
    private readonly countedOrders: CountedOrders,
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
    const rows = await this.countedOrders.rowsOf(id);
    const counted = await this.countedOrders.of(facts, found, rows);
    if (counted === undefined) throw AppError.notFound('order');
    const { volume } = counted;
    const numbers = { commissionable_volume: fixedNumber(volume) };
    const whyNot = whyNotCounted({ status, rows, volume }, facts);
    if (whyNot !== undefined) return { ...of, ...none, ...numbers, ...whyNot };
    // Who gave the position up does not see what others have by it.
    const isGiven = uid === member.uid && counted.holder.uid !== member.uid;
    const isOwn = counted.holder.uid === member.uid;
    const bonuses = isGiven || isOwn ? [] : await this.bonuses(facts, counted);
    const lines = isGiven || isOwn ? [] : await this.linesOn(run.id, member.uid, counted.holder.uid);
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

  private linesOn(runId: number, uid: number, source: number): Promise<LineRow[]> {
    return this.db.query<LineRow>(null, LINES_ON, [runId, uid, source, MOST_LINES]);
  }

  /** Whether a member is another or stands below it in one of the trees, where who is not placed counts in a leg. */
  private async isBelow(runId: number, uid: number, above: number): Promise<boolean> {
    return (await this.wayUp(runId, uid, above)).is_in_group || (await this.legOf(runId, uid, above)) !== undefined;
  }

  private async wayUp(runId: number, uid: number, above: number): Promise<WayUp> {
    return (await this.db.queryOne<WayUp>(null, PAYEE_BELOW, [runId, uid, above]))!;
  }

  private async legOf(runId: number, uid: number, above: number): Promise<number | undefined> {
    return (await this.db.queryOne<{ leg: number }>(null, LEG_OF, [runId, uid, above]))?.leg;
  }

  private async bonuses(facts: BonusFacts, order: CountedOrder): Promise<ExplainedOrderBonusView[]> {
    const { plan } = facts;
    const withSources = this.sources.bonusesOf(plan);
    const shares = await this.countedOrders.sharesOf(facts, withSources, order);
    const views: ExplainedOrderBonusView[] = [];
    for (const bonus of plan.bonuses) {
      const share = shares.get(bonus.id);
      const source = withSources.find(({ id }) => id === bonus.id);
      const of = { bonus: bonus.id, type: bonus.type };
      if (share !== undefined && source !== undefined) {
        const isEarned = 'earnedBy' in source.base;
        views.push({ ...of, ...(isEarned ? matchedView(facts, share) : await this.way(facts, order, source, share)) });
      }
      if (order.volume === 0n) continue;
      const type = facts.types.past(bonus);
      const part = await type.explainOrder?.(bonus, facts, this.orderInRun(facts, order));
      if (part === undefined) continue;
      const numbers = {
        base: fixedNumber(order.volume),
        whole: part.whole === null ? null : fixedNumber(part.whole),
        share: part.share === null ? null : fixedNumber(part.share),
      };
      views.push({ ...of, ...numbers, sentence: part.sentence, above: [] });
    }
    return views;
  }

  /** What bonuses that pay on a whole ask of an order. */
  private orderInRun({ run, member }: BonusFacts, { holder, volume }: CountedOrder): OrderInRun {
    return {
      holder: holder.uid,
      volume,
      leg: () => this.legOf(run.id, holder.uid, member.uid),
      way: async () => {
        const way = await this.wayUp(run.id, holder.uid, member.uid);
        return { isInGroup: way.is_in_group, groupVolume: way.group_volume === null ? null : fixed(way.group_volume) };
      },
      baseOn: async (bonus, source) => {
        const lines = await this.linesOn(run.id, member.uid, source);
        const base = lines.find((line) => line.bonus === bonus)?.base ?? undefined;
        return base === undefined ? undefined : fixed(base);
      },
    };
  }

  /** From who bought up to the member. */
  private async way(
    { run, member, words }: BonusFacts,
    { holder, volumes }: CountedOrder,
    bonus: SourceBonus,
    { part, base, given, lines }: OrderShare,
  ): Promise<BonusView> {
    const share = given.get(member.uid) ?? 0n;
    if (part <= 0n) return { ...numbersOf(part, base, share), sentence: whyNoPart(bonus, holder, volumes), above: [] };
    const paid = `The order is ${words.volume(roundedMoney(part))} of the ${words.volume(roundedMoney(base))} that this is paid on, which is ${words.money(share)}.`;
    if (bonus.rule === null)
      return {
        ...numbersOf(part, base, share),
        sentence: share === 0n ? 'Nothing on it was paid to this member.' : paid,
        above: [],
      };
    const steps = await this.sources.path(run, holder.uid, bonus);
    const at = steps.findIndex((step) => step.member.uid === member.uid);
    const above = (at < 0 ? steps : steps.slice(0, at + 1)).map((step) => toAboveView(step, lines));
    const own = at < 0 ? undefined : above.at(-1);
    const why =
      base <= 0n
        ? 'All purchases of the buyer together are not above 0 in this bonus.'
        : own === undefined
          ? await this.whyNotOnWay(run.id, holder.uid, member.uid, bonus.rule.tree)
          : own.amount === null
            ? own.sentence
            : `${own.sentence} ${paid}`;
    // Whoever stands between is below the member; whoever comes after is not shown.
    return { ...numbersOf(part, base, share), sentence: why, above: at < 0 ? [] : above };
  }

  /** Why a bonus does not come up to a member below whom the buyer stands in one of the trees. */
  private async whyNotOnWay(runId: number, uid: number, above: number, tree: LevelRule['tree']): Promise<string> {
    const isBelow =
      tree === 'sponsor'
        ? (await this.wayUp(runId, uid, above)).is_in_group
        : (await this.legOf(runId, uid, above)) !== undefined;
    return isBelow
      ? 'All levels are given out before they come up to this member.'
      : `This bonus follows the ${tree} tree, where the buyer is not below this member.`;
  }
}

type BonusView = Omit<ExplainedOrderBonusView, 'bonus' | 'type'>;

/** A matching bonus pays on what those below earned, and the order is a part of that. */
function matchedView({ member, words }: BonusFacts, { part, base, given }: OrderShare): BonusView {
  const share = given.get(member.uid) ?? 0n;
  const sentence =
    part === 0n
      ? 'Nothing that the order gave to others is matched for this member.'
      : `The order gave ${words.money(roundedMoney(part))} of the ${words.money(roundedMoney(base))} that this bonus matches, which is ${words.money(share)}.`;
  return { ...numbersOf(part, base, share), sentence, above: [] };
}

function numbersOf(part: bigint, whole: bigint, share: Fixed): Pick<BonusView, 'base' | 'whole' | 'share'> {
  const rounded = fixedNumber(roundedMoney(whole));
  return { base: fixedNumber(roundedMoney(part)), whole: rounded, share: fixedNumber(share) };
}

/** The deciding reason, and its sentence. */
interface OrderVerdict {
  readonly reason: OrderReason;
  readonly sentence: string;
}

/** What is known of an order by itself. */
interface OrderRows {
  readonly status: string;
  readonly rows: readonly { readonly at: Date; readonly kind: string }[];
  /** Its commissionable volume in the period. */
  readonly volume: Fixed;
}

/** What is said of an order that counts. */
interface CountedSaid extends OrderRows {
  readonly share: Fixed;
  /** Whether the member bought it, has the volume of who did, or had it before another one took the position. */
  readonly isOwn: boolean;
  readonly isGiven: boolean;
  readonly bonuses: readonly ExplainedOrderBonusView[];
}

/** Of an order of somebody who is not below the member. */
function otherTeam(isInRun: boolean): OrderVerdict {
  const where = isInRun ? 'did not stand below this member' : 'was no member of the network';
  const sentence = `The buyer ${where} in this period, so nothing of the order goes to this member.`;
  return { reason: 'other_team', sentence };
}

/** Why nothing of an order counts in the period of a run; undefined if something does. */
function whyNotCounted({ status, rows, volume }: OrderRows, { run, plan }: BonusFacts): OrderVerdict | undefined {
  if (rows.length === 0 && status === 'cancelled')
    return {
      reason: 'cancelled',
      sentence: 'The order was cancelled before it was paid: commissions need a paid order.',
    };
  if (rows.length === 0)
    return { reason: 'not_paid', sentence: `The order is ${status}: an order counts from the moment when it is paid.` };
  const inside = rows.filter(({ at }) => at >= run.fromAt && at < run.toAt);
  if (inside.length === 0) {
    const { at } = rows[0]!;
    const isBefore = at < run.fromAt;
    return {
      reason: isBefore ? 'before_period' : 'after_period',
      sentence: `The order was paid on ${dayOf(at, plan.time_zone)}, ${isBefore ? 'before' : 'after'} this period: it counts in the period of that day.`,
    };
  }
  const back = inside.filter(({ kind }) => kind !== 'sale');
  if (back.length === inside.length)
    return {
      reason: 'taken_back',
      sentence:
        'The order was sold in an earlier period, and came back in this one: what it had given then is taken back.',
    };
  if (volume === 0n && back.length > 0)
    return { reason: 'came_back', sentence: 'The order came back whole in the same period: nothing of it counts.' };
  return undefined;
}

/** What an order that counts in the period of a run gave the member, or the one reason why it gave nothing. */
function countedVerdict(said: CountedSaid, facts: BonusFacts): OrderVerdict {
  const { rows, volume, share, isOwn, isGiven, bonuses } = said;
  const { run, words, member } = facts;
  const isReturned = rows.some(({ at, kind }) => kind !== 'sale' && at >= run.fromAt && at < run.toAt);
  const returned = isReturned ? ' A part of it came back, and does not count.' : '';
  const counts = `Commissions are paid on ${words.volume(volume)} of it`;
  if (isGiven)
    return {
      reason: 'position_given',
      sentence: `${counts}, but not here: another member has this position since.${returned}`,
    };
  if (isOwn)
    return {
      reason: 'own',
      sentence: `${counts} in the member’s own volumes; bonuses on it go to those above.${returned}`,
    };
  if (share !== 0n)
    return {
      reason: 'paid',
      sentence: `${counts}.${returned} ${words.money(share)} is its share of what this member got.`,
    };
  const unpaid = whyUnpaid(member)?.sentence;
  const whole = bonuses.find((one) => one.share === null && one.whole !== null && member.bonuses.get(one.bonus));
  if (unpaid === undefined && whole !== undefined)
    return { reason: 'part_of_whole', sentence: `${counts}.${returned} ${whole.sentence}` };
  const why = unpaid ?? decidingOf(bonuses) ?? 'No bonus of the plan pays on it.';
  return { reason: 'no_share', sentence: `${counts}, but nothing to this member. ${why}${returned}` };
}

/** Of bonuses that the order has a part in, that of the first; else of the first of all. */
function decidingOf(bonuses: readonly ExplainedOrderBonusView[]): string | undefined {
  return (bonuses.find(({ base }) => base > 0) ?? bonuses[0])?.sentence;
}
