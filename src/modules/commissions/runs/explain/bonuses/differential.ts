import { fixed, fixedNumber, type Fixed } from '../../../../../common/money/fixed.js';
import { whyUnpaid, type BonusFacts, type GroupFacts, type Reason } from '../facts.js';
import { counted } from '../words.js';
import type { ExplainBonus } from './explain-bonus.js';
import { sumOf } from './level-words.js';

/** Children that are shown. */
const SHOWN = 50;

export const explainDifferential: ExplainBonus<'differential'> = (bonus, facts) => {
  const { plan, member, words } = facts;
  const group = facts.group === undefined ? undefined : groupOf(facts.group, bonus, member.uid);
  const line = facts.lines.get(bonus.id)!.lines.find(({ source_uid }) => source_uid === null);
  const sum = sumOf(facts, bonus.id);
  const unpaid = whyUnpaid(member);
  const sentences: string[] = [];
  const reasons: Reason[] = [];
  if (unpaid !== undefined) {
    sentences.push(unpaid.sentence);
    reasons.push(unpaid.reason);
  }
  if (group !== undefined) sentences.push(...groupSentences(group, facts));
  else if (line !== undefined)
    sentences.push(
      `The group came to a base of ${plainBase(line.base!)} at ${Number(line.percent)} %; it is too large to show what was taken off for the groups below.`,
    );
  if (unpaid === undefined && sum > 0n) sentences.push(`This comes to ${words.money(sum)}.`);
  if (unpaid === undefined && sum === 0n) {
    reasons.push('step');
    sentences.push('The groups below come to as much by their own steps, so nothing is left.');
  }
  const leadership = bonus.breakaway?.leadership_percent;
  return {
    rule: [
      `Pays the percentage of the step that the group has reached (${bonus.steps.map(({ from, percent }) => `${percent} % from ${from}`).join(', ')}), less what the groups below come to by their own steps.`,
      ...(leadership === undefined
        ? []
        : [
            `Who reaches the highest step breaks away: its group counts above no more, and the nearest above who has broken away too gets ${leadership} % of it.`,
          ]),
    ].join(' '),
    ...{ sentences, reasons },
    figures: {
      steps: bonus.steps,
      rate: plan.rate,
      own: group === undefined ? null : { ...figuresOf(group.own), broken_away: group.own.isBroken },
      children:
        group?.children
          .slice(0, SHOWN)
          .map((child) => ({ ...figuresOf(child), uid: child.uid, broken_away: child.isBroken })) ?? null,
      children_count: group?.children.length ?? null,
    },
  };
};

type Bonus = Parameters<typeof explainDifferential>[0];

/** The group of one payee. */
interface Group {
  readonly uid: number;
  qualifying: Fixed;
  commissionable: Fixed;
  percent: number;
  isBroken: boolean;
}

/** Adds the groups up from the bottom, as the engine does. */
function groupOf(
  members: GroupFacts,
  { steps, breakaway }: Bonus,
  uid: number,
): { own: Group; children: Group[] } | undefined {
  const groups = new Map<number, Group>(
    members.map((one) => [
      one.uid,
      { uid: one.uid, qualifying: one.own, commissionable: one.commissionable, percent: 0, isBroken: false },
    ]),
  );
  const byUid = new Map(members.map((one) => [one.uid, one]));
  const payeeAbove = payeesAbove(members);
  const children: Group[] = [];
  // From the recursion members come level by level.
  for (const { uid: at, isPayee } of [...members].reverse()) {
    const group = groups.get(at)!;
    if (isPayee) {
      const step = steps.findLastIndex(({ from }) => group.qualifying >= fixed(from.toFixed(4)));
      group.percent = steps[step]?.percent ?? 0;
      group.isBroken = breakaway !== undefined && step === steps.length - 1;
    }
    const above = at === uid ? undefined : groups.get(payeeAbove.get(at) ?? uid);
    if (above === undefined) continue;
    if (isPayee && above.uid === uid && byUid.get(uid)!.isPayee) children.push(group);
    if (group.isBroken) continue;
    above.qualifying += group.qualifying;
    above.commissionable += group.commissionable;
  }
  const own = groups.get(uid);
  return own === undefined ? undefined : { own, children: children.reverse() };
}

/** The nearest payee above each member of the group; undefined for those directly below a top that is none. */
function payeesAbove(members: GroupFacts): ReadonlyMap<number, number | undefined> {
  const byUid = new Map(members.map((one) => [one.uid, one]));
  const found = new Map<number, number | undefined>();
  for (const { uid, sponsorUid } of members) {
    const sponsor = sponsorUid === null ? undefined : byUid.get(sponsorUid);
    if (sponsor === undefined) continue;
    found.set(uid, sponsor.isPayee ? sponsor.uid : found.get(sponsor.uid));
  }
  return found;
}

function groupSentences({ own, children }: { own: Group; children: Group[] }, { words }: BonusFacts): string[] {
  const below = children.filter(({ isBroken }) => !isBroken);
  const broken = children.length - below.length;
  const isShort = own.percent === 0 ? 'which reaches no step' : `which is the step of ${own.percent} %`;
  return [
    `The group has a qualifying volume of ${words.volume(own.qualifying)}, ${isShort}, and a commissionable volume of ${words.volume(own.commissionable)}.`,
    ...(below.length === 0
      ? []
      : [`Taken off for ${counted(below.length, 'group')} directly below, by their own steps.`]),
    ...(broken === 0
      ? []
      : [
          `${counted(broken, 'group')} directly below ${broken === 1 ? 'has' : 'have'} broken away and ${broken === 1 ? 'does' : 'do'} not count.`,
        ]),
    ...(own.isBroken ? ['This group has broken away itself.'] : []),
  ];
}

function figuresOf({ qualifying, commissionable, percent }: Group) {
  return { qualifying_volume: fixedNumber(qualifying), commissionable_volume: fixedNumber(commissionable), percent };
}

function plainBase(text: string): string {
  return text.replace(/\.?0+$/, '');
}
