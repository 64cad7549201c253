import type { ImportKind } from './import-kind';
import { t } from '../../i18n/t';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How a file is written, as far as its beginning tells. */
export interface FileCheck {
  /** The media type that it is sent as. */
  type: string;
  /** What it is, for people: `CSV with semicolons, Windows-1252`. */
  description: string;
  /** The names in its first line; empty for NDJSON. */
  header: readonly string[];
  /** Whether its numbers seem to have a comma as decimal mark. */
  decimalComma: boolean;
  /** A date that the service would refuse: it does not guess whether the day or the month comes first. */
  otherDate?: string;
  /** Why the service would refuse all of it, whatever its columns mean. */
  problem?: string;
}

/** Bytes that are looked at. */
const LOOKED_AT = 65_536;

const DELIMITERS = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

/** Looks at the beginning of a file: how it is written, before it is sent. */
export async function checkFile(file: File): Promise<FileCheck> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return checkWorkbook(file);
  const { text, charset } = decoded(bytes);
  return checkText(file.name, text, charset);
}

async function checkWorkbook(file: File): Promise<FileCheck> {
  const found = { type: WORKBOOK, description: t('Excel workbook, first sheet'), header: [], decimalComma: false };
  try {
    const { readSheet } = await import('read-excel-file/browser');
    const [first = []] = await readSheet(file, { parseNumber: (number) => number });
    const header = first.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
    return { ...found, header, ...(header.length === 0 && { problem: t('The first sheet is empty.') }) };
  } catch {
    return { ...found, problem: t('This workbook cannot be read. Save it as CSV, and choose that file.') };
  }
}

/** Spreadsheets write UTF-8, UTF-16 with its mark, or what was usual in the user's country before. */
function decoded(bytes: Uint8Array): { text: string; charset?: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), charset: 'utf-16le' };
  try {
    // The last character may be cut.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), charset: 'windows-1252' };
  }
}

/**
 * What the beginning of a file tells.
 * @param name of the file
 * @param charset its encoding, if it is not UTF-8
 */
export function checkText(name: string, text: string, charset?: string): FileCheck {
  const isJson = /\.(ndjson|jsonl|json)$/i.test(name) || (!/\.csv$/i.test(name) && text.trimStart().startsWith('{'));
  if (isJson) {
    const found = { type: 'application/x-ndjson', description: 'NDJSON', header: [], decimalComma: false };
    return { ...found, ...problemOf(jsonProblem(text)) };
  }
  const [first = '', ...lines] = text.trimStart().split(/\r\n|\r|\n/);
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string): number => bare.split(delimiter).length;
  const [delimiter, title] = DELIMITERS.reduce((best, one) => (count(one[0]) > count(best[0]) ? one : best));
  return {
    type: charset === undefined ? 'text/csv' : `text/csv; charset=${charset}`,
    description: [
      t('CSV with {{title}}', { title }),
      ...(charset === undefined ? [] : [charset === 'utf-16le' ? 'UTF-16' : 'Windows-1252']),
    ].join(', '),
    header: namesIn(first, delimiter),
    decimalComma:
      delimiter !== ',' && lines.some((line) => line.split(delimiter).some((one) => /^-?\d+,\d+$/.test(one))),
    ...dateIn(lines),
    ...problemOf(first.trim() === '' ? t('The file is empty.') : undefined),
  };
}

/** `03/04/2026`, `31.3.2026` or `12-31-2026`, as a whole field or with a time behind. */
const OTHER_DATE =
  /(?:^|[,;\t"])\s*((?:(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\2|(?:0?[1-9]|1[0-2])([/.-])(?:0?[1-9]|[12]\d|3[01])\3)(?:19|20)\d\d)(?=\s|[,;\t"]|$)/m;

function dateIn(lines: readonly string[]): { otherDate?: string } {
  const found = OTHER_DATE.exec(lines.join('\n'))?.[1];
  return found === undefined ? {} : { otherDate: found };
}

function namesIn(header: string, delimiter: string): string[] {
  const names = header.match(new RegExp(`(?:"(?:[^"]|"")*"|[^${delimiter}"]*)+`, 'g')) ?? [];
  return names
    .map((one) =>
      one
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"')
        .trim(),
    )
    .filter((one) => one !== '');
}

function problemOf(problem: string | undefined): { problem?: string } {
  return problem === undefined ? {} : { problem };
}

function jsonProblem(text: string): string | undefined {
  if (text.trim() === '') return t('The file is empty.');
  if (text.trimStart().startsWith('['))
    return t('This is one JSON array. NDJSON has one object per line, without commas between them.');
  return undefined;
}

/** The field of each column of a file, by the column's name; `null` for a column that is not imported. */
export type Mapping = Readonly<Record<string, string | null>>;

const PRESETS = 'console-import-columns';

/** What is kept of the columns of earlier files: fields by kind and column. */
function presets(): Record<string, Mapping | undefined> {
  try {
    return JSON.parse(localStorage.getItem(PRESETS) ?? '{}') as Record<string, Mapping>;
  } catch {
    return {};
  }
}

/** Keeps the fields of columns for the next file that has them. */
export function keepMapping({ name }: ImportKind, mapping: Mapping): void {
  const all = presets();
  localStorage.setItem(PRESETS, JSON.stringify({ ...all, [name]: { ...all[name], ...mapping } }));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The field that each column of a file seems to be: as it was last time, by its name, or by a usual name of the field. */
export function guessMapping(header: readonly string[], kind: ImportKind): Mapping {
  const kept = presets()[kind.name] ?? {};
  const free = new Set(kind.columns.map(({ name }) => name));
  const take = (field: string | undefined | null): string | null =>
    field !== undefined && field !== null && free.delete(field) ? field : null;
  const exact = header.map((column) => take(kind.columns.find(({ name }) => name === column)?.name));
  return Object.fromEntries(
    header.map((column, index) => {
      if (exact[index] !== null) return [column, exact[index]!];
      if (kind.others?.names.test(column) === true) return [column, column];
      if (column in kept) return [column, take(kept[column])];
      const known = kind.columns.find(({ name, aliases = [] }) =>
        [name, ...aliases].map(plain).includes(plain(column)),
      );
      return [column, take(known?.name)];
    }),
  );
}

/** Required fields that no column of a file is. */
export function missingFields(mapping: Mapping, { columns }: ImportKind): string[] {
  const given = Object.values(mapping);
  return columns.filter(({ name, isRequired }) => isRequired === true && !given.includes(name)).map(({ name }) => name);
}
