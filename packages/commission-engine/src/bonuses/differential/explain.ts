import type { Plan } from '../../document/plan.schema.js';
import {
  counted,
  exactly,
  roundedMoney,
  sumOf,
  whyUnpaid,
  type BonusWords,
  type ChildGroup,
  type MemberInRun,
  type NumberWords,
  type OrderInRun,
  type OrderPart,
  type Reason,
} from '../../explanation.js';
import type { DifferentialBonus } from './differential.schema.js';
import { groupsBelow, type Group, type GroupsBelow } from './groups.js';

/** Groups below that are shown; what is taken off for the rest stands beside them as one sum. */
const SHOWN = 50;

/** What a differential bonus came to for a member. */
export function explainDifferential(bonus: DifferentialBonus, run: MemberInRun): BonusWords {
  const { plan, member, words } = run;
  const parts = partsOf(bonus, run);
  const sum = sumOf(run, bonus.id);
  const unpaid = whyUnpaid(member);
  const sentences: string[] = [];
  const reasons: Reason[] = [];
  if (unpaid !== undefined) {
    sentences.push(unpaid.sentence);
    reasons.push(unpaid.reason);
  }
  if (parts.groups !== undefined) sentences.push(...groupSentences(parts.groups, run));
  if (unpaid === undefined && parts.own !== undefined) sentences.push(sumSentence(parts.own, parts, run));
  const leadership = leadershipOf(bonus, run);
  if (leadership > 0n)
    sentences.push(`${words.money(leadership)} is for groups that have broken away, a percentage of each.`);
  if (unpaid === undefined && sum === 0n) {
    reasons.push('step');
    sentences.push('The groups below earn as much by their own steps, so nothing is left.');
  }
  return {
    rule: ruleOf(bonus, run.words),
    sentences,
    reasons,
    figures: {
      steps: bonus.steps,
      rate: plan.rate,
      own:
        parts.groups === undefined
          ? null
          : { ...figuresOf(words, parts.groups.own), broken_away: parts.groups.own.isBroken },
      of_group: parts.own === undefined ? null : moneyOf(words, parts.own.gross),
      children: parts.children,
      children_count: parts.count,
      others_taken_off: parts.others === undefined ? null : moneyOf(words, parts.others),
      by_group: words.number(sum - leadership),
      leadership: words.number(leadership),
    },
  };
}

/** What a member gets for its own group, and what of it goes off for the groups below. Money in hundred-millionths. */
interface Parts {
  /** Undefined for a group that is too large to be added up. */
  readonly groups: GroupsBelow | undefined;
  /** Undefined where nothing is known of the base. */
  readonly own: { readonly base: bigint; readonly percent: number; readonly gross: bigint } | undefined;
  readonly children: readonly BonusWords['figures'][];
  readonly count: number;
  /** All that goes off; undefined where it is not known. */
  readonly takenOff: bigint | undefined;
  /** What goes off for the groups that are not shown. */
  readonly others: bigint | undefined;
}

function partsOf(bonus: DifferentialBonus, run: MemberInRun): Parts {
  const { members } = run.groups.get(bonus.id)!;
  const groups = members === undefined ? undefined : groupsBelow(bonus, members);
  return groups === undefined ? partsByLines(bonus, run) : partsByGroups(groups, run);
}

function partsByGroups(groups: GroupsBelow, { plan, words }: MemberInRun): Parts {
  const rate = rateOf(plan);
  const grossOf = ({ commissionable, percent }: Group): bigint => percentOf(commissionable * rate, percent);
  const offs = groups.children.map((child) => (child.isBroken ? 0n : grossOf(child)));
  const takenOff = total(offs);
  const { own } = groups;
  return {
    groups,
    own: { base: own.commissionable * rate, percent: own.percent, gross: grossOf(own) },
    children: groups.children
      .slice(0, SHOWN)
      .map((child, at) => ({
        ...figuresOf(words, child),
        uid: child.uid,
        broken_away: child.isBroken,
        taken_off: moneyOf(words, offs[at]!),
      })),
    count: groups.children.length,
    takenOff,
    others: takenOff - total(offs.slice(0, SHOWN)),
  };
}

