import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, fixedNumber, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '../../engine/index.js';
import { groupsOf, stepOf, type Groups } from './bonuses/differential-groups.js';
import type { BonusFacts, MemberFacts, SourceVolumes } from './facts.js';
import { LEG_OF, LINES_ON_SOURCES, PAYEE_BELOW } from './orders.queries.js';
import { roundedBase } from './sources.js';
import type { SourceLine } from './sources-explained.js';

type Bonus = Plan['bonuses'][number];
type Differential = Extract<Bonus, { type: 'differential' }>;

/** An order as it counts in a run. */
export interface CountedOrder {
  /** In whose volumes it counts. */
  readonly holder: MemberFacts;
  /** Of the order, and of all that the holder bought. */
  readonly volumes: SourceVolumes;
  readonly all: SourceVolumes;
  /** All lines on the holder. */
  readonly lines: readonly SourceLine[];
  /** Its commissionable volume in the period. */
  readonly volume: Fixed;
}

/** What an order has to do with a bonus that has no source for each line. */
export interface OrderPart {
  /** In ten-thousandths of money, to the nearest below; null where a bonus pays on a whole that cannot be put down to orders. */
  readonly share: Fixed | null;
  /** The volume that the order is a part of; null where it is in none. */
  readonly whole: Fixed | null;
  readonly sentence: string;
}

/** Of who stands below the member in the placement tree alone, or took the position of somebody below. */
const ELSEWHERE: OrderPart = { share: 0n, whole: null, sentence: 'It is not in the group of this member.' };

/** Says what can be said of an order in bonuses that pay on a whole: legs, a pool, a group. */
@Injectable()
export class OrderParts {
  constructor(private readonly db: Database) {}

  /** Undefined for types of which nothing can be said. */
  async of(facts: BonusFacts, bonus: Bonus, order: CountedOrder): Promise<OrderPart | undefined> {
    switch (bonus.type) {
      case 'binary':
        return this.binary(facts, bonus.id, order);
      case 'pool':
        return poolPart(facts, bonus, order);
      case 'differential':
        return this.differential(facts, bonus, order);
      default:
        return undefined;
    }
  }

  private async binary(facts: BonusFacts, bonus: string, { holder, volume }: CountedOrder): Promise<OrderPart> {
    const { run, member, words } = facts;
    const values = [run.id, holder.uid, member.uid];
    const found = await this.db.queryOne<{ leg: number }>(null, LEG_OF, values);
    const legs = facts.legs.get(bonus);
    if (found === undefined || legs === undefined)
      return { share: null, whole: null, sentence: 'It is in neither leg of this member.' };
    const isLeft = found.leg === 1;
    const whole = isLeft ? legs.left - legs.leftIn : legs.right - legs.rightIn;
    const sum = member.bonuses.get(bonus) ?? 0n;
    return {
      share: null,
      whole,
      sentence: `Its ${words.volume(volume)} are a part of the ${words.volume(whole)} that are new in the ${isLeft ? 'left' : 'right'} leg. This bonus matches whole legs, so the ${words.money(sum)} that it paid cannot be put down to single orders.`,
    };
  }

  private async differential(facts: BonusFacts, bonus: Differential, order: CountedOrder): Promise<OrderPart> {
    const { members, line } = facts.groups.get(bonus.id)!;
    const groups = members === undefined ? undefined : groupsOf(members, bonus, facts.member.uid);
    if (groups !== undefined) return this.inGroups(facts, bonus, { groups, order });
    const { member, run, words } = facts;
    const values = [run.id, order.holder.uid, member.uid];
    const below = (await this.db.queryOne<WayUp>(null, PAYEE_BELOW, values))!;
    if (!below.is_in_group) return ELSEWHERE;
    if (bonus.breakaway !== undefined || line === undefined)
      return {
        share: bonus.breakaway === undefined ? 0n : null,
        whole: member.group,
        sentence: `Its ${words.volume(order.volume)} are a part of a group that is too large to follow a single order through.`,
      };
    const step = below.group_volume === null ? -1 : stepOf(bonus.steps, fixed(below.group_volume));
    return stepPart(facts, order, { own: line.percent, off: bonus.steps[step]?.percent ?? 0, whole: member.group });
  }

