import { fixedNumber, type Fixed } from '#common/money/fixed.js';
import { counted, exactly, type Plan, rankAt, shareOfLeg, tenThousandths } from '@commerce/commission-engine';
import type { FrontlineFacts, MemberFacts } from './facts.js';
import type { ExplainedConditionView } from './measures.dto.js';
import type { Words } from './words.js';

export type Requirements = Plan['active'];

/** What conditions look at. */
export interface ConditionFacts {
  readonly plan: Plan;
  readonly words: Words;
  readonly member: MemberFacts;
  readonly frontline: FrontlineFacts;
}

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

/** Whether all of some conditions hold; none: always. */
export function allHold(conditions: readonly ExplainedConditionView[]): boolean {
  return conditions.every(({ holds }) => holds);
}

/** Each condition by itself. */
export function explainConditions(requires: Requirements, facts: ConditionFacts): ExplainedConditionView[] {
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
  { words }: ConditionFacts,
): ExplainedConditionView {
  const holds = had >= wanted;
  const name = condition === 'personal_volume' ? 'Personal volume' : 'Group volume';
  const missing = holds ? '' : `; ${words.volume(wanted - had)} is missing`;
  return {
    ...NO_PARTS,
    condition,
    wanted: fixedNumber(wanted),
    had: fixedNumber(had),
    holds,
    missing: holds ? 0 : fixedNumber(wanted - had),
    sentence: `${name} of at least ${words.volume(wanted)}: it was ${words.volume(had)}${missing}.`,
  };
}

function cappedCondition(
  group: number,
  percent: number,
  { member, frontline, words }: ConditionFacts,
): ExplainedConditionView {
  const [wanted, most] = [exactly(group), mostOfLeg(group, percent)];
  const had = lower(member.personal, most) + (frontline.capped.get(most) ?? 0n);
  const holds = had >= wanted;
  const missing = holds ? '' : `; ${words.volume(wanted - had)} is missing`;
  return {
    ...NO_PARTS,
    condition: 'leg_cap_percent',
    wanted: fixedNumber(wanted),
    had: fixedNumber(had),
    holds,
    missing: holds ? 0 : fixedNumber(wanted - had),
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
  const holds = had >= wanted;
  const missing = holds ? '' : `; ${wanted - had} more needed`;
  return {
    ...NO_PARTS,
    condition,
    wanted,
    had,
    holds,
    missing: holds ? 0 : wanted - had,
    sentence: `At least ${counted(wanted, one, many)}: there were ${had}${missing}.`,
  };
}

function legsCondition(rank: string, count: number, { plan, frontline }: ConditionFacts): ExplainedConditionView {
  const least = rankAt(plan, rank);
  const reaches = (best: string | null): boolean => best !== null && rankAt(plan, best) >= least;
  let had = 0;
  for (const [best, legs] of frontline.byBestRank) if (reaches(best)) had += legs;
  const holds = had >= count;
  const missing = holds ? '' : `; ${counted(count - had, 'leg')} more needed`;
  return {
    ...NO_PARTS,
    condition: 'legs',
    rank,
    wanted: count,
    had,
    holds,
    missing: holds ? 0 : count - had,
    sentence: `At least ${counted(count, 'leg')} (somebody directly below, with all under them) in which somebody has the rank ${rank} or higher: there were ${had}${missing}.`,
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

const NO_PARTS = { rank: null, legs: [], any: [] } as const;

function lower(one: Fixed, other: Fixed): Fixed {
  return one < other ? one : other;
}
