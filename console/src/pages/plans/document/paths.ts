/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The path of a value in a document: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** A path as the service writes it: `ranks[1].requires.group_volume`, and `a["b.c"]` for keys that would be taken for a path. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (/[.[\]"]/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** The steps of a path that {@link pathText} wrote. */
export function stepsOf(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]"]+)/g)].map(([, index, quoted, key]) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? key! : (JSON.parse(quoted) as string);
  });
}

/** Whether a path is another one, or leads to something below it. */
export function isWithin(path: string, above: string): boolean {
  return path === above || (path.startsWith(above) && /^[.[]/.test(path.slice(above.length)));
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list; of anything else nothing. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** An object; of anything else an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value of an object's own key; a rank may be called `constructor`. */
export function valueAt(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path. */
export function getIn(document: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, step) => (typeof step === 'number' ? listOf(value)[step] : valueAt(value, step)),
    document,
  );
}

/** The document with another value at a path; undefined removes it. What is elsewhere stays the same object. */
export function setIn(document: Json | undefined, path: Path, value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = [...listOf(document)];
    const next = setIn(list[step], rest, value);
    if (next === undefined) list.splice(step, 1);
    else list[step] = next;
    return list;
  }
  const next = setIn(valueAt(document, step), rest, value);
  const entries = Object.entries(objectOf(document));
  if (next === undefined) return Object.fromEntries(entries.filter(([key]) => key !== step));
  if (!entries.some(([key]) => key === step)) return Object.fromEntries([...entries, [step, next]]);
  return Object.fromEntries(entries.map(([key, old]) => [key, key === step ? next : old]));
}

/** A list with one entry moved by one place, up (-1) or down (1). */
export function moved<Entry>(list: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const next = [...list];
  const other = index + by;
  if (other < 0 || other >= next.length) return next;
  [next[index], next[other]] = [next[other]!, next[index]!];
  return next;
}
