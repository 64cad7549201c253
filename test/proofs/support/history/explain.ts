import { isRead, type Objects, type Operation } from './operation.js';
import { search, type Finding, type Question } from './search.js';

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

export type ViolationKind = keyof typeof VIOLATIONS;

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
export function explain<Of extends keyof Objects, State>(
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