/** Of a large group the lines tell: that of the member, and those of the largest groups below. */
function partsByLines(bonus: DifferentialBonus, run: MemberInRun): Parts {
  const { words } = run;
  const { children, count, line } = run.groups.get(bonus.id)!;
  const highest = bonus.steps.at(-1)!.percent;
  const isBroken = (percent: number | null): boolean => bonus.breakaway !== undefined && percent === highest;
  const offs = children.map((child) => (isBroken(child.percent) ? 0n : offOf(child)));
  const own = line && { base: line.base, percent: line.percent, gross: percentOf(line.base, line.percent) };
  // What was paid is rounded: the rest is as close to what goes off for the others as a coin.
  const takenOff = line && own!.gross - line.amount;
  return {
    groups: undefined,
    own,
    count,
    takenOff,
    children: children.map(({ uid, group, percent }, at) => ({
      qualifying_volume: bonus.breakaway === undefined ? words.number(group) : null,
      commissionable_volume: null,
      percent,
      uid,
      broken_away: isBroken(percent),
      taken_off: moneyOf(words, offs[at]!),
    })),
    others: takenOff === undefined ? undefined : takenOff - total(offs),
  };
}

const offOf = ({ base, percent }: ChildGroup): bigint =>
  base === null || percent === null ? 0n : percentOf(base, percent);

/** What of the sum is for groups that have broken away: the rest of it is the line of the member's own group. */
function leadershipOf(bonus: DifferentialBonus, run: MemberInRun): bigint {
  if (bonus.breakaway === undefined) return 0n;
  const { line } = run.groups.get(bonus.id)!;
  return sumOf(run, bonus.id) - (line === undefined ? 0n : line.amount / TEN_THOUSAND);
}

function ruleOf({ steps, breakaway }: DifferentialBonus, words: NumberWords): string {
  return [
    `Pays the percentage of the step that the group has reached (${steps.map(({ from, percent }) => `${percent} % from ${words.volume(exactly(from))}`).join(', ')}), less what the groups below earn by their own steps.`,
    ...(breakaway === undefined
      ? []
      : [
          `A member who reaches the highest step breaks away: their group no longer counts for the upline, but the nearest upline member who has broken away too gets ${breakaway.leadership_percent} % of it.`,
        ]),
  ].join(' ');
}

function groupSentences({ own, children }: GroupsBelow, { words }: MemberInRun): string[] {
  const broken = children.filter(({ isBroken }) => isBroken).length;
  const step = own.percent === 0 ? 'which reaches no step' : `which is the step of ${own.percent} %`;
  return [
    `The group has a qualifying volume of ${words.volume(own.qualifying)}, ${step}, and a commissionable volume of ${words.volume(own.commissionable)}.`,
    ...(broken === 0
      ? []
      : [
          `${counted(broken, 'group')} directly below ${broken === 1 ? 'has broken away and does' : 'have broken away and do'} not count.`,
        ]),
    ...(own.isBroken ? ['This group has broken away itself.'] : []),
  ];
}

function sumSentence(own: NonNullable<Parts['own']>, { takenOff, count }: Parts, { words }: MemberInRun): string {
  const gross = `${words.volume(roundedMoney(own.base))} at ${own.percent} % is ${words.money(roundedMoney(own.gross))}`;
  if (takenOff === undefined || takenOff === 0n) return `${gross}.`;
  const left = own.gross > takenOff ? own.gross - takenOff : 0n;
  return `${gross}; less ${words.money(roundedMoney(takenOff))} that ${counted(count, 'group')} directly below ${count === 1 ? 'comes' : 'come'} to by ${count === 1 ? 'its own step' : 'their own steps'}, this leaves ${words.money(roundedMoney(left))}, rounded to the smallest coin.`;
}

function figuresOf(words: NumberWords, { qualifying, commissionable, percent }: Group) {
  return { qualifying_volume: words.number(qualifying), commissionable_volume: words.number(commissionable), percent };
}

