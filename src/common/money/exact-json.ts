/**
 * The number of a decimal text, or NaN if a double cannot represent it exactly: values of clients are never silently
 * rounded.
 */
export function exactNumber(text: string): number {
  const value = Number(text);
  return digits(text) === digits(String(value)) ? value : Number.NaN;
}

/** The significant digits and the exponent of a decimal text: equal for equal numbers. */
function digits(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailingZeros(all);
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + (all.length - significant.length)}`;
}

/** Not with `/0+$/`, which takes quadratic time for many zeros followed by another digit. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

/** Digits that a double may not represent exactly; such a text is parsed with a reviver. */
const MANY_DIGITS = /[0-9][0-9.]{15}|[0-9][eE]/;

/** By object of a client's JSON, the texts of its numbers that a double cannot represent. */
const SOURCES = new WeakMap<object, Readonly<Record<string, string>>>();

/** The text of a number that {@link parseExactJson} made NaN, of an object that it returned; undefined for others. */
export function sourceOf(object: object, key: string): string | undefined {
  const sources = SOURCES.get(object);
  return sources !== undefined && Object.hasOwn(sources, key) ? sources[key] : undefined;
}

/**
 * Parses JSON, with NaN for numbers that a double cannot represent exactly; all number fields reject NaN.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return MANY_DIGITS.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

/** Parses JSON written by the service; numbers with more digits than a double holds are kept as raw JSON. */
export function parseOwnJson(text: string): unknown {
  return MANY_DIGITS.test(text) ? JSON.parse(text, raw) : JSON.parse(text);
}

/** A number that `JSON.stringify` writes as the given digits, which may be more than a double holds. */
export function rawNumber(text: string): number {
  return rawJson(text) as number;
}

function raw(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return Number.isNaN(exactNumber(context.source)) ? rawNumber(context.source) : value;
}

function exact(this: object, key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const number = exactNumber(context.source);
  if (Number.isNaN(number)) SOURCES.set(this, { ...SOURCES.get(this), [key]: context.source });
  return number;
}

// TypeScript's libraries do not know JSON.rawJSON (ES2026) yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (this: void, text: string) => unknown };
