/**
 * The number of a decimal text, or NaN when a double cannot hold exactly that number: it is never rounded behind the
 * client's back.
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

/** Not by `/0+$/`: that takes quadratic time on many zeros with another digit behind them. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

/** A digit run that a double may not hold exactly; such a text is read number by number. */
const MANY_DIGITS = /[0-9][0-9.]{15}|[0-9][eE]/;

/**
 * What a JSON text says, with NaN for numbers that a double cannot hold exactly; every number rule refuses those.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  return MANY_DIGITS.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
}

/** What a JSON text of our own says; numbers with more digits than a double holds leave again digit for digit. */
export function parseOwnJson(text: string): unknown {
  return MANY_DIGITS.test(text) ? JSON.parse(text, raw) : JSON.parse(text);
}

/** A number that is written into JSON as the digits of a text, which may be more than a double holds. */
export function rawNumber(text: string): number {
  return rawJson(text) as number;
}

function raw(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return Number.isNaN(exactNumber(context.source)) ? rawNumber(context.source) : value;
}

function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? exactNumber(context.source) : value;
}

// TypeScript's libraries do not know JSON.rawJSON (ES2026) yet.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (this: void, text: string) => unknown };
