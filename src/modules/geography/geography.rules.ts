import countryNames from 'i18n-iso-countries';
import { iso31661, iso31662 } from 'iso-3166';

/** A country or a subdivision: its ISO 3166 code and its name. */
export interface Place {
  code: string;
  name: string;
}

const byName = (a: Place, b: Place): number => a.name.localeCompare(b.name, 'en') || (a.code < b.code ? -1 : 1);

const COUNTRIES: readonly Place[] = iso31661
  .map(({ alpha2, name }) => ({ code: alpha2, name: countryNames.getName(alpha2, 'en') ?? name }))
  .sort(byName);

const CODES = new Set(COUNTRIES.map(({ code }) => code));

/** All countries of ISO 3166-1, by their English names. */
export function countries(): readonly Place[] {
  return COUNTRIES;
}

/** Whether a text, in any case of letters, is the ISO 3166-1 alpha-2 code of a country. */
export function isCountryCode(code: string): boolean {
  // Letters of ASCII alone: others may turn into them in upper case.
  return /^[A-Za-z]{2}$/.test(code) && CODES.has(code.toUpperCase());
}

/** The subdivisions (ISO 3166-2) of a country by name, none for a country without; undefined for an unknown country. */
export function statesOf(countryCode: string): Place[] | undefined {
  if (!isCountryCode(countryCode)) return undefined;
  const parent = countryCode.toUpperCase();
  return iso31662
    .filter(({ code }) => code.startsWith(`${parent}-`))
    .map(({ code, name }) => ({ code, name }))
    .sort(byName);
}
