import { cartModel } from './cart.js';
import { duelModel } from './duel.js';
import { type History, isRead, type Model, type Objects, type Operation, type Outcome } from './operation.js';
import { type Finding, type Question, search } from './search.js';
import { nameModel, shelfModel, wishModel } from './shelf.js';
import { statusModel } from './status.js';

/** Something that must not have happened, with the operations that show it. */
export interface Violation {
  kind: ViolationKind;
  /** What it happened to, such as `cart 7`. */
  object: string;
  operations: readonly Operation[];
}

/** What a history comes to. */
export interface Verdict {
  violations: Violation[];
  /** How many objects there were, and whose order was not found in time. */
  objects: number;
  undecided: string[];
}

/**
 * Checks a history: for each object there must be an order of all that was asked of it in which every answer is right, in
 * which nothing comes before what had ended before it began, and in which each acknowledged change comes once, each refused
 * one never, and one whose outcome is unknown once or never. The final reads are part of the history.
 */
export function check({ operations }: Pick<History, 'operations'>): Verdict {
  const verdict: Verdict = { violations: miscounted(operations), objects: 0, undecided: [] };
  checkAll(verdict, operations.cart, () => cartModel);
  checkAll(verdict, wishesOf(operations.wishes), (product) => wishModel(Number(product.split(' ')[1])));
  checkAll(verdict, operations.shelf, () => shelfModel);
  checkAll(verdict, operations.duel, () => duelModel);
  checkAll(verdict, operations.status, () => statusModel);
  checkAll(verdict, operations.name, () => nameModel);
  verdict.violations.push(...groundlessWaits(operations.cart));
  return verdict;
}

function checkAll<Of extends keyof Objects, State>(
  verdict: Verdict,
  operations: readonly Operation<Of>[],
  modelOf: (object: string) => Model<Of, State>,
): void {
  for (const [object, own] of Map.groupBy(operations, (operation) => operation.object)) {
    verdict.objects += 1;
    const question: Question<Of, State> = { model: modelOf(object), ...sortOut(own) };
    const finding = search(question);
    if (finding.isPossible === true) continue;
    const name = `${own[0]!.of} ${object}`;
    if (finding.isPossible === undefined) verdict.undecided.push(name);
    else verdict.violations.push({ object: name, ...explain(question, own, finding) });
  }
}

/** What certainly took place, or was refused, and what may have. What did not even arrive says nothing. */
function sortOut<Of extends keyof Objects>(
  operations: readonly Operation<Of>[],
): Pick<Question<Of, never>, 'certain' | 'possible'> {
  return {
    certain: operations.filter(({ outcome, refusal }) => outcome === 'ok' || refusal !== undefined),
    possible: operations.filter((operation) => operation.outcome === 'unknown' && !isRead(operation)),
  };
}

/** A wishlist's operations by product: a read is about each of them. */
function wishesOf(operations: readonly Operation<'wishes'>[]): Operation<'wishes'>[] {
  const all: Operation<'wishes'>[] = [];
  for (const own of Map.groupBy(operations, ({ object }) => object).values()) {
    const products = new Set(
      own.flatMap(({ action, saw }) => [...(action.kind === 'read' ? [] : [action.product]), ...(saw?.products ?? [])]),
    );
    for (const product of products) {
      const about = own.filter(({ action }) => action.kind === 'read' || action.product === product);
      all.push(...about.map((operation) => ({ ...operation, object: `${operation.object} ${product}` })));
    }
  }
  return all;
}

/** Answers whose totals are not the sum of their lines, or whose lines are not of one state of the catalogue. */
function miscounted({ cart }: History['operations']): Violation[] {
  return cart
    .filter(({ saw }) => saw?.miscounted === true)
    .map((operation) => ({ kind: 'sums', object: `cart ${operation.object}`, operations: [operation] }));
}

/** Requests that were told to wait for another with the same key when there was none. */
function groundlessWaits(operations: readonly Operation<'cart'>[]): Violation[] {
  const keyOf = ({ action }: Operation<'cart'>): string => ('key' in action ? `${action.key}` : '');
  const byKey = Map.groupBy(operations, keyOf);
  return operations
    .filter(({ refusal }) => refusal?.running === true)
    .filter((told) => {
      const others = byKey.get(keyOf(told))!.filter((other) => other !== told);
      return !others.some(({ start, end, outcome }) => start < told.end && (outcome === 'unknown' || end > told.start));
    })
    .map((operation) => ({ kind: 'groundless', object: `cart ${operation.object}`, operations: [operation] }));
}

/** What can be wrong with a history that has no order, in words for the report. */
export const VIOLATIONS = {
  refused: 'refused changes that were made all the same, or were read',
  twice: 'changes that were made twice',
  both: 'changes that exclude each other and were both acknowledged',
  deletes: 'deletes that beat an order or a cart, or orders that beat a delete',
  groundless: 'refusals without a reason',
  stale: 'answers older than what had been acknowledged before',
  lost: 'acknowledged changes that were lost',
  impossible: 'answers that no order of the changes gives',
  sums: 'totals that are not the sum of their lines, or lines of several states of the catalogue',
} as const;

