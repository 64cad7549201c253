import type { z } from 'zod';
import {
  entriesOf,
  joined,
  validateMoney,
  listOf,
  MAX_BONUSES,
  MAX_RANKS,
  OWN_BONUS_TYPES,
  type BonusTypes,
  type Plan,
  type Problem,
  type Surroundings,
} from '../../engine/index.js';
import { ANY_NAME, validateRanksOf, namesOf } from './rank-validation.js';
import { conditionsOf, ranksAskingVolume, type RankOutline } from './rank-reach.js';
import { isTimeZone } from './time-zone.js';
import { worded } from './wording.js';

/** Most problems that one answer names. */
export const MAX_PROBLEMS = 1000;

/** Lines of caps and of what is taken back are called so. */
const RESERVED_IDS = ['cap', 'clawback'];

/** A plan with its defaults filled in, or all that is wrong with the document. */
export type ValidatedPlan = { plan: Plan; problems: readonly [] } | { plan?: undefined; problems: readonly Problem[] };

/**
 * Validates a document as a plan: strictly, all problems at once, each by its path. See docs/spec/commissions.md#3.
 * @param document a JSON value of any kind
 * @param currencyDigits decimals of the currency, which amounts of money may have
 * @param types of bonuses, if extensions add some
 */
export function validatePlan(
  document: unknown,
  currencyDigits: number,
  types: BonusTypes = OWN_BONUS_TYPES,
): ValidatedPlan {
  const parsed = types.planSchema.safeParse(document, { error: (issue) => worded(issue) });
  const problems = [
    ...(parsed.error?.issues.flatMap(toProblems) ?? []),
    ...validateBeside(document, currencyDigits, types),
  ];
  if (problems.length === 0) return { plan: parsed.data!, problems: [] };
  const named = new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem]));
  return { problems: [...named.values()].slice(0, MAX_PROBLEMS) };
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.reduce(joined, '');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: joined(path, key.slice(0, 100)), message: 'is not known here' }));
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? 'is no name' }];
  return [{ path, message: issue.message }];
}

/** What a schema cannot say. It passes over what has the wrong type, which the schema names. */
function* validateBeside(document: unknown, currencyDigits: number, types: BonusTypes): Iterable<Problem> {
  const plan = Object.fromEntries(entriesOf(document));
  if (typeof plan.time_zone === 'string' && !isTimeZone(plan.time_zone))
    yield { path: 'time_zone', message: 'must be the IANA name of a time zone, such as Europe/Berlin' };
  for (const field of ['member_cap', 'minimum_payout']) yield* validateMoney(field, plan[field], { currencyDigits });
  const ranks = listOf(plan.ranks, MAX_RANKS).map((rank): RankOutline => {
    const { name, requires } = Object.fromEntries(entriesOf(rank));
    return { name, requires: conditionsOf(requires) };
  });
  yield* validateRanksOf(conditionsOf(plan.active), ranks);
  yield* validateBonuses(listOf(plan.bonuses, MAX_BONUSES), ranks, { currencyDigits, types });
}

function* validateBonuses(
  list: readonly unknown[],
  ranks: readonly RankOutline[],
  { currencyDigits, types }: { currencyDigits: number; types: BonusTypes },
): Iterable<Problem> {
  const bonuses = list.map((bonus): Readonly<Record<string, unknown>> => Object.fromEntries(entriesOf(bonus)));
  const above = new Map<string, string>();
  const ids = bonuses.map(({ id, type }) => [String(id), String(type)] as const);
  const around: Surroundings = {
    ranks: namesOf(ranks),
    ranksAskingVolume: ranks.length === 0 ? ANY_NAME : ranksAskingVolume(ranks),
    // Of two with one id the first counts.
    bonuses: new Map([...ids].reverse()),
    above,
    currencyDigits,
  };
  for (const [at, bonus] of bonuses.entries()) {
    const path = `bonuses[${at}]`;
    const [id, type] = ids[at]!;
    if (RESERVED_IDS.includes(id))
      yield { path: `${path}.id`, message: `must not be ${id}: lines of the service are called so` };
    if (above.has(id) && bonus.id !== undefined)
      yield { path: `${path}.id`, message: 'is the id of a bonus above already' };
    for (const problem of types.find(type)?.validate?.(bonus, around) ?? [])
      yield { ...problem, path: `${path}.${problem.path}` };
    if (!above.has(id)) above.set(id, type);
  }
}
