import { fixed, fixedNumber, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '#commissions/engine/index.js';
import { whyUnpaid, type BonusFacts, type Reason } from '../facts.js';
import type { GroupBelow } from '../groups-explained.js';
import { counted } from '../words.js';
import { groupsOf, type Group, type Groups } from './differential-groups.js';
import type { ExplainBonus } from './explain-bonus.js';
import { sumOf } from './level-words.js';

/** Groups below that are shown; what is taken off for the rest stands beside them as one sum. */
const SHOWN = 50;

export const explainDifferential: ExplainBonus<'differential'> = (bonus, facts) => {
  const { plan, member, words } = facts;
  const parts = partsOf(bonus, facts);
  const sum = sumOf(facts, bonus.id);
  const unpaid = whyUnpaid(member);
  const sentences: string[] = [];
  const reasons: Reason[] = [];
  if (unpaid !== undefined) {
    sentences.push(unpaid.sentence);
    reasons.push(unpaid.reason);
  }
  if (parts.groups !== undefined) sentences.push(...groupSentences(parts.groups, facts));
  if (unpaid === undefined && parts.own !== undefined) sentences.push(sumSentence(parts.own, parts, facts));
  const leadership = leadershipOf(bonus, facts);
  if (leadership > 0n)
    sentences.push(`${words.money(leadership)} is for groups that have broken away, a percentage of each.`);
  if (unpaid === undefined && sum === 0n) {
    reasons.push('step');
    sentences.push('The groups below earn as much by their own steps, so nothing is left.');
  }
  return {
    rule: ruleOf(bonus),
    sentences,
    reasons,
    figures: {
      steps: bonus.steps,
      rate: plan.rate,
      own:
        parts.groups === undefined ? null : { ...figuresOf(parts.groups.own), broken_away: parts.groups.own.isBroken },
      of_group: parts.own === undefined ? null : money(parts.own.gross),
      children: parts.children,
      children_count: parts.count,
      others_taken_off: parts.others === undefined ? null : money(parts.others),
      by_group: fixedNumber(sum - leadership),
      leadership: fixedNumber(leadership),
    },
  };
};

type Bonus = Extract<Plan['bonuses'][number], { type: 'differential' }>;

/** What a member gets for its own group, and what of it goes off for the groups below. Money in hundred-millionths. */
interface Parts {
  /** Undefined for a group that is too large to be added up. */
  readonly groups: Groups | undefined;
  /** Undefined where nothing is known of the base. */
  readonly own: { readonly base: bigint; readonly percent: number; readonly gross: bigint } | undefined;
  readonly children: readonly object[];
  readonly count: number;
  /** All that goes off; undefined where it is not known. */
  readonly takenOff: bigint | undefined;
  /** What goes off for the groups that are not shown. */
  readonly others: bigint | undefined;
}

function partsOf(bonus: Bonus, facts: BonusFacts): Parts {
  const { members } = facts.groups.get(bonus.id)!;
  const groups = members === undefined ? undefined : groupsOf(members, bonus, facts.member.uid);
  return groups === undefined ? partsByLines(bonus, facts) : partsByGroups(groups, facts);
}

function partsByGroups(groups: Groups, { plan }: BonusFacts): Parts {
  const rate = fixed(plan.rate.toFixed(4));
  const grossOf = ({ commissionable, percent }: Group): bigint => percentOf(commissionable * rate, percent);
  const offs = groups.children.map((child) => (child.isBroken ? 0n : grossOf(child)));
  const takenOff = total(offs);
  const { own } = groups;
  return {
    groups,
    own: { base: own.commissionable * rate, percent: own.percent, gross: grossOf(own) },
    children: groups.children.slice(0, SHOWN).map((child, at) => ({
      ...figuresOf(child),
      uid: child.uid,
      broken_away: child.isBroken,
      taken_off: money(offs[at]!),
    })),
    count: groups.children.length,
    takenOff,
    others: takenOff - total(offs.slice(0, SHOWN)),
  };
}

/** Of a large group the lines tell: that of the member, and those of the largest groups below. */
function partsByLines(bonus: Bonus, facts: BonusFacts): Parts {
  const { children, count, line } = facts.groups.get(bonus.id)!;
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
      qualifying_volume: bonus.breakaway === undefined ? fixedNumber(group) : null,
      commissionable_volume: null,
      percent,
      uid,
      broken_away: isBroken(percent),
      taken_off: money(offs[at]!),
    })),
    others: takenOff === undefined ? undefined : takenOff - total(offs),
  };
}

