import { createRequire } from 'node:module';
import type { LocaleData } from 'i18n-iso-countries';
import { iso31661 } from 'iso-3166/1.js';

const require = createRequire(import.meta.url);

/** By ISO 3166-1 alpha-2; importing the package would load 80 languages. */
const NAMES = (require('i18n-iso-countries/langs/en.json') as LocaleData).countries;

/** A country or a subdivision: its ISO 3166 code and its name. */
export interface Place {
  code: string;
  name: string;
}

const byName = (a: Place, b: Place): number => a.name.localeCompare(b.name, 'en') || (a.code < b.code ? -1 : 1);

const COUNTRIES: readonly Place[] = iso31661
  .map(({ alpha2, name }) => ({ code: alpha2, name: [NAMES[alpha2] ?? name].flat()[0]! }))
  .sort(byName);

const CODES = new Set(COUNTRIES.map(({ code }) => code));

/** All countries of ISO 3166-1, sorted by English name. */
export function countries(): readonly Place[] {
  return COUNTRIES;
}

/** Whether a text, case-insensitive, is the ISO 3166-1 alpha-2 code of a country. */
export function isCountryCode(code: string): boolean {
  // ASCII only: other letters may become ASCII in upper case.
  return /^[A-Za-z]{2}$/.test(code) && CODES.has(code.toUpperCase());
}

/** The subdivisions (ISO 3166-2) of a country by name, none for a country without; undefined for an unknown country. */
export async function statesOf(countryCode: string): Promise<Place[] | undefined> {
  if (!isCountryCode(countryCode)) return undefined;
  // Loaded on demand: thousands of names.
  const { iso31662 } = await import('iso-3166/2.js');
  const parent = countryCode.toUpperCase();
  return iso31662
    .filter(({ code }) => code.startsWith(`${parent}-`))
    .map(({ code, name }) => ({ code, name }))
    .sort(byName);
}
