import { fixedNumber, type Fixed } from '#common/money/fixed.js';
import { counted, exactly, isPayee, type Plan, rankAt, shareOfLeg, tenThousandths } from '@commerce/commission-engine';
import type { BonusFacts, Words } from './facts.js';
import type { ExplainedActivityView, ExplainedConditionView, ExplainedRankView } from './explain.dto.js';

type Requirements = Plan['active'];

/** The most that a leg counts for. */
function mostOfLeg(group: number, percent: number): Fixed {
  return BigInt(shareOfLeg(tenThousandths(group), percent));
}

/** All limits of legs that conditions of a plan have. */
export function limitsOf(plan: Plan): Fixed[] {
  const limits = new Set<Fixed>();
  const visit = (requires: Requirements): void => {
    const { group_volume, leg_cap_percent, any } = requires;
    if (group_volume !== undefined && leg_cap_percent !== undefined)
      limits.add(mostOfLeg(group_volume, leg_cap_percent));
    any?.forEach(visit);
  };
  for (const { requires } of plan.ranks) visit(requires);
  visit(plan.active);
  return [...limits];
}

/** Whether the member was active, and why. */
export function activityOf(facts: BonusFacts): ExplainedActivityView {
  const { member, plan } = facts;
  const conditions = explainConditions(plan.active, facts);
  const holds = allHold(conditions);
  const why =
    member.kind !== 'distributor'
      ? 'Not active: only distributors are.'
      : member.status !== 'active'
        ? `Not active: the member is ${member.status}.`
        : holds
          ? 'Active.'
          : `Not active: ${missingOf(conditions)}`;
  return { active: member.active, sentence: why, conditions };
}

/** Each rank of the plan with its conditions, the highest first. */
export function ranksOf(facts: BonusFacts): ExplainedRankView[] {
  const { member, plan } = facts;
  return plan.ranks
    .map(({ name, requires }, at) => {
      const conditions = at === 0 ? [] : explainConditions(requires, facts);
      const holds = allHold(conditions);
      const isPaidAs = name === member.rank;
      return {
        rank: name,
        holds,
        is_paid_as: isPaidAs,
        conditions,
        sentence: rankSentence(facts, { isPaidAs, holds, isFirst: at === 0, missing: missingOf(conditions) }),
      };
    })
    .reverse();
}

function rankSentence(
  { member }: BonusFacts,
  { isPaidAs, holds, isFirst, missing }: { isPaidAs: boolean; holds: boolean; isFirst: boolean; missing: string },
): string {
  if (!isPayee(member)) return 'Only distributors whose membership goes on have a rank.';
  if (isPaidAs && !member.active) return 'The rank of this period: who is not active has the first one.';
  if (isPaidAs) return 'The rank of this period: the highest whose conditions are met.';
  if (isFirst) return 'The first rank has no conditions.';
  if (!holds) return `Not reached: ${missing}`;
  return member.active
    ? 'Its conditions are met; a higher rank was reached.'
    : 'Its conditions are met, but the member is not active.';
}

function missingOf(conditions: readonly { holds: boolean; sentence: string }[]): string {
  return conditions
    .filter(({ holds }) => !holds)
    .map(({ sentence }) => sentence)
    .join(' ');
}

/** Whether all of some conditions hold; none: always. */
function allHold(conditions: readonly ExplainedConditionView[]): boolean {
  return conditions.every(({ holds }) => holds);
}

/** Each condition by itself. */
function explainConditions(requires: Requirements, facts: BonusFacts): ExplainedConditionView[] {
  const { personal_volume, group_volume, leg_cap_percent, active_frontline, customers, legs, any } = requires;
  const { member, frontline } = facts;
  const found: ExplainedConditionView[] = [];
  if (personal_volume !== undefined)
    found.push(volumeCondition('personal_volume', exactly(personal_volume), member.personal, facts));
  if (group_volume !== undefined)
    found.push(volumeCondition('group_volume', exactly(group_volume), member.group, facts));
  if (group_volume !== undefined && leg_cap_percent !== undefined)
    found.push(cappedCondition(group_volume, leg_cap_percent, facts));
  if (active_frontline !== undefined)
    found.push(
      countCondition(
        'active_frontline',
        active_frontline,
        frontline.active,
        'active distributor directly below',
        'active distributors directly below',
      ),
    );
  if (customers !== undefined)
    found.push(
      countCondition(
        'customers',
        customers,
        frontline.customers,
        'customer directly below who bought',
        'customers directly below who bought',
      ),
    );
  for (const { rank, count } of legs ?? []) found.push(legsCondition(rank, count, facts));
  if (any !== undefined) found.push(anyCondition(any.map((one) => explainConditions(one, facts))));
  return found;
}

