import type { z } from 'zod';
import {
  type BonusTypes,
  entriesOf,
  joined,
  type KnownNames,
  listOf,
  MAX_BONUSES,
  MAX_RANKS,
  OWN_BONUS_TYPES,
  type Plan,
  type Problem,
  type Surroundings,
  validateMoney,
  validateRank,
} from '@commerce/commission-engine';

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

/** What a schema cannot say. It skips what has the wrong type, which the schema names. */
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
    for (const problem of types.validate(bonus, around)) yield { ...problem, path: `${path}.${problem.path}` };
    if (!above.has(id)) above.set(id, type);
  }
}

/** How deep an `any` may be nested in others. */
const MAX_ANY_DEPTH = 4;

const NOBODY_COULD = 'nobody could ever have this rank, since it asks for itself';

/** What is wrong with activity and ranks beside their types and bounds. See docs/spec/commissions.md#3. */
function* validateRanksOf(active: Conditions, ranks: readonly RankOutline[]): Iterable<Problem> {
  const names = new Map<unknown, number>();
  for (const [at, { name }] of ranks.entries()) {
    const first = names.get(name);
    if (first === undefined) names.set(name, at);
    else if (name !== undefined) yield { path: `ranks[${at}].name`, message: `is the name of ranks[${first}] already` };
  }
  if (Object.keys(ranks[0]?.requires ?? {}).length > 0)
    yield { path: 'ranks[0].requires', message: 'must be empty: every distributor has the first rank' };
  const known = namesOf(ranks);
  const reach = reachOf(active, ranks);
  yield* validateConditions('active', active, known);
  if (!reach.canBeActive)
    yield { path: 'active', message: 'no member could ever be active: the condition requires other active members' };
  for (const [at, { requires }] of ranks.entries()) {
    const path = `ranks[${at}].requires`;
    yield* validateConditions(path, requires, known);
    if (reach.canBeActive && !reach.canHave[at]) yield* validateReach(path, requires, reach);
  }
}

/** The names of ranks; any, where the plan has no list of ranks, which is a problem of its own. */
function namesOf(ranks: readonly RankOutline[]): KnownNames {
  return ranks.length === 0 ? ANY_NAME : new Set(ranks.map(({ name }) => String(name)));
}

/** Where nothing is known. */
const ANY_NAME: KnownNames = { has: () => true };

function* validateConditions(path: string, conditions: Conditions, ranks: KnownNames, depth = 1): Iterable<Problem> {
  if (conditions.leg_cap_percent !== undefined && conditions.group_volume === undefined)
    yield { path: joined(path, 'leg_cap_percent'), message: 'must stand beside a group_volume' };
  for (const [at, { rank }] of legsOf(conditions).entries())
    yield* validateRank(`${path}.legs[${at}].rank`, rank, { ranks });
  const branches = branchesOf(conditions) ?? [];
  if (depth > MAX_ANY_DEPTH && branches.length > 0) {
    yield { path: joined(path, 'any'), message: `must not be nested deeper than ${MAX_ANY_DEPTH} levels` };
    return;
  }
  for (const [at, branch] of branches.entries())
    yield* validateConditions(`${path}.any[${at}]`, branch, ranks, depth + 1);
}

/** Names the legs for which nobody can ever have a rank. */
function* validateReach(path: string, conditions: Conditions, reach: Reach): Iterable<Problem> {
  for (const [at, { rank }] of legsOf(conditions).entries()) {
    if (!reach.canBeInLeg(rank)) yield { path: `${path}.legs[${at}].rank`, message: NOBODY_COULD };
  }
  for (const [at, branch] of (branchesOf(conditions) ?? []).entries())
    yield* validateReach(`${path}.any[${at}]`, branch, reach);
}

/** An issue before it has a message; `input` is what was sent. */
type RawIssue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** Says what a schema found wrong in the words of the API, as `messages` of DTOs do. */
function worded(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue.input, String(issue.expected));
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be one of ${(issue.values as unknown[]).join(', ')}`;
    case 'invalid_union':
      return unionProblem(issue);
    case 'too_big':
      return sizeProblem(issue, { origin: issue.origin, word: 'at most', strict: 'below', limit: issue.maximum });
    case 'too_small':
      return sizeProblem(issue, { origin: issue.origin, word: 'at least', strict: 'above', limit: issue.minimum });
    default:
      return undefined;
  }
}

function typeProblem(input: unknown, expected: string): string {
  if (input === undefined) return 'is required';
  if (input === null) return 'must not be null';
  // What a body has in the place of a number that a double does not hold exactly.
  if (Number.isNaN(input)) return 'has more digits than can be held exactly';
  // As bodies have it: see UNSTORABLE_TEXT.
  if (typeof input === 'symbol') return 'must not have NUL characters or unpaired surrogates';
  return `must be ${KINDS[expected] ?? expected}`;
}

/** A part without the field that says what it is, or with an unknown word there. */
function unionProblem({ input, discriminator, options }: RawIssue): string {
  const value = (input as Record<string, unknown> | undefined)?.[String(discriminator)];
  if (value === undefined) return 'is required';
  return `must be one of ${((options ?? []) as unknown[]).join(', ')}`;
}

interface Bound {
  origin: string;
  word: string;
  strict: string;
  limit: number | bigint;
}

function sizeProblem({ inclusive }: RawIssue, { origin, word, strict, limit }: Bound): string {
  if (origin === 'string') return `must be ${word} ${limit} characters`;
  if (origin === 'array') return `must have ${word} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `must be ${inclusive === false ? strict : word} ${limit}`;
}

