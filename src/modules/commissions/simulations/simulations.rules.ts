import type { BonusTypes, Plan } from '@commerce/commission-engine';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { addProblem } from '#common/validation/index.js';
import { fixedNumber, fixedOfNumber } from '#common/money/fixed.js';
import { validatePlan, periodOf } from '../plans/index.js';
import type { RunFiguresView } from '../runs/index.js';
import type {
  SimulatedBonusView,
  SimulatedDifferenceView,
  SimulatedRankView,
  SimulatedMemberView,
  SimulatedPlanView,
} from './simulations.dto.js';

/** Most plans that are tried at once. */
export const MAX_PLANS = 5;

/** A period, and the plans that are tried on it. */
export interface SimulationRequest {
  readonly period: string;
  readonly plans: readonly Plan[];
  /** Where each of them stands in the body: `plan`, or `plans[0]` and so on. */
  readonly paths: readonly string[];
}

interface Validation {
  /** Decimals of the currency. */
  readonly currencyDigits: number;
  /** Types of bonuses, with those of extensions. */
  readonly types: BonusTypes;
}

/**
 * What a body asks for: `{period, plan}`, or `{period, plans}` with up to five.
 * @throws AppError VALIDATION with all problems; those of a plan by their paths, such as `plan.bonuses[0].percents`
 */
export function acceptRequest(body: object, validation: Validation): SimulationRequest {
  const { period, plan, plans, ...others } = body as Readonly<Record<string, unknown>>;
  const errors: FieldErrors = {};
  for (const key of Object.keys(others)) addProblem(errors, key.slice(0, 100), 'is not known here');
  if (period === undefined) addProblem(errors, 'period', 'is required');
  else if (typeof period !== 'string' || periodOf(period) === undefined)
    addProblem(errors, 'period', 'must be a month such as 2026-10, or a week such as 2026-W43');
  const documents = documentsOf(plan, plans, errors);
  const accepted = documents.flatMap(([path, document]) => {
    const validated = validatePlan(document, validation.currencyDigits, validation.types);
    for (const { path: within, message } of validated.problems)
      addProblem(errors, fieldOf(path), message, within === '' ? path : `${path}.${within}`);
    return validated.plan === undefined ? [] : [validated.plan];
  });
  if (Object.keys(errors).length > 0) throw AppError.ofFields('VALIDATION', errors);
  return { period: period as string, plans: accepted, paths: documents.map(([path]) => path) };
}

/**
 * Asserts that the plans have the periods of the run on which they are tried.
 * @param kind of the run's periods: `month` or `week`
 * @throws AppError VALIDATION
 */
export function assertFit({ plans, paths }: SimulationRequest, kind: Plan['period']): void {
  const errors: FieldErrors = {};
  for (const [at, { period }] of plans.entries()) {
    const path = paths[at]!;
    if (period !== kind)
      addProblem(errors, fieldOf(path), `the plan must have the period of the posted run: ${kind}`, `${path}.period`);
  }
  if (Object.keys(errors).length > 0) throw AppError.ofFields('VALIDATION', errors);
}

