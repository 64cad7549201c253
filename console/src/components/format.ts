const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exactDateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A date and time, in the user's time zone. */
export function formatDate(iso: string): string {
  return dateTime.format(new Date(iso));
}

/** A date and time with seconds and time zone, for tooltips. */
export function formatExactDate(iso: string): string {
  return exactDateTime.format(new Date(iso));
}

/** How long ago, or in how long: `3 hours ago`. */
export function formatRelative(iso: string, now: number = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return Math.abs(seconds) < 10 ? 'now' : relative.format(Math.trunc(seconds), 'second');
}

/** A quantity or a volume, with up to four decimals. */
export function formatNumber(value: number): string {
  return number.format(value);
}

/** How many of something: `1 piece`, `2 pieces`. */
export function counted(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * An amount of money.
 * @param currency ISO 4217 code; null while it is not loaded
 */
export function formatMoney(value: number, currency: string | null): string {
  if (currency === null) return formatNumber(value);
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: 4 }).format(value);
}

/** A sum of money that is only a part of something: rounded to the decimals of the currency. */
export function formatRoundedMoney(value: number, currency: string): string {
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(value);
}

/** The label of a role: `api_admin` becomes `API admin`. */
export function formatRole(role: string): string {
  const words = role.replace('_', ' ').replace('api', 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
