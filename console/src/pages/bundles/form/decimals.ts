/** Digits before and after the point that a price or a volume may have. */
const DIGITS = 10;
const DECIMALS = 4;

const DECIMAL = /^(\d*)(?:\.(\d*))?$/;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * What is wrong with a price or a volume as it was typed, or undefined. What passes has at most 14 digits, which a JSON
 * number carries digit for digit, there and back.
 */
export function decimalProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return 'Enter a number';
  if (typed.startsWith('-')) return 'Must not be negative';
  if (typed.includes(',')) return 'Write a point before the decimals, and nothing between thousands: 1234.50';
  const [, whole = '', fraction = ''] = DECIMAL.exec(typed) ?? [];
  if (whole === '' && fraction === '') return 'Enter a number, such as 24.90';
  if (fraction.length > DECIMALS) return `At most ${DECIMALS} decimals`;
  if (whole.replace(/^0+/, '').length > DIGITS) return `At most ${DIGITS} digits before the point`;
  return undefined;
}

/** What is wrong with any number as it was typed, or undefined: one that would change on its way is refused. */
export function numberProblem(text: string): string | undefined {
  const typed = text.trim();
  if (!NUMBER.test(typed)) return 'Enter a number, such as 1.5';
  return digitsOf(typed) === digitsOf(String(Number(typed))) ? undefined : 'Has too many digits';
}

/** The number of a text that has passed one of the judges above. */
export function numberOf(text: string): number {
  return Number(text.trim());
}

/** The significant digits and the exponent of a number's text: equal for equal numbers. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  return significant === ''
    ? '0'
    : `${significant}e${Number(exponent) - fraction.length + all.length - significant.length}`;
}
