import { chooseLanguage } from '#common/errors/problems.js';
import { OF_BONUSES } from './bonuses.texts.js';
import { OF_RUNS, WORDS } from './runs.texts.js';

/*
 * Explanations are made in English, by the engine, by this service and by extensions. As with messages of errors, one table has the
 * German of each sentence, which is found by its English; see docs/decisions/0108-explanations-in-german.md.
 */

/** What a placeholder stands for: its letter, `{n2}` as `{n}`. Lists and phrases are translated themselves. */
const KINDS = {
  /** A number: `1,234.5`. */
  n: String.raw`(-?\d+(?:,\d{3})*(?:\.\d+)?)`,
  /** Money, as `Intl` writes it in English: `$12.40`, `CHF 12.40`. */
  m: String.raw`(-?(?:[A-Z]{0,3}[$€£¥₩₪₫₱₹]|[A-Z][\w.\s]{1,5}\u00a0)\d+(?:,\d{3})*(?:\.\d+)?)`,
  /** A day: `8 October 2026`. */
  d: String.raw`(\d{1,2} [A-Z][a-z]+ \d{4})`,
  /** A day: `2026-10-08`. */
  i: String.raw`(\d{4}-\d{2}-\d{2})`,
  /** A period: `October 2026`, `2026-W41`. */
  p: String.raw`((?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}|\d{4}-W\d{2})`,
  /** A name or an id, which stays as it is, or one of {@link WORDS}. */
  w: '(.{1,200}?)',
  /** A value of an input: a number or a name. */
  v: '(.{1,200}?)',
  /** Another sentence or a part of one. */
  s: '(.+?)',
  /** A list of them: `a, b and c`. */
  l: '(.*?)',
} as const;
type Kind = keyof typeof KINDS;

/** Longer texts are none of the table: nothing is compared with them. */
const MAX_LENGTH = 4_000;

interface Template {
  readonly german: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
  /** Characters without placeholders: of two that match, the longer one says more. */
  readonly length: number;
}

const templates: Template[] = [];
defineExplanations(OF_BONUSES);
defineExplanations(OF_RUNS);

/**
 * Gives sentences of explanations their German: those of the service, and those of an extension's types of bonuses. Placeholders,
 * the same in both, are named by what they stand for, with a digit where there are several: `{n}` a number, `{m}` money, `{w}` a
 * name, `{d}` a day, `{p}` a period.
 * @example
 * ```ts
 * defineExplanations({ '{n} % for {w}.': '{n} % für {w}.' });
 * ```
 */
export function defineExplanations(german: Readonly<Record<string, string>>): void {
  for (const [english, text] of Object.entries(german)) templates.push(templateOf(english, text));
  templates.sort((a, b) => b.length - a.length);
}

function templateOf(english: string, german: string): Template {
  const parts = english.split(/\{([a-z]\d?)\}/);
  const names = parts.filter((_, at) => at % 2 === 1);
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    const kind = part[0] as Kind;
    // Text at the end goes on to it.
    const isLast = at === parts.length - 2 && parts.at(-1) === '';
    return isLast && 'svwl'.includes(kind) ? '(.+)' : KINDS[kind];
  });
  const length = parts.filter((_, at) => at % 2 === 0).join('').length;
  return { german, names, pattern: new RegExp(`^${source.join('')}(?= |$)`, 's'), length };
}

/** The keys of views below which sentences are. */
const SAID = new Set(['sentence', 'rule', 'formula']);

/**
 * A copy of an explanation in the first of some languages that it is there in. A sentence that has no German stays as it is.
 * @param preferred of `Accept-Language`
 */
export function explainedIn<View>(view: View, preferred: readonly string[]): View {
  return chooseLanguage(preferred) === 'de' ? (saidAs(view, (text) => inGerman(text) ?? text) as View) : view;
}

/** A copy of a view in which its sentences are others. */
export function saidAs(value: unknown, said: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => saidAs(one, said));
  // Numbers that are written as they are stay so.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      SAID.has(key) && typeof one === 'string' ? said(one) : saidAs(one, said),
    ]),
  );
}

/** Sentences in German; undefined where the table does not have one of them. */
export function inGerman(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  for (const { german, names, pattern } of templates) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const filled = fill(german, names, match);
    if (filled === undefined) continue;
    const rest = text.slice(match[0].length).trimStart();
    const following = rest === '' ? '' : inGerman(rest);
    if (following !== undefined) return following === '' ? filled : `${filled} ${following}`;
  }
  return undefined;
}

function fill(german: string, names: readonly string[], match: RegExpExecArray): string | undefined {
  const values = new Map(names.map((name, at) => [name, valueOf(name[0] as Kind, match[at + 1]!)]));
  if ([...values.values()].includes(undefined)) return undefined;
  return german.replace(/\{([a-z]\d?)\}/g, (_, name: string) => values.get(name)!);
}

function valueOf(kind: Kind, text: string): string | undefined {
  switch (kind) {
    case 'n':
      return numberOf(text);
    case 'm':
      return moneyOf(text);
    case 'd':
      return dayOf(new Date(`${text} UTC`));
    case 'i':
      return dayOf(new Date(text));
    case 'p':
      return text.includes('W') ? `Zeitraum ${text}` : monthOf(new Date(`1 ${text} UTC`));
    case 'w':
      return WORDS[text] ?? text;
    case 'v':
      return /^-?\d+(\.\d+)?$/.test(text) ? numberOf(text) : text;
    case 's':
      return inGerman(text);
    case 'l':
      return listOf(text);
  }
}

function numberOf(text: string): string {
  return text.replace(/[,.]/g, (sign) => (sign === ',' ? '.' : ','));
}

/** Currencies by how English amounts begin, which tells all of them apart. */
let codes: ReadonlyMap<string, string> | undefined;
const amounts = new Map<string, Intl.NumberFormat>();

function moneyOf(text: string): string | undefined {
  const [, sign = '', symbol = '', amount = ''] = /^(-?)(\D+)(.+)$/.exec(text) ?? [];
  codes ??= new Map(Intl.supportedValuesOf('currency').map((code) => [symbolOf(code), code]));
  const currency = codes.get(symbol);
  if (currency === undefined) return undefined;
  const format = amounts.get(currency) ?? new Intl.NumberFormat('de', { style: 'currency', currency });
  amounts.set(currency, format);
  return format.format(`${sign}${amount.replaceAll(',', '')}` as `${number}`);
}

function symbolOf(currency: string): string {
  const zero = new Intl.NumberFormat('en', { style: 'currency', currency }).format(0);
  return zero.slice(0, zero.indexOf('0'));
}

function dayOf(at: Date): string {
  return at.toLocaleDateString('de', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function monthOf(at: Date): string {
  return at.toLocaleDateString('de', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Parts that are in the table in German, and names as they are. */
function listOf(text: string): string {
  return text
    .split(/(, | and )/)
    .map((part, at) => (at % 2 === 0 ? wordOf(part) : part === ', ' ? ', ' : ' und '))
    .join('');
}

const PERIOD = new RegExp(`^${KINDS.p}$`);

function wordOf(part: string): string {
  return inGerman(part) ?? WORDS[part] ?? (PERIOD.test(part) ? valueOf('p', part)! : part);
}