type ViolationKind = keyof typeof VIOLATIONS;

/** Operations before the first impossible answer among which its cause is looked for. */
const SUSPECTS = 12;

/** Operations after it that a rule must explain as well, if it can. */
const MORE = 5;

/** States that are looked at for each rule that is left out. */
const PATIENCE = 20_000;

/** Operations that are shown. */
const SHOWN = 10;

/**
 * Says what is wrong with a history that has no order: cuts it off soon after the first answer that is impossible, then
 * leaves out one rule after the other, until there is an order. That rule was broken.
 * @param operations all of the object, those that did not arrive included
 * @param finding what the search in the whole history found
 */
function explain<Of extends keyof Objects, State>(
  question: Question<Of, State>,
  operations: readonly Operation<Of>[],
  finding: Finding<Of>,
): { kind: ViolationKind; operations: Operation<Of>[] } {
  const end = Math.min(...finding.stuck.map((operation) => operation.end));
  const later = question.certain.map((operation) => operation.end).filter((other) => other > end);
  const soon = later.sort((one, other) => one - other).slice(0, MORE);
  const short = until(question, end);
  const found = search(short);
  const { order, stuck } = found.isPossible === false ? found : finding;
  const kind = [until(question, soon.at(-1) ?? end), short]
    .map((beginning) => findKind(beginning, operations, stuck))
    .find((one) => one !== undefined);
  return { kind: kind ?? 'impossible', operations: [...order.slice(-SHOWN), ...stuck.slice(0, SHOWN)] };
}

/** What is known at a moment: what had not ended by then may have taken place or not. */
function until<Of extends keyof Objects, State>(question: Question<Of, State>, moment: number): Question<Of, State> {
  const begun = question.certain.filter(({ start }) => start <= moment);
  const open = begun.filter((operation) => operation.end > moment && operation.outcome === 'ok' && !isRead(operation));
  return {
    ...question,
    certain: begun.filter(({ end }) => end <= moment),
    possible: [...question.possible.filter(({ start }) => start <= moment), ...open],
  };
}

function findKind<Of extends keyof Objects, State>(
  question: Question<Of, State>,
  operations: readonly Operation<Of>[],
  stuck: readonly Operation<Of>[],
): ViolationKind | undefined {
  const { certain, possible } = question;
  const last = Math.max(...certain.map(({ end }) => end));
  const changes = operations.filter((operation) => !isRead(operation) && operation.start <= last);
  const suspects = latest(changes.filter(({ outcome }) => outcome === 'ok'));
  const refused = latest(changes.filter(({ outcome }) => outcome === 'failed'));
  const isStuck = new Set(stuck);
  const looks = (operation: Operation<Of>): boolean =>
    isStuck.has(operation) && (isRead(operation) || operation.outcome === 'failed');
  const attempts: [ViolationKind, Question<Of, State>][] = [
    ['twice', { ...question, leniency: 'keys' }],
    ['both', { ...question, leniency: 'exclusion' }],
    ['deletes', { ...question, leniency: 'deletes' }],
    ['groundless', { ...question, leniency: 'refusals' }],
    ['stale', { ...question, certain: certain.map((one) => (looks(one) ? { ...one, start: -Infinity } : one)) }],
    [
      'lost',
      {
        ...question,
        certain: certain.filter((operation) => !suspects.includes(operation)),
        possible: [...possible, ...suspects],
      },
    ],
    ['refused', { ...question, possible: [...possible, ...refused] }],
    ['twice', { ...question, possible: [...possible, ...suspects] }],
  ];
  return attempts.find(([, attempt]) => search({ ...attempt, patience: PATIENCE + certain.length }).isPossible)?.[0];
}

function latest<Of extends keyof Objects>(operations: readonly Operation<Of>[]): Operation<Of>[] {
  return operations.toSorted((one, other) => one.end - other.end).slice(-SUSPECTS);
}

/** How many operations of one kind there were. */
export type Count = Record<Outcome | 'contended' | 'all', number>;

/**
 * Counts operations by kind, such as `cart.add`, those that had another one of the same object at the same time
 * (`contended`) too.
 */
export function countByKind({ operations }: Pick<History, 'operations'>): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const own of Object.values(operations)) {
    const contended = findContended(own);
    for (const operation of own) {
      const kind = `${operation.of}.${operation.action.kind}`;
      const count = counts.get(kind) ?? { ok: 0, failed: 0, unknown: 0, contended: 0, all: 0 };
      count.all += 1;
      count[operation.outcome] += 1;
      count.contended += Number(contended.has(operation));
      counts.set(kind, count);
    }
  }
  return counts;
}

function findContended(operations: readonly Operation[]): Set<Operation> {
  const contended = new Set<Operation>();
  for (const own of Map.groupBy(operations, ({ object }) => object).values()) {
    let longest: Operation | undefined;
    for (const operation of own.toSorted((one, other) => one.start - other.start)) {
      if (longest !== undefined && longest.end > operation.start) contended.add(longest).add(operation);
      if (longest === undefined || operation.end > longest.end) longest = operation;
    }
  }
  return contended;
}
