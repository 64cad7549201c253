import { createContext, useContext } from 'react';
import { de } from './de';
import { en, type Words } from './en';

export type Language = 'en' | 'de';

const WORDS: Record<Language, Words> = { en, de };
const KEPT = 'shop.language';

/** The language that was chosen, else that of the browser. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(KEPT) ?? navigator.language;
  return kept.startsWith('de') ? 'de' : 'en';
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
}

/** What the page says, and how it writes figures and dates. */
export interface Speech {
  language: Language;
  words: Words;
  money: (amount: number) => string;
  number: (value: number) => string;
  date: (instant: string) => string;
  /** The month of a period such as `2026-10`; others as they are. */
  period: (period: string) => string;
  /** The name of a rank, a bonus, a country: of those that the page does not know, as it is. */
  named: (names: Readonly<Record<string, string>>, name: string) => string;
}

export function speechOf(language: Language, currency: string): Speech {
  const locale = language === 'de' ? 'de-DE' : 'en-US';
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    language,
    words: WORDS[language],
    money: (amount) => money.format(amount),
    number: (value) => number.format(value),
    date: (instant) => date.format(new Date(instant)),
    period: (period) => (/^\d{4}-\d\d$/.test(period) ? month.format(new Date(`${period}-01T00:00:00Z`)) : period),
    named: (names, name) => names[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' '),
  };
}

export const SpeechContext = createContext<Speech & { setLanguage: (language: Language) => void }>(null!);

/** What the page says in its language. */
export function useSpeech(): Speech & { setLanguage: (language: Language) => void } {
  return useContext(SpeechContext);
}
