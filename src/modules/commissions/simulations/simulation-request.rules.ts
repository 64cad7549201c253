import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { addProblem } from '#common/validation/index.js';
import type { BonusTypes, Plan } from '@commerce/commission-engine';
import { validatePlan, periodOf } from '../plans/index.js';

/** Most plans that are tried at once. */
export const MAX_PLANS = 5;

/** A period, and the plans that are tried on it. */
export interface SimulationRequest {
  readonly period: string;
  readonly plans: readonly Plan[];
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
  const accepted = documentsOf(plan, plans, errors).flatMap(([path, document]) => {
    const validated = validatePlan(document, validation.currencyDigits, validation.types);
    const [field] = /^[^[]*/.exec(path)!;
    for (const { path: within, message } of validated.problems)
      addProblem(errors, field, message, within === '' ? path : `${path}.${within}`);
    return validated.plan === undefined ? [] : [validated.plan];
  });
  if (Object.keys(errors).length > 0) throw AppError.ofFields('VALIDATION', errors);
  return { period: period as string, plans: accepted };
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
