import { explain, type ViolationKind } from './explain.js';
import type { Model } from './model.js';
import { cartModel } from './models/cart.js';
import { duelModel } from './models/duel.js';
import { nameModel } from './models/name.js';
import { shelfModel } from './models/shelf.js';
import { statusModel } from './models/status.js';
import { wishModel } from './models/wishes.js';
import { isRead, type History, type Objects, type Operation } from './operation.js';
import { search, type Question } from './search.js';

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
