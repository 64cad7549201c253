import i18next from 'i18next';

/** The languages of the console, each by its own name. English is written in the sources; each other one is a catalogue. */
const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

/** A language of the console. */
export type Language = keyof typeof LANGUAGES;

type Catalogue = Readonly<Record<string, string>>;

/** What is loaded first, with home and the log-in, and what all other pages wait for. */
type Part = 'first' | 'other';

/** What the parts of a catalogue are loaded by: only who reads the language loads them. `splitWords` of first-page.ts. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, Record<Part, () => Promise<{ default: Catalogue }>>>> = {
  de: { first: () => import('./de.json?first'), other: () => import('./de.json?other') },
};

const CHOICE = 'console-language';

/** Tests of single functions have no window, and read English. */
const inBrowser = typeof window !== 'undefined';

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

/** The user's own choice, or else the first language of the browser that the console has. */
function chosen(): Language {
  const own = localStorage.getItem(CHOICE);
  if (isLanguage(own)) return own;
  return navigator.languages.map((tag) => tag.split('-')[0]!).find(isLanguage) ?? 'en';
}

/** The language of this page: it stays the same until the page is loaded again. */
export const language: Language = inBrowser ? chosen() : 'en';

/** Whose numbers, dates and money are shown: the browser's own English is kept, such as British dates. */
export const locale: string | undefined = inBrowser
  ? (navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language)
  : undefined;

/**
 * Loads a part of the catalogue, if there is one. Modules have words in constants, so this is done before any of them is loaded.
 */
async function loadWords(part: Part): Promise<void> {
  if (language === 'en') return;
  const words = await CATALOGUES[language][part]();
  i18next.addResourceBundle(language, 'translation', words.default, true, true);
}

/** The words of where everybody begins. */
export const firstWords = (): Promise<void> => loadWords('first');

let others: Promise<void> | undefined;

/** The words of all that is loaded later; the build lets each `import()` wait for them. */
export const otherWords = (): Promise<void> => (others ??= loadWords('other'));

/** The languages that can be chosen instead of one, with their names. */
export const languagesBeside = (one: Language): [Language, string][] =>
  (Object.entries(LANGUAGES) as [Language, string][]).filter(([code]) => code !== one);

/** Reads the console in another language from now on. */
export function chooseLanguage(next: Language): void {
  localStorage.setItem(CHOICE, next);
  window.location.reload();
}

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });

// English is the key: without an entry it is shown as it stands. React escapes.
void i18next.init({
  lng: language,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  resources: {},
  interpolation: { escapeValue: false },
});
if (inBrowser) document.documentElement.lang = language;

/**
 * Adds the words of an extension, by language and English text; the console's own stay as they are.
 * @param words `{ de: { Points: 'Punkte', '{{count}} points_one': '{{count}} Punkt', … } }`
 */
export function addWords(words: Readonly<Partial<Record<Language, Catalogue>>>): void {
  i18next.addResourceBundle(language, 'translation', words[language] ?? {}, true, false);
}

/** A label within a sentence: English writes it small, German as it is. */
export function within(label: string): string {
  // Not names in it: the final run of October, API admins.
  return language === 'en' ? label.replace(/^[A-Z](?=[a-z -])/, (first) => first.toLowerCase()) : label;
}

/** What stands for the holes of a text; `context` tells apart what is one word in English and two elsewhere. */
export type Values = Readonly<Record<string, string | number>> & { readonly context?: string };

/**
 * A text in the user's language: `t('Paid to {{name}}', { name })`.
 * @param english the whole text; never a part of a sentence that other languages order in another way
 * @param values for its holes, as they are to be read: an amount is formatted, an id is not
 */
export function t(english: string, values: Values = {}): string {
  return i18next.t(english, { context: values.context, replace: values });
}

/**
 * A text about a number of things: `plural(3, '{{count}} piece', '{{count}} pieces')`.
 * @param one what it is for one of them
 * @param several what it is for others, which is its key in catalogues
 */
export function plural(count: number, one: string, several: string, values: Values = {}): string {
  const replace = { ...values, count: number.format(count) };
  return i18next.t(several, { count, replace, defaultValue_one: one, defaultValue_other: several });
}