  private async inGroups(
    facts: BonusFacts,
    bonus: Differential,
    { groups, order }: { groups: Groups; order: CountedOrder },
  ): Promise<OrderPart> {
    const { own, all, payeeAbove } = groups;
    const { member } = facts;
    if (!all.has(order.holder.uid)) return ELSEWHERE;
    let below: number | undefined;
    for (let at: number | undefined = order.holder.uid; at !== undefined && at !== own.uid; at = payeeAbove.get(at)) {
      const group = all.get(at)!;
      if (group.isPayee) below = at;
      if (group.isBroken) return this.brokenAway(facts, bonus, { uid: at, order });
    }
    const whole = own.commissionable;
    if ((facts.groups.get(bonus.id)!.line?.amount ?? 0n) === 0n)
      return {
        share: 0n,
        whole,
        sentence: `It is a part of the group of ${facts.words.volume(whole)}, for which ${member.active ? 'nothing was left' : 'nothing was paid'}.`,
      };
    return stepPart(facts, order, { own: own.percent, off: below === undefined ? 0 : all.get(below)!.percent, whole });
  }

  /** A group that has broken away: it counts above no more, but for leadership. */
  private async brokenAway(
    { run, member, words }: BonusFacts,
    { id, breakaway }: Differential,
    { uid, order }: { uid: number; order: CountedOrder },
  ): Promise<OrderPart> {
    const lines = await this.db.query<SourceLine>(null, LINES_ON_SOURCES, [run.id, id, [uid], 1]);
    const line = lines.find((one) => one.uid === member.uid);
    const gone = 'It is in a group below that has broken away, and does not count in this one.';
    if (line === undefined) return { share: 0n, whole: null, sentence: gone };
    const share = percentOf(order.volume * rateOf(run.document), breakaway!.leadership_percent);
    return {
      share,
      whole: fixed(Number(line.base).toFixed(4)),
      sentence: `${gone} The leadership of ${breakaway!.leadership_percent} % on it is ${words.money(share)}.`,
    };
  }
}

interface WayUp {
  is_in_group: boolean;
  group_volume: string | null;
}

function stepPart(
  { plan, words }: BonusFacts,
  { volume }: CountedOrder,
  { own, off, whole }: { own: number; off: number; whole: Fixed },
): OrderPart {
  const share = percentOf(volume * rateOf(plan), own) - percentOf(volume * rateOf(plan), off);
  const less = off === 0 ? '' : `, less the ${off} % of the group below that it is in`;
  return {
    share,
    whole,
    sentence: `Its ${words.volume(volume)} count at the ${own} % of this group${less}: ${words.money(share)}.`,
  };
}

function poolPart(
  { member, totals, words }: BonusFacts,
  { id, percent }: Extract<Bonus, { type: 'pool' }>,
  { volume }: CountedOrder,
): OrderPart {
  const whole = totals!.commissionable;
  return {
    share: null,
    whole,
    sentence: `Its ${words.volume(volume)} are a part of the ${words.volume(whole)} of everybody, of which ${percent} % is shared out; this member’s part of that is ${words.money(member.bonuses.get(id) ?? 0n)}, whoever bought.`,
  };
}

function rateOf(plan: Plan): bigint {
  return fixed(plan.rate.toFixed(4));
}

/** A percentage of hundred-millionths of money, in ten-thousandths. */
function percentOf(base: bigint, percent: number): Fixed {
  return roundedBase((base * fixed(percent.toFixed(4))) / 1_000_000n);
}

/** A number as answers have it; null stays null. */
export function numberOrNull(value: Fixed | null): number | null {
  return value === null ? null : fixedNumber(value);
}
