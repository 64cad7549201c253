import { t, locale } from '../i18n/t';

export { formatDate, inWords } from '../api/words';

const exactDateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });

const percent = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 });
const share = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A date and time with seconds and time zone, for tooltips. */
export function formatExactDate(iso: string): string {
  return exactDateTime.format(new Date(iso));
}

/** A day, such as `2026-11-21`, that has no time zone. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** A period in words: `November 2026`; a week, or what is no period, stays as it is. */
export function periodInWords(period: string): string {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(period) ? month.format(new Date(`${period}-01T00:00:00Z`)) : period;
}

/** How long ago, or in how long: `3 hours ago`. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 10 ? t('now') : relative.format(Math.trunc(seconds), 'second');
}

/** A quantity or a volume, with up to four decimals. */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** How many of something: `1 piece`, `2 pieces`. @param several where it is not the word with an s */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${formatNumber(count)} ${count === 1 ? what : several}`;
}

/**
 * An amount of money, with the decimals of its currency.
 * @param currency ISO 4217 code; null while it is not loaded
 */
export function formatMoney(value: number, currency: string | null): string {
  if (currency === null) return formatNumber(value);
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value);
}

/** A difference: `+12.30`, or `-12.30` with the minus of the language. */
export function signed(value: number, format: (value: number) => string): string {
  return value > 0 ? `+${format(value)}` : format(value);
}

/** The price of a piece: it may have more decimals than the currency, up to four, and none is hidden. */
export function formatPrice(value: number, currency: string | null): string {
  if (currency === null) return formatNumber(value);
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(value);
}

/** A percentage of a plan, with up to four decimals: `7.5%`, in German `7,5 %`. */
export function formatPercent(value: number): string {
  return percent.format(value);
}

/** A share in percent: `35.40%`. */
export function formatShare(value: number): string {
  return share.format(value);
}

/** A difference of shares: `1.25 percentage points`. */
export function formatPoints(difference: number): string {
  return t('{{points}} percentage points', { points: twoDecimals.format(difference) });
}

/** The label of a role: `api_admin` becomes `API admin`. */
export function formatRole(role: string): string {
  const words = role.replace('_', ' ').replace('api', 'API');
  return t(words.charAt(0).toUpperCase() + words.slice(1));
}