function fieldOf(path: string): string {
  return path.replace(/\[.*/, '');
}

function documentsOf(plan: unknown, plans: unknown, errors: FieldErrors): [path: string, document: unknown][] {
  if (plans === undefined) {
    if (plan === undefined) addProblem(errors, 'plan', 'is required without plans');
    return plan === undefined ? [] : [['plan', plan]];
  }
  if (plan !== undefined) addProblem(errors, 'plans', 'cannot be sent together with plan');
  else if (!Array.isArray(plans) || plans.length === 0 || plans.length > MAX_PLANS)
    addProblem(errors, 'plans', `must be a list of 1 to ${MAX_PLANS} plans`);
  else return plans.map((document: unknown, at) => [`plans[${at}]`, document]);
  return [];
}

/** How many members who gain most, and who lose most, are named. */
const MOST_NAMED = 20;

/** What a member earned in the posted run, and would have earned, in ten-thousandths of money. */
interface Change {
  readonly uid: number;
  readonly before: number;
  readonly after: number;
}

/** Somebody who gains or loses, in money. */
export type ChangedMember = Omit<SimulatedMemberView, 'username'>;

/** Who gains and who loses by a plan: how many get more, less, and as much, of those who get or got something. */
type Changes = Pick<SimulatedPlanView, 'gaining' | 'losing' | 'unchanged'> &
  Record<'gainers' | 'losers', readonly ChangedMember[]>;

/**
 * Compares what all members earned with what they would have earned. Equal differences come by uid.
 * @param uid of each member, with `after` beside it
 * @param after in ten-thousandths of money
 * @param before by uid; nothing for who is not in it
 */
export function changesOf(uid: Float64Array, after: Float64Array, before: ReadonlyMap<number, number>): Changes {
  const [gainers, losers] = [new Most(1), new Most(-1)];
  let unchanged = 0;
  for (const [at, one] of uid.entries()) {
    const change: Change = { uid: one, before: before.get(one) ?? 0, after: after[at]! };
    if (change.after > change.before) gainers.add(change);
    else if (change.after < change.before) losers.add(change);
    else if (change.before !== 0) unchanged += 1;
  }
  return { gaining: gainers.count, losing: losers.count, unchanged, gainers: gainers.named(), losers: losers.named() };
}

/** The members whose incomes change most in one direction. */
class Most {
  count = 0;
  private first: Change[] = [];

  /** @param sign 1 for who gains, -1 for who loses */
  constructor(private readonly sign: 1 | -1) {}

  add(change: Change): void {
    this.count += 1;
    this.first.push(change);
    // Sorted now and then, so that a million changes need no room.
    if (this.first.length >= 100 * MOST_NAMED) this.trim();
  }

  named(): ChangedMember[] {
    this.trim();
    return this.first.map(({ uid, before, after }) => ({
      uid,
      before: fixedNumber(BigInt(before)),
      after: fixedNumber(BigInt(after)),
      difference: fixedNumber(BigInt(after) - BigInt(before)),
    }));
  }

  private trim(): void {
    const size = ({ before, after }: Change): number => (after - before) * this.sign;
    this.first.sort((one, other) => size(other) - size(one) || one.uid - other.uid);
    this.first = this.first.slice(0, MOST_NAMED);
  }
}

/** What a plan comes to, less what the posted run came to. */
export function differenceOf(before: RunFiguresView, after: RunFiguresView): SimulatedDifferenceView {
  const percents = [before.payout_percent, after.payout_percent] as const;
  return {
    payout: less(after.payout, before.payout),
    payout_percent: percents[0] === null || percents[1] === null ? null : less(percents[1], percents[0]),
    payees: after.payees - before.payees,
    active: after.active - before.active,
    by_bonus: bonuses(before, after),
    by_rank: ranks(before, after),
  };
}

function bonuses(before: RunFiguresView, after: RunFiguresView): SimulatedBonusView[] {
  const [former, next] = [before, after].map(
    ({ by_bonus }) => new Map(by_bonus.map(({ bonus, amount }) => [bonus, amount])),
  ) as [Map<string, number>, Map<string, number>];
  return [...new Set([...next.keys(), ...former.keys()])].map((bonus) => {
    const [was, is] = [former.get(bonus) ?? 0, next.get(bonus) ?? 0];
    return { bonus, before: was, after: is, difference: less(is, was) };
  });
}

function ranks(before: RunFiguresView, after: RunFiguresView): SimulatedRankView[] {
  const [former, next] = [before, after].map(
    ({ by_rank }) => new Map(by_rank.map(({ rank, members }) => [rank, members])),
  ) as [Map<string | null, number>, Map<string | null, number>];
  return [...new Set([...next.keys(), ...former.keys()])].map((rank) => {
    return { rank, before: former.get(rank) ?? null, after: next.get(rank) ?? null };
  });
}

/** Exact, where doubles are not. */
function less(one: number, other: number): number {
  return fixedNumber(fixedOfNumber(one) - fixedOfNumber(other));
}