/** Whether a text is the IANA name of a time zone. Offsets such as `+01:00` are none: they know no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Conditions that were not validated yet. */
type Conditions = Readonly<Record<string, unknown>>;

/** A rank as far as it is known: conditions of anything but an object are none. */
interface RankOutline {
  readonly name: unknown;
  readonly requires: Conditions;
}

/** More entries than these the schema refuses. */
const MOST = 20;

/** The conditions in a value; of anything but an object none. */
function conditionsOf(value: unknown): Conditions {
  return Object.fromEntries(entriesOf(value));
}

/** The branches of an `any`; undefined without one. */
function branchesOf({ any }: Conditions): Conditions[] | undefined {
  return Array.isArray(any) ? listOf(any, MOST).map(conditionsOf) : undefined;
}

/** The entries of `legs`. */
function legsOf({ legs }: Conditions): Conditions[] {
  return listOf(legs, MOST).map(conditionsOf);
}

/**
 * The ranks that nobody reaches without volume (docs/spec/commissions.md#6): their conditions ask for volume, or
 * for legs in which only such ranks count, in every branch of an `any`. Of ranks that ask for each other somebody had to be
 * the first, in whose legs nobody was, so these are taken away only where a way without volume is left.
 */
function ranksAskingVolume(ranks: readonly RankOutline[]): ReadonlySet<string> {
  const asking = ranks.map(() => true);
  const asks = (conditions: Conditions): boolean =>
    VOLUMES.some((field) => isAbove0(conditions[field])) ||
    legsOf(conditions).some((leg) => isAbove0(leg.count) && fromRank(ranks, leg.rank).every((at) => asking[at])) ||
    branchesOf(conditions)?.every(asks) === true;
  untilStable(ranks, (at) => {
    const before = asking[at];
    asking[at] = asks(ranks[at]!.requires);
    return before !== asking[at];
  });
  return new Set(ranks.filter((_, at) => asking[at]).map(({ name }) => String(name)));
}

/** Conditions that are met by volume alone: the member's, its group's, or that of its customers. */
const VOLUMES = ['personal_volume', 'group_volume', 'customers'];

/** Who can be what, from the bottom of the tree up. */
interface Reach {
  readonly canBeActive: boolean;
  /** For each rank, whether anybody can ever have it. */
  readonly canHave: readonly boolean[];
  /** Whether a leg can ever have somebody of a rank; also for ranks that are not known. */
  readonly canBeInLeg: (rank: unknown) => boolean;
}

/**
 * Which ranks anybody can reach. A leg is below its member, so a rank may ask for itself there; but where it asks for nothing
 * else nobody is the first to have it.
 */
function reachOf(active: Conditions, ranks: readonly RankOutline[]): Reach {
  let canBeActive = ranks.length === 0;
  const canHave = ranks.map((_, at) => at === 0);
  const canBeInLeg = (rank: unknown): boolean => {
    const those = fromRank(ranks, rank);
    return those.length === 0 || those.some((at) => canHave[at]);
  };
  const canHold = (conditions: Conditions): boolean =>
    (canBeActive || !isAbove0(conditions.active_frontline)) &&
    legsOf(conditions).every((leg) => !isAbove0(leg.count) || canBeInLeg(leg.rank)) &&
    branchesOf(conditions)?.some(canHold) !== false;
  untilStable(ranks, (at) => {
    const before = [canBeActive, canHave[at]];
    canBeActive ||= canHold(active);
    canHave[at] ||= canBeActive && canHold(ranks[at]!.requires);
    return before[0] !== canBeActive || before[1] !== canHave[at];
  });
  return { canBeActive, canHave, canBeInLeg };
}

/** A rank and all higher ones, as numbers; none of a rank that is not known. */
function fromRank(ranks: readonly RankOutline[], name: unknown): number[] {
  const first = ranks.findIndex((rank) => rank.name === name);
  return first < 0 ? [] : [...ranks.keys()].slice(first);
}

/** Looks at each rank again and again until nothing changes; each changes once at most. */
function untilStable(ranks: readonly RankOutline[], look: (at: number) => boolean): void {
  while ([...ranks.keys()].filter(look).length > 0);
}

function isAbove0(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}
