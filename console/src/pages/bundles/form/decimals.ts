import { t } from '#console/i18n/t';

/** Maximum digits before and after the decimal point of prices and volumes. */
const DIGITS = 10;
const DECIMALS = 4;

const DECIMAL = /^(\d*)(?:\.(\d*))?$/;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * The error of a typed price or volume, or undefined. Valid values have at most 14 digits, which a JSON number
 * represents exactly.
 */
export function decimalProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return t('Enter a number');
  if (typed.startsWith('-')) return t('Must not be negative');
  if (typed.includes(',')) return t('Use a decimal point and no thousands separator: 1234.50');
  const [, whole = '', fraction = ''] = DECIMAL.exec(typed) ?? [];
  if (whole === '' && fraction === '') return t('Enter a number, such as 24.90');
  if (fraction.length > DECIMALS) return t('At most {{most}} decimals', { most: DECIMALS });
  if (whole.replace(/^0+/, '').length > DIGITS)
    return t('At most {{most}} digits before the decimal point', { most: DIGITS });
  return undefined;
}

/** The error of a typed number, or undefined. Numbers that JSON cannot represent exactly are rejected. */
export function numberProblem(text: string): string | undefined {
  const typed = text.trim();
  if (!NUMBER.test(typed)) return t('Enter a number, such as 1.5');
  return digitsOf(typed) === digitsOf(String(Number(typed))) ? undefined : t('Has too many digits');
}

/** The number of a valid text. */
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
