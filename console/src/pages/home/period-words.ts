import { locale } from '../../i18n/t';

const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A period in words: `November 2026`; a week stays `2026-W47`. */
export function periodInWords(period: string): string {
  return /^\d{4}-\d{2}$/.test(period) ? month.format(new Date(`${period}-01T00:00:00Z`)) : period;
}
