import { isObject, pathText, type Json, type Path } from './paths';
import { t } from '#console/i18n/t';

/** Where a text is no JSON, and why. Lines and columns count from 1. */
export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What a JSON text says, with the line on which each value begins, by path; or where it is not valid JSON. */
export type ReadJson =
  | { readonly value: Json; readonly lines: ReadonlyMap<string, number>; readonly mistake?: undefined }
  | { readonly mistake: JsonMistake };

/** No plan is deeper; and reading is recursive. */
const MAX_DEPTH = 60;

/** Characters of a line that a list or an object may take as a whole. */
const LINE_LENGTH = 80;

/** Reads a JSON text. Beside `JSON.parse` it knows lines, names repeated keys, and gives the same messages in every browser. */
export function readJson(text: string): ReadJson {
  const reader = new Reader(text);
  try {
    const value = reader.readAll();
    return { value, lines: reader.lines };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { mistake: { line: before.length, column: before.at(-1)!.length + 1, message: error.message } };
  }
}

/** A document as people write it: what is short is on one line. */
export function writeJson(value: Json, indent = ''): string {
  const flat = onOneLine(value);
  if (indent !== '' && flat.length + indent.length <= LINE_LENGTH) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((entry: Json) => inner + writeJson(entry, inner)).join(',\n')}\n${indent}]`;
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) return flat;
  const lines = entries.map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${writeJson(entry, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${onOneLine(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

class Stop extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

const TOKEN = /[ \t\r\n]*("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?[A-Za-z0-9][A-Za-z0-9.+-]*|[^])?/uy;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

class Reader {
  readonly lines = new Map<string, number>();
  /** Where the token that comes next begins. */
  private at = 0;
  private end = 0;
  private line = 1;
  private counted = 0;
  private token: string | undefined;

  constructor(private readonly text: string) {
    this.next();
  }

  readAll(): Json {
    const value = this.value([]);
    if (this.token !== undefined) this.stop(t('nothing may follow the end of the document'));
    return value;
  }

  private value(path: Path): Json {
    const { token } = this;
    if (path.length > MAX_DEPTH) this.stop(t('is nested too deep'));
    this.lines.set(pathText(path), this.lineHere());
    if (token === '{') return this.object(path);
    if (token === '[') return this.list(path);
    if (token === undefined) this.stop(t('the document ends too early: a value is missing'));
    if (token.startsWith('"')) return this.string();
    this.next();
    if (token === 'true' || token === 'false') return token === 'true';
    if (token === 'null') return null;
    if (NUMBER.test(token)) return Number(token);
    throw new Stop(this.before, t('a value is missing: {{token}} is not one', { token: shown(token) }));
  }

  private before = 0;

  private object(path: Path): Json {
    const entries = new Map<string, Json>();
    this.next();
    while (this.token !== '}') {
      if (entries.size > 0) this.take(',', t('a comma or } is missing'));
      if (this.token === '}') this.stop(t('remove the comma before }'));
      if (!this.token?.startsWith('"')) this.stop(t('a key in double quotes is missing'));
      const at = this.at;
      const key = this.string();
      if (entries.has(key)) throw new Stop(at, t('the key {{key}} is repeated', { key: JSON.stringify(key) }));
      this.take(':', t('a colon is missing after the key'));
      entries.set(key, this.value([...path, key]));
    }
    this.next();
    return Object.fromEntries(entries);
  }

  private list(path: Path): Json {
    const values: Json[] = [];
    this.next();
    while (this.token !== ']') {
      if (values.length > 0) this.take(',', t('a comma or ] is missing'));
      if (this.token === ']') this.stop(t('remove the comma before ]'));
      values.push(this.value([...path, values.length]));
    }
    this.next();
    return values;
  }

  private string(): string {
    const { token } = this;
    if (token === '"') this.stop(t('this text is not closed, or has a character that must be written as \\u…'));
    this.next();
    return JSON.parse(token!) as string;
  }

  private take(token: string, message: string): void {
    if (this.token !== token) this.stop(message);
    this.next();
  }

  private next(): void {
    this.before = this.at;
    TOKEN.lastIndex = this.end;
    const token = TOKEN.exec(this.text)?.[1];
    this.end = TOKEN.lastIndex || this.text.length;
    this.at = this.end - (token?.length ?? 0);
    this.token = token;
  }

  private lineHere(): number {
    for (; this.counted < this.at; this.counted += 1) if (this.text[this.counted] === '\n') this.line += 1;
    return this.line;
  }

  private stop(message: string): never {
    throw new Stop(this.at, message);
  }
}

function shown(token: string): string {
  return token.length > 20 ? `${token.slice(0, 20)}…` : token;
}
