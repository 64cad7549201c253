import { AppError } from '../errors/app-error.js';
import { parseExactJson } from '../money/exact-json.js';
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

/** An object or list that is being read: its keys so far, and where in it. */
interface Opened {
  readonly keys: Set<string> | undefined;
  at: string | number;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g;

/**
 * Finds a key that an object of a JSON text has twice; a parser takes the last one without a word.
 * @param text valid JSON
 * @returns the path of the first one, such as `bonuses[2].percents`; undefined if there is none
 */
export function findRepeatedKey(text: string): string | undefined {
  const places: Opened[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const place = places.at(-1);
    if (token === '{') places.push({ keys: new Set(), at: '' });
    else if (token === '[') places.push({ keys: undefined, at: 0 });
    else if (token === '}' || token === ']') places.pop();
    else if (token === ',') {
      if (typeof place?.at === 'number') place.at += 1;
    } else if (token === ':') {
      const key = JSON.parse(last) as string;
      place!.at = key;
      if (place!.keys!.has(key)) return pathOf(places);
      place!.keys!.add(key);
    } else last = token;
  }
  return undefined;
}

function pathOf(places: readonly Opened[]): string {
  return places.reduce((path, { at }) => {
    if (typeof at === 'number') return `${path}[${at}]`;
    return path === '' ? at : `${path}.${at}`;
  }, '');
}

/**
 * Maximum number of values in a client's JSON, including objects and lists: 50 bundles of maximum size have 42,000. Two bytes
 * can become a value of a hundred, so a few dozen bodies with millions of values would exhaust the memory.
 */
export const MAX_JSON_VALUES = 50_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = ['"', '\\', ',', '[', '{'].map((character) =>
  character.charCodeAt(0),
);

/**
 * The number of values in a JSON text, without parsing it: an empty object or list counts twice. For invalid JSON it is at
 * least the number that a parser would create before it fails.
 */
export function countJsonValues(text: string): number {
  let values = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (isInText && character === BACKSLASH) at += 1;
    else if (character === QUOTE) isInText = !isInText;
    else if (!isInText && (character === COMMA || character === BRACKET || character === BRACE)) values += 1;
  }
  return values;
}
