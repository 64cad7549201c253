import { Readable } from 'node:stream';
import { Unzip, UnzipInflate } from 'fflate';
import type { Charset } from '#common/http/streamed-body.js';
import { exactNumber } from '#common/money/exact-json.js';
import { UNSTORABLE_TEXT } from '#common/validation/index.js';
import {
  type FileFormat,
  type ImportedRecord,
  MAX_ROW_BYTES,
  MAX_UNPACKED_BYTES,
  type ReadRecord,
  wholeRow,
} from './imports.rules.js';

const NUMERIC = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/;
const NUMERIC_WITH_COMMA = /^-?(0|[1-9][0-9]*)(,[0-9]+)?$/;

/** What csv-parse makes of bytes that are not UTF-8. */
const REPLACED = '\ufffd';

/** What separates columns: spreadsheets write what is usual in the user's country. */
const DELIMITERS = [',', ';', '\t'] as const;

/** What csv-parse gives with `info`. */
interface ParsedRow {
  record: Record<string, string>;
  info: { lines: number };
}

/** The rows of CSV as spreadsheets write it: the delimiter is recognized by the header, the encoding by the first bytes if not said. */
export async function* csvRecords(
  bytes: AsyncIterable<Buffer>,
  format: FileFormat,
  numbers: readonly string[],
): AsyncGenerator<ReadRecord> {
  const { head, all } = await peek(inUtf8(bytes, format.charset));
  // Loaded for the first file.
  const { parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    columns: (header: readonly string[]) => columnsOf(header, format),
    info: true,
    relax_column_count_less: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
  });
  const source = Readable.from(all).on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const fieldsOf = fieldsReader(format, numbers);
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      yield { line: info.lines, record: fieldsOf(Object.entries(record)) };
    }
  } catch (error) {
    const { code, lines, message } = error as Error & { code?: string; lines?: number };
    if (!code?.startsWith('CSV_')) throw error;
    yield { line: lines ?? 1, errors: wholeRow(`the file is not valid CSV from here on: ${message}`) };
  } finally {
    source.destroy();
  }
}

/** The bytes of a file in UTF-8; those that begin with the mark of UTF-16 are UTF-16, unless something else is said. */
async function* inUtf8(bytes: AsyncIterable<Buffer>, charset?: Charset): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst) decoder = decoderOf(charset ?? (chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8'));
    isFirst = false;
    yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}

/** Undefined for UTF-8, which csv-parse reads itself. */
function decoderOf(charset: Charset): InstanceType<typeof TextDecoder> | undefined {
  return charset === 'utf-8' ? undefined : new TextDecoder(charset);
}

/** The first line of a file, as far as a row may be long, and all of the file. */
async function peek(bytes: AsyncGenerator<Buffer>): Promise<{ head: string; all: AsyncGenerator<Buffer> }> {
  const seen: Buffer[] = [];
  let head = '';
  for (let next = await bytes.next(); next.done !== true; next = await bytes.next()) {
    seen.push(next.value);
    head += next.value.toString('latin1');
    if (/[\r\n]/.test(head.trimStart()) || head.length > MAX_ROW_BYTES) break;
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* seen;
    yield* bytes;
  }
  return { head: head.trimStart().split(/[\r\n]/, 1)[0]!, all: all() };
}

/** The delimiter that a header has most of, outside of quotation marks. */
function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string): number => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** @throws Error as csv-parse does, for a name that two columns have: one of them would be lost */
function columnsOf(header: readonly string[], { columns = {} }: FileFormat): string[] {
  const written = header.map((name) => name.trim());
  const names = typeof columns === 'function' ? [...columns(written)] : written.map((name) => columns[name] ?? name);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice === undefined) return names;
  throw Object.assign(new Error(`two columns have the name ${twice}`), { code: 'CSV_COLUMN_TWICE' });
}

/** Reads the fields of a row: empty ones are not there, numeric texts are numbers, and what was no UTF-8 is no text. */
function fieldsReader(
  { decimalComma = false }: FileFormat,
  numbers: readonly string[],
): (fields: readonly [string, string][]) => ImportedRecord {
  const numeric = new Set(numbers);
  const pattern = decimalComma ? NUMERIC_WITH_COMMA : NUMERIC;
  const valueOf = (name: string, text: string): unknown => {
    if (numeric.has(name) && pattern.test(text)) return exactNumber(text.replace(',', '.'));
    return text.includes(REPLACED) ? UNSTORABLE_TEXT : text;
  };
  return (fields) =>
    Object.fromEntries(fields.filter(([, text]) => text !== '').map(([name, text]) => [name, valueOf(name, text)]));
}

/** The rows of the first sheet of a workbook, which is read as a whole. */
export async function* workbookRecords(
  bytes: AsyncIterable<Buffer>,
  format: FileFormat,
  numbers: readonly string[],
): AsyncGenerator<ReadRecord> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const sheet = await sheetOf(Buffer.concat(chunks));
  if (typeof sheet === 'string') {
    yield { line: 1, errors: wholeRow(sheet) };
    return;
  }
  const [header = [], ...rows] = sheet;
  let columns: string[];
  try {
    columns = columnsOf(header, format);
  } catch (error) {
    yield { line: 1, errors: wholeRow((error as Error).message) };
    return;
  }
  const fieldsOf = fieldsReader({}, numbers);
  for (const [index, row] of rows.entries()) {
    const fields = row.map((text, at): [string, string] => [columns[at] ?? '', text]).filter(([name]) => name !== '');
    if (fields.some(([, text]) => text !== '')) yield { line: index + 2, record: fieldsOf(fields) };
  }
}

/** The cells of the first sheet as texts, or why there are none. */
async function sheetOf(file: Buffer): Promise<string[][] | string> {
  try {
    if (!isSmallUnpacked(file)) return 'the workbook is too large to be read as a whole: save it as CSV';
    // Loaded for the first workbook.
    const { readSheet } = await import('read-excel-file/node');
    // Numbers stay as they are written.
    const rows = await readSheet(file, { parseNumber: (text) => text });
    return rows.map((row) => row.map(textOf));
  } catch (error) {
    return `the file is not a workbook that can be read: ${(error as Error).message}`;
  }
}

/** Whether the parts of an archive are small enough together: a few bytes can unpack to any number. */
function isSmallUnpacked(file: Buffer): boolean {
  let size = 0;
  const unzip = new Unzip((part) => {
    part.ondata = (error, data) => {
      if (error) throw error;
      size += data.length;
      if (size > MAX_UNPACKED_BYTES) part.terminate();
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < file.length && size <= MAX_UNPACKED_BYTES; at += PIECE) {
    unzip.push(file.subarray(at, at + PIECE), at + PIECE >= file.length);
  }
  return size <= MAX_UNPACKED_BYTES;
}

/** Bytes that are unpacked at once: at most a thousand times as many come of them. */
const PIECE = 16_384;

/** A cell as the columns of CSV have it; dates as such, or as instants if they have a time. */
function textOf(cell: unknown): string {
  if (!(cell instanceof Date)) return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell).trim() : '';
  const instant = cell.toISOString();
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant;
}