function volumeCondition(
  condition: 'personal_volume' | 'group_volume',
  wanted: Fixed,
  had: Fixed,
  { words }: BonusFacts,
): ExplainedConditionView {
  const { numbers, missing } = volumesCompared(wanted, had, words);
  const name = condition === 'personal_volume' ? 'Personal volume' : 'Group volume';
  return {
    ...NO_PARTS,
    condition,
    ...numbers,
    sentence: `${name} of at least ${words.volume(wanted)}: it was ${words.volume(had)}${missing}.`,
  };
}

function cappedCondition(
  group: number,
  percent: number,
  { member, frontline, words }: BonusFacts,
): ExplainedConditionView {
  const [wanted, most] = [exactly(group), mostOfLeg(group, percent)];
  const had = lower(member.personal, most) + (frontline.capped.get(most) ?? 0n);
  const { numbers, missing } = volumesCompared(wanted, had, words);
  return {
    ...NO_PARTS,
    condition: 'leg_cap_percent',
    ...numbers,
    sentence: `Each leg (somebody directly below, with all under them), and the personal volume, counts for at most ${percent} % of ${words.volume(wanted)}, which is ${words.volume(most)}: so ${words.volume(had)} counts${missing}.`,
    legs: frontline.legs.map((leg) => {
      const volume = leg.group - leg.counted;
      return {
        uid: leg.uid,
        username: leg.username,
        rank: null,
        holds: null,
        had: fixedNumber(volume),
        counts: fixedNumber(lower(volume, most)),
      };
    }),
  };
}

function countCondition(
  condition: string,
  wanted: number,
  had: number,
  one: string,
  many: string,
): ExplainedConditionView {
  const { numbers, missing } = countsCompared(wanted, had);
  return {
    ...NO_PARTS,
    condition,
    ...numbers,
    sentence: `At least ${counted(wanted, one, many)}: there were ${had.toLocaleString('en-US')}${missing}.`,
  };
}

function legsCondition(rank: string, count: number, { plan, frontline }: BonusFacts): ExplainedConditionView {
  const least = rankAt(plan, rank);
  const reaches = (best: string | null): boolean => best !== null && rankAt(plan, best) >= least;
  let had = 0;
  for (const [best, legs] of frontline.byBestRank) if (reaches(best)) had += legs;
  const { numbers, missing } = countsCompared(count, had, (legs) => counted(legs, 'leg'));
  return {
    ...NO_PARTS,
    condition: 'legs',
    rank,
    ...numbers,
    sentence: `At least ${counted(count, 'leg')} (somebody directly below, with all under them) in which somebody has the rank ${rank} or higher: there were ${had.toLocaleString('en-US')}${missing}.`,
    legs: frontline.legs.map((leg) => ({
      uid: leg.uid,
      username: leg.username,
      had: null,
      counts: null,
      rank: leg.bestRank,
      holds: reaches(leg.bestRank),
    })),
  };
}

function anyCondition(any: ExplainedConditionView[][]): ExplainedConditionView {
  const holds = any.some(allHold);
  const met = any.findIndex(allHold) + 1;
  return {
    ...NO_PARTS,
    condition: 'any',
    wanted: 1,
    had: any.filter(allHold).length,
    holds,
    missing: holds ? 0 : 1,
    any,
    sentence: holds
      ? `One of ${counted(any.length, 'way')} is enough: way ${met} is met.`
      : `One of ${counted(any.length, 'way')} is enough: none is met.`,
  };
}

/** A volume that is wanted and had, and what is said if it is not enough. */
function volumesCompared(wanted: Fixed, had: Fixed, words: Words) {
  const by = had >= wanted ? 0n : wanted - had;
  return {
    numbers: { wanted: fixedNumber(wanted), had: fixedNumber(had), holds: by === 0n, missing: fixedNumber(by) },
    missing: by === 0n ? '' : `; ${words.volume(by)} is missing`,
  };
}

/** The same of numbers of people. */
function countsCompared(wanted: number, had: number, said = (by: number) => by.toLocaleString('en-US')) {
  const by = Math.max(0, wanted - had);
  return {
    numbers: { wanted, had, holds: by === 0, missing: by },
    missing: by === 0 ? '' : `; ${said(by)} more needed`,
  };
}

const NO_PARTS = { rank: null, legs: [], any: [] } as const;

function lower(one: Fixed, other: Fixed): Fixed {
  return one < other ? one : other;
}
