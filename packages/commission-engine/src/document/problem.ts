import { hasDecimals, MAX_BONUSES } from './fields.js';

/** What is wrong at a place of a document; the path leads there from the document, or from the bonus that is validated. */
export interface Problem {
  /** Such as `percents.silver[0]`. */
  readonly path: string;
  readonly message: string;
}

/**
 * A part of a document that the schema may have refused: any field may be missing or be anything. What is wrong with types and
 * bounds the schema says; rules beside it skip such values, so that one answer names all problems.
 */
export type Unvalidated<Part> = { readonly [Field in keyof Part]?: unknown };

/** Names that a plan knows; any name, while nothing is known of them. */
export interface KnownNames {
  has(name: string): boolean;
}

/** What of the plan around it the validation of a bonus may ask. */
export interface Surroundings {
  /** The names of all ranks. */
  readonly ranks: KnownNames;
  /** Names of the ranks that nobody reaches without volume. */
  readonly ranksAskingVolume: KnownNames;
  /** The types of all bonuses of the plan, by their ids. */
  readonly bonuses: ReadonlyMap<string, string>;
  /** Of those, the ones before the bonus that is validated. */
  readonly above: ReadonlyMap<string, string>;
  /** Decimals of the currency. */
  readonly currencyDigits: number;
}

/** The entries of an object; of anything else none. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** A list; of anything else, and of what is above the given number, nothing: the schema refuses it. */
export function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** A path with one step more: `a.b`, `a[0]`, and `a["b.c"]` for keys that would be taken for a path. */
export function joined(path: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const key = String(step);
  if (/[.[\]"]/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** A problem of a rank that the plan does not have. */
export function* validateRank(path: string, rank: unknown, { ranks }: Pick<Surroundings, 'ranks'>): Iterable<Problem> {
  if (typeof rank === 'string' && !ranks.has(rank)) yield { path, message: 'is not a rank of this plan' };
}

/** Problems of a table by rank: ranks that the plan does not have. */
export function* validateRanks(path: string, table: unknown, around: Surroundings): Iterable<Problem> {
  for (const [rank] of entriesOf(table)) yield* validateRank(joined(path, rank), rank, around);
}

/** A problem of an amount of money: more decimals than the currency has. More than 4 the schema refuses. */
export function* validateMoney(
  path: string,
  amount: unknown,
  { currencyDigits }: Pick<Surroundings, 'currencyDigits'>,
): Iterable<Problem> {
  if (typeof amount !== 'number' || !hasDecimals(amount) || hasDecimals(amount, currencyDigits)) return;
  const most = currencyDigits === 0 ? 'no decimals' : `at most ${currencyDigits} decimals`;
  yield { path, message: `must have ${most}, as the currency has` };
}

/** Problems of a table of amounts of money by rank. */
export function* validateMoneyByRank(path: string, table: unknown, around: Surroundings): Iterable<Problem> {
  yield* validateRanks(path, table, around);
  for (const [rank, amount] of entriesOf(table)) yield* validateMoney(joined(path, rank), amount, around);
}

/** Which other bonuses of its plan a bonus may name: those above it, or those of some types. */
export type NameableBonuses = { readonly above: true } | { readonly types: readonly string[] };

/** Problems of a list of bonus ids: one that may not be named, or is named twice. */
export function* validateNames(
  path: string,
  ids: unknown,
  which: NameableBonuses,
  { above, bonuses }: Pick<Surroundings, 'above' | 'bonuses'>,
): Iterable<Problem> {
  const mayName = (id: string): boolean =>
    'above' in which ? above.has(id) : which.types.includes(bonuses.get(id) ?? '');
  const message =
    'above' in which
      ? 'is not the id of a bonus above this one'
      : `is not the id of a ${which.types.join(' or ')} bonus of this plan`;
  const named = new Set<string>();
  for (const [index, id] of listOf(ids, MAX_BONUSES).entries()) {
    if (typeof id !== 'string') continue;
    if (!mayName(id)) yield { path: joined(path, index), message };
    else if (named.has(id)) yield { path: joined(path, index), message: 'is named twice' };
    named.add(id);
  }
}
