import type { Leniency, Model, Objects, Operation } from './operation.js';

/** What a search is about: operations of one object, and how the object behaves. */
export interface Question<Of extends keyof Objects, State> {
  model: Model<Of, State>;
  /** Those that took place at some moment between their start and their end. */
  certain: readonly Operation<Of>[];
  /** Those that took place at some moment after their start, or not at all. */
  possible: readonly Operation<Of>[];
  leniency?: Leniency;
  /** States that are looked at before the search is given up; 400,000 if left out. */
  patience?: number;
}

/** What a search finds. */
export interface Finding<Of extends keyof Objects> {
  /** Undefined when the search was given up. */
  isPossible: boolean | undefined;
  /** The operations in an order that explains all answers, or the longest such beginning. */
  order: Operation<Of>[];
  /** Where the longest beginning ends: the operations of which none can be the next. */
  stuck: Operation<Of>[];
}

const PATIENCE = 400_000;

/** Of the operations whose outcome is unknown most did not take place: an order with few of them is looked for first. */
const FEW = [0, 1, 2, 3, 4, 6];

interface Place<Of extends keyof Objects, State> {
  state: State;
  /** The last operation that got here. */
  last: Operation<Of> | undefined;
  /** All certain operations before this index took place, and those in `ahead` that follow. */
  reached: number;
  ahead: ReadonlySet<number>;
  used: ReadonlySet<number>;
  /** What can be the next: indexes of certain operations, then those of possible ones as negative numbers from -1 on. */
  choices: number[];
}

/**
 * Looks for an order of the operations in which each took place at one moment between its start and its end, and in which
 * each answer is what the object says at that moment: a history that has one is linearizable. The search of Wing and Gong:
 * of the operations that may come next, tries one after the other, and never looks at the same operations and state twice.
 */
export function search<Of extends keyof Objects, State>(question: Question<Of, State>): Finding<Of> {
  const many = question.possible.length;
  for (const allowed of FEW.filter((few) => few < many)) {
    const finding = searchWith(question, allowed);
    if (finding.isPossible === true) return finding;
  }
  return searchWith(question, many);
}

/** The same, with so many at most of the operations that may have taken place or not. */
function searchWith<Of extends keyof Objects, State>(question: Question<Of, State>, allowed: number): Finding<Of> {
  const { model, leniency, patience = PATIENCE } = question;
  const certain = question.certain.toSorted((one, other) => one.start - other.start);
  const possible = question.possible.toSorted((one, other) => one.start - other.start);
  const known = new Set<string>();
  const path: Place<Of, State>[] = [];
  let longest: { order: Operation<Of>[]; stuck: Operation<Of>[] } = { order: [], stuck: [] };
  let farthest = -1;

  const enter = (place: Omit<Place<Of, State>, 'choices'>): boolean => {
    const key = `${place.reached} ${sorted(place.ahead)} ${sorted(place.used)} ${model.keyOf(place.state)}`;
    if (known.has(key)) return false;
    known.add(key);
    const choices = choicesAt(certain, place.used.size < allowed ? possible : [], place);
    path.push({ ...place, choices });
    const done = place.reached + place.ahead.size;
    if (done > farthest) {
      farthest = done;
      const stuck = choices.filter((choice) => choice >= 0).map((choice) => certain[choice]!);
      longest = { order: path.flatMap(({ last }) => last ?? []), stuck };
    }
    return true;
  };

  enter({ state: model.initial, last: undefined, reached: 0, ahead: new Set(), used: new Set() });
  for (let place = path.at(-1); place !== undefined; place = path.at(-1)) {
    if (place.reached === certain.length) return { isPossible: true, ...longest, stuck: [] };
    if (known.size > patience) return { isPossible: undefined, ...longest };
    const choice = place.choices.shift();
    if (choice === undefined) {
      path.pop();
      continue;
    }
    const operation = choice >= 0 ? certain[choice]! : possible[-1 - choice]!;
    const state = model.next(place.state, choice >= 0 ? operation : asUnknown(operation), leniency);
    if (state === undefined) continue;
    const { ahead, used } = place;
    if (choice < 0) enter({ ...place, state, last: operation, used: new Set([...used, choice]) });
    else enter({ ...advance(place.reached, ahead, choice), state, last: operation, used });
  }
  return { isPossible: false, ...longest };
}

function asUnknown<Of extends keyof Objects>({
  id,
  client,
  of,
  object,
  action,
  start,
  end,
}: Operation<Of>): Operation<Of> {
  return { id, client, of, object, action, start, end, outcome: 'unknown', replayed: false };
}

/** What may come next: whatever had begun before the first of those that are left had ended; soonest ended first. */
function choicesAt<Of extends keyof Objects, State>(
  certain: readonly Operation<Of>[],
  possible: readonly Operation<Of>[],
  { reached, ahead, used }: Pick<Place<Of, State>, 'reached' | 'ahead' | 'used'>,
): number[] {
  const open: number[] = [];
  let firstEnd = Infinity;
  for (let at = reached; at < certain.length && certain[at]!.start <= firstEnd; at += 1) {
    if (ahead.has(at)) continue;
    open.push(at);
    firstEnd = Math.min(firstEnd, certain[at]!.end);
  }
  const choices = open
    .filter((at) => certain[at]!.start <= firstEnd)
    .sort((one, other) => certain[one]!.end - certain[other]!.end);
  for (let at = 0; at < possible.length && possible[at]!.start <= firstEnd; at += 1) {
    if (!used.has(-1 - at)) choices.push(-1 - at);
  }
  return choices;
}

function advance(
  reached: number,
  ahead: ReadonlySet<number>,
  choice: number,
): { reached: number; ahead: ReadonlySet<number> } {
  const taken = new Set([...ahead, choice]);
  let next = reached;
  while (taken.delete(next)) next += 1;
  return { reached: next, ahead: taken };
}

function sorted(numbers: ReadonlySet<number>): string {
  return [...numbers].sort((one, other) => one - other).join();
}
