import { byRank, type Plan } from '../../engine/index.js';
import { isPayee, type Reason, type StandingFacts } from './facts.js';

type Bonus = Plan['bonuses'][number];

/** How a bonus with sources goes up the members above. */
export interface LevelRule {
  readonly tree: 'sponsor' | 'placement';
  readonly levels: number;
  /** The percentage of a member at a level, from 1 on. */
  readonly percentOf: (member: StandingFacts, level: number) => number;
  /** Why a payee takes no level; undefined if it takes it. */
  readonly passes: (member: StandingFacts, level: number) => Reason | undefined;
}

/** What one member above a source has to do with it. */
export interface Step<Member extends StandingFacts> {
  readonly member: Member;
  /** The level that it takes; null for members who are passed over. */
  readonly level: number | null;
  /** 0 for who gets nothing. */
  readonly percent: number;
  /** Why it gets nothing. */
  readonly reason: Reason | null;
}

/** The rule of a bonus whose lines have sources; undefined for other types. */
export function levelRuleOf(plan: Plan, bonus: Bonus): LevelRule | undefined {
  switch (bonus.type) {
    case 'unilevel':
      return tableRule(plan, bonus.tree, bonus.percents, bonus.compression);
    case 'matching':
      return tableRule(plan, 'sponsor', bonus.percents, bonus.compression);
    case 'fast_start':
      return {
        tree: 'sponsor',
        levels: bonus.percents.length,
        passes: () => undefined,
        percentOf: (_, level) => bonus.percents[level - 1] ?? 0,
      };
    case 'generation': {
      const least = rankAt(plan, bonus.rank);
      return {
        tree: 'sponsor',
        levels: bonus.percents.length,
        percentOf: (_, level) => bonus.percents[level - 1] ?? 0,
        passes: (member) => (!member.active ? 'not_active' : rankAt(plan, member.rank) < least ? 'rank' : undefined),
      };
    }
    case 'retail':
      return { tree: 'sponsor', levels: 1, percentOf: () => bonus.percent, passes: () => undefined };
    default:
      return undefined;
  }
}

function tableRule(
  plan: Plan,
  tree: 'sponsor' | 'placement',
  percents: Readonly<Record<string, readonly number[]>>,
  compression: 'none' | 'active' | 'dynamic',
): LevelRule {
  const table = byRank(percents, plan.ranks, []);
  const percentOf = ({ rank }: StandingFacts, level: number): number => table[rankAt(plan, rank)]?.[level - 1] ?? 0;
  return {
    tree,
    levels: Math.max(0, ...table.map((list) => list.length)),
    percentOf,
    passes: (member, level) => {
      if (compression === 'none') return undefined;
      if (!member.active) return 'not_active';
      return compression === 'dynamic' && percentOf(member, level) === 0 ? 'rank' : undefined;
    },
  };
}

/** The position of a rank; -1 for none. */
export function rankAt(plan: Plan, rank: string | null): number {
  return plan.ranks.findIndex(({ name }) => name === rank);
}

/**
 * Goes up from a source, as the engine does for all sources at once, until all levels are given out or nobody is left.
 * @param above who stands above the source, the nearest first
 */
export function walk<Member extends StandingFacts>(rule: LevelRule, above: readonly Member[]): Step<Member>[] {
  const steps: Step<Member>[] = [];
  let level = 1;
  for (const member of above) {
    if (level > rule.levels) break;
    const passed = isPayee(member) ? rule.passes(member, level) : notPayee(member);
    if (passed !== undefined) {
      steps.push({ member, level: null, percent: 0, reason: passed });
      continue;
    }
    const percent = member.active ? rule.percentOf(member, level) : 0;
    const reason = percent > 0 ? null : (inactive(member) ?? 'rank');
    steps.push({ member, level, percent, reason });
    level += 1;
  }
  return steps;
}

function notPayee({ kind }: StandingFacts): Reason {
  return kind === 'distributor' ? 'terminated' : 'not_a_distributor';
}

function inactive({ active, status }: StandingFacts): Reason | undefined {
  if (active) return undefined;
  return status === 'suspended' ? 'suspended' : 'not_active';
}

/** What is said of a step to whom it does not concern. */
export function stepSentence({ level, percent, reason }: Step<StandingFacts>): string {
  if (level === null) return `Skipped: ${PASSED[reason!] ?? 'no level is given here'}.`;
  if (reason === null) return `Level ${level}: ${percent} %.`;
  return `Level ${level}, but nothing is paid: ${PASSED[reason] ?? 'nothing is due'}.`;
}

const PASSED: Partial<Record<Reason, string>> = {
  not_a_distributor: 'only distributors are paid, not customers',
  terminated: 'the membership has ended',
  suspended: 'the membership is suspended',
  not_active: 'the member was not active in the period',
  rank: 'the rank of this period is not paid here',
};

/** The days of the longest fast-start window that takes rows away from a bonus; 0 if none does. */
export function excludedDays(plan: Plan, bonus: string): number {
  const days = plan.bonuses.map((one) => (one.type === 'fast_start' && one.excludes.includes(bonus) ? one.days : 0));
  return Math.max(0, ...days);
}