const TEN_THOUSAND = 10_000n;
const MILLION = 1_000_000n;

/** A percentage of money in hundred-millionths. */
function percentOf(base: bigint, percent: number): bigint {
  return (base * exactly(percent)) / MILLION;
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

function moneyOf(words: NumberWords, value: bigint): number {
  return words.number(roundedMoney(value));
}

function rateOf({ rate }: Plan): bigint {
  return exactly(rate);
}

/** Of who stands below the member in the placement tree alone, or took the position of somebody below. */
const ELSEWHERE: OrderPart = { share: 0n, whole: null, sentence: 'It is not in the group of this member.' };

/** What an order is a part of in the group, and at which percentages. */
export async function explainOrderInGroup(
  bonus: DifferentialBonus,
  run: MemberInRun,
  order: OrderInRun,
): Promise<OrderPart> {
  const { members, line } = run.groups.get(bonus.id)!;
  const groups = members === undefined ? undefined : groupsBelow(bonus, members);
  if (groups !== undefined) return orderInGroups(bonus, run, groups, order);
  const { isInGroup, groupVolume } = await order.way();
  if (!isInGroup) return ELSEWHERE;
  if (bonus.breakaway !== undefined || line === undefined)
    return {
      share: bonus.breakaway === undefined ? 0n : null,
      whole: run.member.group,
      sentence: `Its ${run.words.volume(order.volume)} are a part of a group that is too large to follow a single order through.`,
    };
  const step = bonus.steps.findLast(({ from }) => groupVolume !== null && groupVolume >= exactly(from));
  const off = step?.percent ?? 0;
  return stepPart(run, order, { own: line.percent, off, whole: run.member.group });
}

async function orderInGroups(
  bonus: DifferentialBonus,
  run: MemberInRun,
  { own, all }: GroupsBelow,
  order: OrderInRun,
): Promise<OrderPart> {
  const holder = all.get(order.holder);
  if (holder === undefined) return ELSEWHERE;
  let below: Group | undefined;
  for (let at: Group | undefined = holder; at !== undefined && at !== own; at = at.above) {
    if (at.isPayee) below = at;
    if (at.isBroken) return orderBrokenAway(bonus, run, order, at.uid);
  }
  const whole = own.commissionable;
  if ((run.groups.get(bonus.id)!.line?.amount ?? 0n) === 0n)
    return {
      share: 0n,
      whole,
      sentence: `It is a part of the group of ${run.words.volume(whole)}, for which ${run.member.active ? 'nothing was left' : 'nothing was paid'}.`,
    };
  return stepPart(run, order, { own: own.percent, off: below?.percent ?? 0, whole });
}

/** A group that has broken away: it counts above no more, but for leadership. */
async function orderBrokenAway(
  { id, breakaway }: DifferentialBonus,
  { plan, words }: MemberInRun,
  order: OrderInRun,
  uid: number,
): Promise<OrderPart> {
  const gone = 'It is in a group below that has broken away, and does not count in this one.';
  const whole = await order.baseOn(id, uid);
  if (whole === undefined) return { share: 0n, whole: null, sentence: gone };
  const percent = breakaway!.leadership_percent;
  const share = roundedMoney(percentOf(order.volume * rateOf(plan), percent));
  return { share, whole, sentence: `${gone} The leadership of ${percent} % on it is ${words.money(share)}.` };
}

function stepPart(
  { plan, words }: MemberInRun,
  { volume }: OrderInRun,
  { own, off, whole }: { own: number; off: number; whole: bigint },
): OrderPart {
  const base = volume * rateOf(plan);
  const share = roundedMoney(percentOf(base, own)) - roundedMoney(percentOf(base, off));
  const less = off === 0 ? '' : `, less the ${off} % of the group below that it is in`;
  return {
    share,
    whole,
    sentence: `Its ${words.volume(volume)} count at the ${own} % of this group${less}: ${words.money(share)}.`,
  };
}
