import { hasDecimals } from './fields.js';

/** What is wrong at a place of a document; the path leads there from the document, or from the bonus that is judged. */
export interface Problem {
  /** Such as `percents.silver[0]`. */
  readonly path: string;
  readonly message: string;
}

/** What of the plan around it the judgement of a bonus may ask. It is there also while other parts of the plan are wrong. */
export interface Surroundings {
  /** The names of all ranks, the lowest first. */
  readonly ranks: readonly string[];
  /** Names of the ranks that nobody reaches without volume. */
  readonly ranksAskingVolume: ReadonlySet<string>;
  /** All bonuses of the plan. */
  readonly bonuses: readonly BonusName[];
  /** Those before the bonus that is judged. */
  readonly above: readonly BonusName[];
  /** Decimals of the currency. */
  readonly currencyDigits: number;
}

/** How other bonuses refer to a bonus. */
export interface BonusName {
  readonly id: string;
  readonly type: string;
}

/** A path with one step more: `a.b`, `a[0]`, and `a["b c."]` for keys that are no plain words. */
export function joined(path: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const key = String(step);
  if (/[.[\]"]/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Problems of a table by rank: ranks that the plan does not have. */
export function* judgeRanks(path: string, table: object, { ranks }: Surroundings): Iterable<Problem> {
  for (const rank of Object.keys(table)) {
    if (!ranks.includes(rank)) yield { path: joined(path, rank), message: 'is not a rank of this plan' };
  }
}

/** Problems of an amount of money: more decimals than the currency has. */
export function* judgeMoney(
  path: string,
  amount: number | undefined,
  { currencyDigits }: Pick<Surroundings, 'currencyDigits'>,
): Iterable<Problem> {
  if (amount !== undefined && !hasDecimals(amount, currencyDigits))
    yield { path, message: `must have at most ${currencyDigits} decimals, as the currency has` };
}

/** Problems of a table of amounts of money by rank. */
export function* judgeMoneyByRank(
  path: string,
  table: Readonly<Record<string, number>>,
  around: Surroundings,
): Iterable<Problem> {
  yield* judgeRanks(path, table, around);
  for (const [rank, amount] of Object.entries(table)) yield* judgeMoney(joined(path, rank), amount, around);
}

/** Problems of a list of bonus ids: what is named twice, or is none of those that may be named. */
export function* judgeIds(
  path: string,
  ids: readonly string[],
  allowed: readonly BonusName[],
  message: string,
): Iterable<Problem> {
  for (const [index, id] of ids.entries()) {
    if (!allowed.some((bonus) => bonus.id === id)) yield { path: joined(path, index), message };
    else if (ids.indexOf(id) < index) yield { path: joined(path, index), message: 'is named twice' };
  }
}
