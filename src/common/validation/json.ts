import { AppError } from '../errors/app-error.js';
import { parseExactJson } from '../money/exact-json.js';
import { countJsonValues, MAX_JSON_VALUES } from '../json-size.js';
import { findRepeatedKey } from './repeated-key.js';
import { UNSTORABLE_TEXT } from './text.js';

/** How deep objects and arrays may be nested in a body. Validation follows objects by recursion. */
export const MAX_DEPTH = 32;

/** How many keys one object may have: more than any DTO has. */
export const MAX_KEYS = 200;

/** An object or array that is still to be looked into, and the way to it. */
interface Place {
  value: object;
  parent: Place | undefined;
  key: string | number;
  depth: number;
}

/** Texts that have more values than what was parsed of them. */
const TEXTS = new WeakMap<object, string>();

/**
 * Parses a JSON body. A number that a double cannot hold exactly becomes NaN, which every number rule refuses: it is
 * never rounded behind the client's back. See {@link cleanJson} for texts.
 * @throws AppError BAD_REQUEST for malformed JSON, and for objects that are too deep or too large
 */
export function parseJson(text: string): unknown {
  const count = countJsonValues(text);
  if (count > MAX_JSON_VALUES)
    throw new AppError('BAD_REQUEST', `the body must not have more than ${MAX_JSON_VALUES} values`);
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    throw new AppError('BAD_REQUEST', 'the body is not valid JSON');
  }
  const [cleaned, found] = cleanAll(value);
  if (found < count && typeof cleaned === 'object' && cleaned !== null) TEXTS.set(cleaned, text);
  return cleaned;
}

/**
 * The path of a key that an object of a JSON body had twice, such as `bonuses[2].percents`; undefined if there is none.
 * @param body what {@link parseJson} has returned
 */
export function repeatedKeyOf(body: unknown): string | undefined {
  const text = TEXTS.get(body as object);
  return text === undefined ? undefined : findRepeatedKey(text);
}

/**
 * Walks a parsed value, without recursion. A text that cannot be stored becomes {@link UNSTORABLE_TEXT}, which every text
 * rule refuses, so that it is reported with everything else that is wrong.
 * @returns the value itself, changed in place
 * @throws AppError BAD_REQUEST naming the field that is too deep or too large
 */
export function cleanJson<Value>(root: Value): Value {
  return cleanAll(root)[0];
}

/** The cleaned value, and how many values there are in it, counted as {@link countJsonValues} does. */
function cleanAll<Value>(root: Value): [Value, number] {
  const holder = { root };
  const pending: Place[] = [{ value: holder, parent: undefined, key: '', depth: -1 }];
  let count = 0;
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) count += cleanPlace(place, pending);
  return [holder.root, count];
}

/** Returns how many values there are in it; 1 for an empty one. */
function cleanPlace(place: Place, pending: Place[]): number {
  if (place.depth >= MAX_DEPTH) throw refusal(place, `must not be nested deeper than ${MAX_DEPTH} levels`);
  const object = place.value as Record<string | number, unknown>;
  const keys = Array.isArray(place.value) ? place.value.keys() : ownKeys(place);
  let count = 0;
  for (const key of keys) {
    count += 1;
    const value = object[key];
    if (typeof value === 'string') {
      if (!isStorable(value)) object[key] = UNSTORABLE_TEXT;
    } else if (typeof value === 'object' && value !== null) {
      pending.push({ value, parent: place, key, depth: place.depth + 1 });
    }
  }
  return Math.max(1, count);
}

function ownKeys(place: Place): string[] {
  const keys = Object.keys(place.value);
  if (keys.length > MAX_KEYS) throw refusal(place, `must not have more than ${MAX_KEYS} keys`);
  // Reading it would give the prototype. Rules see it as a key that they do not know.
  return keys.filter((key) => key !== '__proto__');
}

/** Whether PostgreSQL can store a text: no NUL, and well-formed Unicode. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** A refusal that names the top-level field that a place is in. */
function refusal(place: Place, message: string): AppError {
  let field: string | undefined;
  for (let at: Place | undefined = place; at !== undefined && at.depth > 0; at = at.parent) {
    if (typeof at.key === 'string') field = at.key;
  }
  return AppError.ofField('BAD_REQUEST', field ?? 'detail', message);
}
