import { ConfigError } from '../config/config-error.js';
import type { ErrorCode } from './error-codes.js';

/** A message for clients: in English, as the code has it, and in other languages. `{name}` is a placeholder. */
export interface Message {
  readonly en: string;
  readonly de: string;
  /** The error that it is the message of; without it, what is wrong with a field. */
  readonly of?: ErrorCode;
  /** What to do, where the message and the error do not say it. */
  readonly remedy?: string;
}

/** What a message says, for programs. */
export interface Problem {
  readonly code: string;
  /** The values of the message: numbers where they are. */
  readonly params: Readonly<Record<string, string | number>>;
}

/** The languages of messages. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of some languages that messages are in, else English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  return preferred.flatMap((one) => LANGUAGES.filter((language) => language === one))[0] ?? 'en';
}

/** Placeholders that stand for numbers; no other text is taken for one of them. */
const NUMBERS = new Set(
  'bits bytes count days digits entry held id index last left limit max min minimum now places seconds then version'.split(
    ' ',
  ),
);
/** Whether the value of a placeholder is a number. */
export function isNumber(name: string): boolean {
  return NUMBERS.has(name);
}

/** Placeholders that may stand for a message. */
const NESTED = new Set(['possible', 'problem', 'reason', 'volume']);

/** Longer texts are no messages of the table: nothing is compared with them. */
const MAX_LENGTH = 4_000;

interface Template {
  readonly code: string;
  readonly message: Message;
  readonly names: readonly string[];
  readonly pattern: RegExp;
  /** Characters of the text without placeholders: of two that match, the longer one says more. */
  readonly length: number;
}

interface Found extends Pick<Template, 'code' | 'message'> {
  readonly values: Readonly<Record<string, string>>;
}

const codes = new Map<string, Message>();
const plain = new Map<string, Found>();
const templates: Template[] = [];

/**
 * Gives messages codes and translations: those of the service (src/messages.ts), and those of an extension. Placeholders of `en` and of the others are the same.
 * @example
 * ```ts
 * defineMessages({ one_kit_only: { en: 'one starter kit is enough', de: 'ein Starterpaket genügt', of: 'CONFLICT' } });
 * ```
 * @throws ConfigError for a code or a text that is there already
 */
export function defineMessages(messages: Readonly<Record<string, Message>>): void {
  for (const [code, message] of Object.entries(messages)) {
    const template = templateOf(code, message);
    const known = codes.get(code);
    if (known !== undefined) throw new ConfigError(`the message ${code} is there already: “${known.en}”`);
    const other = plain.get(message.en)?.code;
    if (other !== undefined) throw new ConfigError(`the message ${code} has the text of ${other}: “${message.en}”`);
    codes.set(code, message);
    if (template.names.length === 0) plain.set(message.en, { code, message, values: {} });
    else templates.push(template);
  }
  templates.sort((a, b) => b.length - a.length);
}

function templateOf(code: string, message: Message): Template {
  const parts = message.en.split(/\{(\w+)\}/);
  const names = parts.filter((_, at) => at % 2 === 1);
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return NUMBERS.has(part) ? '(-?\\d+(?:\\.\\d+)?)' : '(.+?)';
  });
  const length = parts.filter((_, at) => at % 2 === 0).join('').length;
  return { code, message, names, pattern: new RegExp(`^${source.join('')}$`, 's'), length };
}

/** The message of the table that a text is, with its values. */
function find(text: string): Found | undefined {
  const known = plain.get(text);
  if (known !== undefined || text.length > MAX_LENGTH) return known;
  for (const { code, message, names, pattern } of templates) {
    const match = pattern.exec(text);
    if (match !== null)
      return { code, message, values: Object.fromEntries(names.map((name, at) => [name, match[at + 1]!])) };
  }
  return undefined;
}

/** The message that has a code, with its placeholders; undefined if none has it. */
export function messageOf(code: string): Message | undefined {
  return codes.get(code);
}

/** The code and the values of a message; undefined if it is not in the table. */
export function problemOf(text: string): Problem | undefined {
  const found = find(text);
  if (found === undefined) return undefined;
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(found.values)) {
    const inner = NESTED.has(name) ? problemOf(value) : undefined;
    if (inner !== undefined) Object.assign(params, inner.params, { [name]: inner.code });
    else params[name] = NUMBERS.has(name) ? Number(value) : value;
  }
  return { code: found.code, params };
}

/** Whether a message is that of an error, and not only of a field; its code then tells the error from others of its type. */
export function isOfError(text: string): boolean {
  return find(text)?.message.of !== undefined;
}

/** A message in another language; undefined if it is not in the table. */
export function translated(text: string, language: Language): string | undefined {
  const found = find(text);
  return found?.message[language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = found.values[name]!;
    return (NESTED.has(name) ? translated(value, language) : undefined) ?? value;
  });
}
