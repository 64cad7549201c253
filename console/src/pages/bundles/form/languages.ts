import { locale } from '#console/i18n/t';

/** The languages of ISO 639-1. */
const CODES =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'.split(
    ' ',
  );

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];

const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{1,8}){0,4}$/i;

const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });

/** A selectable language. */
export interface Language {
  code: string;
  label: string;
}

/**
 * Finds languages by English name, native name or code. Codes beyond ISO 639-1, such as `pt-BR`, are found too.
 */
export function findLanguages(search: string): Language[] {
  const text = search.trim().toLowerCase();
  const found = all().filter(({ code, label }) => code === text || label.toLowerCase().includes(text));
  const isCode = LANGUAGE_CODE.test(text) && !found.some(({ code }) => code === text);
  const typed = isCode ? standardCode(search.trim()) : undefined;
  return typed !== undefined && languageName(typed) !== typed ? [languageOf(typed), ...found] : found;
}

/** The English name of a language; its code if it has none. */
export function languageName(code: string): string {
  try {
    return names.of(tagOf(code)) ?? code;
  } catch {
    return code;
  }
}

/** The BCP 47 tag of a language code, for `lang`. */
export function tagOf(code: string): string {
  return code.replaceAll('_', '-');
}

/** The writing direction of a language. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  try {
    const { script = '' } = new Intl.Locale(tagOf(code)).maximize();
    return RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

let cached: Language[] | undefined;

function all(): Language[] {
  cached ??= CODES.map(languageOf).sort((one, other) => one.label.localeCompare(other.label, 'en'));
  return cached;
}

function languageOf(code: string): Language {
  const name = languageName(code);
  const own = ownName(code);
  return { code, label: own === undefined || own === name ? `${name} (${code})` : `${name} · ${own} (${code})` };
}

function ownName(code: string): string | undefined {
  try {
    return new Intl.DisplayNames(tagOf(code), { type: 'language', fallback: 'none' }).of(tagOf(code));
  } catch {
    return undefined;
  }
}

/** `pt-br` as it is usually written: `pt-BR`. */
function standardCode(code: string): string | undefined {
  try {
    return new Intl.Locale(tagOf(code)).toString();
  } catch {
    return undefined;
  }
}
