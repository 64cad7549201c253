import { entriesOf, joined } from '@commerce/commission-engine';

/** A difference between two plans. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The place in the other plan; of what was removed, in the first. */
  readonly path: string;
  /** The place in words: ranks by their names and bonuses by their ids. */
  readonly label: string;
  /** The value in the first plan; of what moved, its place there. Undefined where there is none. */
  readonly old?: unknown;
  /** The value in the other plan; of what moved, its place there. */
  readonly new?: unknown;
}

interface Place {
  readonly path: string;
  readonly label: string;
}

/** The keys by which the objects of a list are told apart: ranks by name, bonuses by id, legs by rank, steps by where they begin. */
const KEYS = ['id', 'name', 'rank', 'from'];

/** What is different in the second of two plans, in the order in which it stands there. */
export function differences(before: unknown, after: unknown): Difference[] {
  return [...compare({ path: '', label: '' }, before, after)];
}

function* compare(at: Place, before: unknown, after: unknown): Iterable<Difference> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (before === undefined) yield { kind: 'added', ...at, new: after };
  else if (after === undefined) yield { kind: 'removed', ...at, old: before };
  else if (Array.isArray(before) && Array.isArray(after)) yield* compareLists(at, before, after);
  else if (isObject(before) && isObject(after)) yield* compareObjects(at, before, after);
  else yield { kind: 'changed', ...at, old: before, new: after };
}

function* compareObjects(at: Place, before: object, after: object): Iterable<Difference> {
  const [old, now] = [new Map(entriesOf(before)), new Map(entriesOf(after))];
  for (const key of new Set([...now.keys(), ...old.keys()]))
    yield* compare(step(at, key, key), old.get(key), now.get(key));
}

function* compareLists(at: Place, before: readonly unknown[], after: readonly unknown[]): Iterable<Difference> {
  const key = KEYS.find((name) => isKeyed(before, name) && isKeyed(after, name));
  if (key === undefined) {
    if (before.some(isObject) || after.some(isObject)) {
      for (const index of Array(Math.max(before.length, after.length)).keys())
        yield* compare(step(at, index, String(index + 1)), before[index], after[index]);
    } else yield { kind: 'changed', ...at, old: before, new: after };
    return;
  }
  const [old, now] = [keyed(before, key), keyed(after, key)];
  const stayed = [...old.keys()].filter((name) => now.has(name));
  const order = [...now.keys()].filter((name) => old.has(name));
  for (const [name, { index, value }] of now) {
    const here = step(at, index, name);
    const former = old.get(name);
    yield* compare(here, former?.value, value);
    if (former !== undefined && stayed.indexOf(name) !== order.indexOf(name))
      yield { kind: 'moved', ...here, old: former.index, new: index };
  }
  for (const [name, { index, value }] of old) {
    if (!now.has(name)) yield { kind: 'removed', ...step(at, index, name), old: value };
  }
}

function step({ path, label }: Place, key: string | number, word: string): Place {
  const words = word.replaceAll('_', ' ');
  return {
    path: joined(path, key),
    label: label === '' ? words : `${label} › ${typeof key === 'number' ? word : words}`,
  };
}

function keyed(list: readonly unknown[], key: string): Map<string, { index: number; value: unknown }> {
  return new Map(list.map((value, index) => [String((value as Record<string, unknown>)[key]), { index, value }]));
}

/** Whether all entries have the key, each another one. */
function isKeyed(list: readonly unknown[], key: string): boolean {
  const values = list.map((entry) => (isObject(entry) ? (entry as Record<string, unknown>)[key] : undefined));
  return values.every((value) => value !== undefined) && new Set(values).size === values.length;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