const offOf = ({ base, percent }: GroupBelow): bigint =>
  base === null || percent === null ? 0n : percentOf(base, percent);

/** What of the sum is for groups that have broken away: the rest of it is the line of the member's own group. */
function leadershipOf(bonus: Bonus, facts: BonusFacts): Fixed {
  if (bonus.breakaway === undefined) return 0n;
  const { line } = facts.groups.get(bonus.id)!;
  return sumOf(facts, bonus.id) - (line === undefined ? 0n : line.amount / TEN_THOUSAND);
}

function ruleOf({ steps, breakaway }: Bonus): string {
  return [
    `Pays the percentage of the step that the group has reached (${steps.map(({ from, percent }) => `${percent} % from ${from}`).join(', ')}), less what the groups below earn by their own steps.`,
    ...(breakaway === undefined
      ? []
      : [
          `A member who reaches the highest step breaks away: their group no longer counts for the upline, but the nearest upline member who has broken away too gets ${breakaway.leadership_percent} % of it.`,
        ]),
  ].join(' ');
}

function groupSentences({ own, children }: Groups, { words }: BonusFacts): string[] {
  const broken = children.filter(({ isBroken }) => isBroken).length;
  const step = own.percent === 0 ? 'which reaches no step' : `which is the step of ${own.percent} %`;
  return [
    `The group has ${words.volume(own.qualifying)} of the volume that counts for steps, ${step}, and ${words.volume(own.commissionable)} of that which commissions are paid on.`,
    ...(broken === 0
      ? []
      : [
          `${counted(broken, 'group')} directly below ${broken === 1 ? 'has broken away and does' : 'have broken away and do'} not count.`,
        ]),
    ...(own.isBroken ? ['This group has broken away itself.'] : []),
  ];
}

function sumSentence(own: NonNullable<Parts['own']>, { takenOff, count }: Parts, { words }: BonusFacts): string {
  const gross = `${words.volume(tenThousandths(own.base))} at ${own.percent} % is ${words.money(tenThousandths(own.gross))}`;
  if (takenOff === undefined || takenOff === 0n) return `${gross}.`;
  const left = own.gross > takenOff ? own.gross - takenOff : 0n;
  return `${gross}; less ${words.money(tenThousandths(takenOff))} that ${counted(count, 'group')} directly below ${count === 1 ? 'comes' : 'come'} to by ${count === 1 ? 'its own step' : 'their own steps'}, this leaves ${words.money(tenThousandths(left))}, rounded to the smallest coin.`;
}

function figuresOf({ qualifying, commissionable, percent }: Group) {
  return { qualifying_volume: fixedNumber(qualifying), commissionable_volume: fixedNumber(commissionable), percent };
}

const TEN_THOUSAND = 10_000n;
const MILLION = 1_000_000n;

/** A percentage of money in hundred-millionths. */
function percentOf(base: bigint, percent: number): bigint {
  return (base * fixed(percent.toFixed(4))) / MILLION;
}

function total(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** Hundred-millionths in ten-thousandths, rounded half away from zero. */
function tenThousandths(value: bigint): Fixed {
  return (value + (value < 0n ? -5_000n : 5_000n)) / TEN_THOUSAND;
}

const money = (value: bigint): number => fixedNumber(tenThousandths(value));
