import type { FieldErrors } from '#common/errors/app-error.js';
import { type StreamedType, WORKBOOK } from '#common/http/streamed-body.js';
import { parseExactJson } from '#common/money/exact-json.js';
import { isPlainObject, UNSTORABLE_TEXT } from '#common/validation/index.js';
import { csvRecords, workbookRecords } from './import-tables.js';
import {
  type FileFormat,
  type ImportedRecord,
  MAX_LINES,
  MAX_ROW_BYTES,
  type ReadRecord,
  MAX_ROWS,
  tooManyRows,
  wholeRow,
} from './imports.rules.js';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The rows of a file, while it is read. One with too many lines ends with an error.
 * @param numbers fields that are numbers: CSV has them as texts
 */
export async function* recordsOf(
  { type, format }: { type: StreamedType; format: FileFormat },
  bytes: AsyncIterable<Buffer>,
  numbers: readonly string[],
): AsyncGenerator<ReadRecord> {
  if (type === WORKBOOK) {
    yield* workbookRecords(bytes, format, numbers);
    return;
  }
  const bounded = new BoundedLines(bytes);
  yield* type === 'text/csv' ? csvRecords(bounded, format, numbers) : jsonRecords(bounded);
  if (bounded.isTooLong) yield { line: MAX_LINES + 1, errors: tooManyRows(MAX_ROWS) };
}

/** The bytes of a file up to those with the line that is too many. */
class BoundedLines implements AsyncIterable<Buffer> {
  isTooLong = false;

  constructor(private readonly bytes: AsyncIterable<Buffer>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let lines = 0;
    for await (const chunk of this.bytes) {
      for (let at = 0; at < chunk.length; at += 1) if (isEndOfLine(chunk, at)) lines += 1;
      this.isTooLong = lines > MAX_LINES;
      if (this.isTooLong) return;
      yield chunk;
    }
  }
}

/** A line ends with a newline, a carriage return, or both. */
function isEndOfLine(chunk: Buffer, at: number): boolean {
  return chunk[at] === NEWLINE || (chunk[at] === RETURN && at + 1 < chunk.length && chunk[at + 1] !== NEWLINE);
}

async function* jsonRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<ReadRecord> {
  const lines = new Lines();
  for await (const chunk of bytes) yield* lines.of(chunk);
  yield* lines.end();
}

/** What a line says; undefined for a blank one. */
function jsonRecord(line: Buffer): { record: ImportedRecord } | { errors: FieldErrors } | undefined {
  let text: string;
  try {
    text = utf8.decode(line).trim();
  } catch {
    return { errors: wholeRow('the row is not valid UTF-8') };
  }
  if (text === '') return undefined;
  try {
    const record = parseExactJson(text);
    return isPlainObject(record)
      ? { record: markBroken(record) }
      : { errors: wholeRow('the row must be a JSON object') };
  } catch {
    return { errors: wholeRow('the row is not valid JSON') };
  }
}

/** Reads lines of JSON piece by piece, blank ones at once: a file may have nothing else. */
class Lines {
  private number = 0;
  private rest: Buffer[] = [];
  private size = 0;

  *of(chunk: Buffer): Generator<ReadRecord> {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      const read = this.line(chunk.subarray(from, to));
      if (read !== undefined) yield read;
      from = to + 1;
      while (chunk[from] === NEWLINE) {
        this.number += 1;
        from += 1;
      }
    }
    this.size += chunk.length - from;
    // Of a row that is too long, nothing is kept.
    if (this.size > MAX_ROW_BYTES) this.rest = [];
    else if (from < chunk.length) this.rest.push(chunk.subarray(from));
  }

  *end(): Generator<ReadRecord> {
    const read = this.size > 0 ? this.line(Buffer.alloc(0)) : undefined;
    if (read !== undefined) yield read;
  }

  private line(end: Buffer): ReadRecord | undefined {
    this.number += 1;
    const line = this.number;
    const isTooLong = this.size + end.length > MAX_ROW_BYTES;
    const whole = this.rest.length === 0 ? end : Buffer.concat([...this.rest, end]);
    this.rest = [];
    this.size = 0;
    if (isTooLong) return { line, errors: wholeRow(`the row has more than ${MAX_ROW_BYTES} bytes`) };
    const own = line === 1 && whole.subarray(0, BOM.length).equals(BOM) ? whole.subarray(BOM.length) : whole;
    const read = jsonRecord(own);
    return read && { line, ...read };
  }
}

/** The fields of a JSON row, in place: escapes can name halves of characters, which are no text. */
function markBroken(record: Record<string, unknown>): ImportedRecord {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string' && !value.isWellFormed()) record[name] = UNSTORABLE_TEXT;
  }
  return record;
}
