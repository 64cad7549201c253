import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** What precedes the rows: the signature, flags and the length of an extension, which has none. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** In place of a number of fields: the end. */
const NO_MORE = -1;
/** In place of a length. */
const NULL = -1;
/** A `numeric` is written in groups of four decimal digits. */
const GROUP = 10_000;
const GROUP_DIGITS = 4;
const NEGATIVE = 0x4000;
const TWO_TO_32 = 2 ** 32;
/** PostgreSQL counts instants from 2000 on. */
const YEAR_2000_MS = Date.UTC(2000, 0, 1);

const LENGTH_BYTES = 4;
const GROUP_BYTES = 2;

/** Bytes of a chunk that is written; no row may be longer than what is kept free at its end. */
const CHUNK_BYTES = 2 ** 18;
const SPARE_BYTES = 2 ** 16;
/** Groups before and after the point of the largest whole number that is exact. */
const MOST_GROUPS = 8;

/**
 * What a column is, and so what number stands for it:
 * - `integer`: smallint, integer or bigint, below 2^53
 * - `instant`: timestamptz, as milliseconds since 1970 with a fraction
 * - `double`: double precision
 * - `fixed`: numeric with at most 4 decimals, as whole ten-thousandths; Infinity beyond 2^53 − 1
 * - a function: a text, as the number that the function gives it
 * - `take`: is given the bytes of a text, which are used again, and no number stands for it
 */
export type CopiedField =
  | 'integer'
  | 'instant'
  | 'double'
  | 'fixed'
  | ((text: string) => number)
  | { readonly take: (text: Uint8Array) => void };

/**
 * Reads what COPY sends in binary: far less work for both sides than text.
 * @param each is called with the numbers of each row, NaN for NULL; they are used again for the next
 */
export async function readTuples(
  stream: Readable,
  fields: readonly CopiedField[],
  each: (numbers: Float64Array) => void,
): Promise<void> {
  const tuples = new Tuples(fields, each);
  let rest: Buffer | undefined;
  let isBegun = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    if (!isBegun && bytes.length < HEADER.length) {
      rest = bytes;
      continue;
    }
    if (!isBegun) bytes = bytes.subarray(HEADER.length);
    isBegun = true;
    const end = tuples.read(bytes);
    rest = end < bytes.length ? bytes.subarray(end) : undefined;
  }
}

class Tuples {
  private readonly numbers: Float64Array;

  constructor(
    private readonly fields: readonly CopiedField[],
    private readonly each: (numbers: Float64Array) => void,
  ) {
    this.numbers = new Float64Array(fields.length);
  }

  /** Reads whole tuples, and returns where the first begins that is not whole. */
  read(bytes: Buffer): number {
    let start = 0;
    for (;;) {
      const end = this.readOne(bytes, start);
      if (end === undefined) return start;
      start = end;
    }
  }

  private readOne(bytes: Buffer, start: number): number | undefined {
    const { fields, numbers } = this;
    let at = start + GROUP_BYTES;
    if (at > bytes.length || bytes.readInt16BE(start) === NO_MORE) return undefined;
    for (let field = 0; field < fields.length; field += 1) {
      if (at + LENGTH_BYTES > bytes.length) return undefined;
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      if (length < 0) {
        numbers[field] = Number.NaN;
        continue;
      }
      if (at + length > bytes.length) return undefined;
      const kind = fields[field]!;
      if (kind === 'integer') numbers[field] = integer(bytes, at, length);
      else if (kind === 'double') numbers[field] = bytes.readDoubleBE(at);
      else if (kind === 'fixed') numbers[field] = tenThousandths(bytes, at);
      else if (kind === 'instant') numbers[field] = YEAR_2000_MS + integer(bytes, at, length) / 1_000;
      else if (typeof kind === 'function') numbers[field] = kind(bytes.toString('utf8', at, at + length));
      else kind.take(bytes.subarray(at, at + length));
      at += length;
    }
    this.each(numbers);
    return at;
  }
}

function integer(bytes: Buffer, at: number, length: number): number {
  if (length === 8) return bytes.readInt32BE(at) * TWO_TO_32 + bytes.readUInt32BE(at + 4);
  return length === 4 ? bytes.readInt32BE(at) : bytes.readInt16BE(at);
}

function tenThousandths(bytes: Buffer, start: number): number {
  const groups = bytes.readInt16BE(start);
  // How many groups stand before the point, less one; one group stands after it.
  const weight = bytes.readInt16BE(start + GROUP_BYTES);
  const isNegative = bytes.readUInt16BE(start + 2 * GROUP_BYTES) === NEGATIVE;
  let value = 0;
  for (let group = 0; group <= weight + 1; group += 1) {
    value = value * GROUP + (group < groups ? bytes.readInt16BE(start + (4 + group) * GROUP_BYTES) : 0);
  }
  if (value > Number.MAX_SAFE_INTEGER) value = Infinity;
  return isNegative ? -value : value;
}

/**
 * Writes rows for COPY in binary. Each row is `begin`, then its fields in order, then `end`; when that says so, `flush` must be
 * awaited, and last of all `finish`.
 */
export class TupleWriter {
  /** While one is filled the other is sent: new ones would keep the garbage collector busy. */
  private readonly chunks = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const;
  private bytes: Buffer<ArrayBuffer> = this.chunks[0];
  private view = new DataView(this.bytes.buffer);
  private at = HEADER.copy(this.bytes);
  private sent: Promise<void> = Promise.resolve();
  private readonly groups = new Uint16Array(MOST_GROUPS);
  private failure: Error | undefined;

  constructor(
    private readonly stream: Writable,
    private readonly fields: number,
  ) {
    stream.on('error', (error) => (this.failure ??= error));
  }

  begin(): void {
    this.view.setInt16(this.at, this.fields);
    this.at += 2;
  }

  /** Whether enough has come together to be flushed. */
  end(): boolean {
    return this.at > CHUNK_BYTES - SPARE_BYTES;
  }

  null(): void {
    this.view.setInt32(this.at, NULL);
    this.at += 4;
  }

  boolean(value: boolean): void {
    this.view.setInt32(this.at, 1);
    this.view.setUint8(this.at + 4, value ? 1 : 0);
    this.at += 5;
  }

  smallint(value: number): void {
    this.view.setInt32(this.at, 2);
    this.view.setInt16(this.at + 4, value);
    this.at += 6;
  }

  integer(value: number): void {
    this.view.setInt32(this.at, 4);
    this.view.setInt32(this.at + 4, value);
    this.at += 8;
  }

  bigint(value: number): void {
    this.view.setInt32(this.at, 8);
    this.view.setInt32(this.at + 4, Math.floor(value / TWO_TO_32));
    this.view.setUint32(this.at + 8, value - Math.floor(value / TWO_TO_32) * TWO_TO_32);
    this.at += 12;
  }

  /** @param ms milliseconds since 1970, with a fraction of whole microseconds */
  instant(ms: number): void {
    this.bigint(Math.round((ms - YEAR_2000_MS) * 1_000));
  }

  /** A text that has been encoded. */
  text(encoded: Uint8Array): void {
    this.view.setInt32(this.at, encoded.length);
    this.bytes.set(encoded, this.at + 4);
    this.at += 4 + encoded.length;
  }

  /** JSON for a `jsonb`, of characters of ASCII alone. */
  jsonb(text: string): void {
    this.view.setInt32(this.at, text.length + 1);
    this.view.setUint8(this.at + 4, 1);
    this.at += 5 + this.bytes.write(text, this.at + 5, 'latin1');
  }

  /**
   * A `numeric`.
   * @param value a whole number of the last decimal, exact
   * @param decimals how many, at most 8
   */
  numeric(value: number, decimals: number): void {
    const size = Math.abs(value);
    const unit = 10 ** decimals;
    const whole = Math.floor(size / unit);
    this.parts(value < 0, whole, (size - whole * unit) * 10 ** (2 * GROUP_DIGITS - decimals), decimals);
  }

  /** As {@link numeric}, for what may be beyond 2^53. */
  bigNumeric(value: bigint, decimals: number): void {
    const size = value < 0n ? -value : value;
    const unit = 10n ** BigInt(decimals);
    this.parts(value < 0n, Number(size / unit), Number(size % unit) * 10 ** (2 * GROUP_DIGITS - decimals), decimals);
  }

  /**
   * Hands over what has come together.
   * @throws what the database says
   */
  async flush(): Promise<void> {
    await this.sent;
    if (this.failure !== undefined) throw this.failure;
    const filled = this.bytes.subarray(0, this.at);
    // A chunk is larger than what a socket takes in at once, so it counts as written when the system has all of it.
    this.sent = new Promise((resolve) => void this.stream.write(filled, () => resolve()));
    this.bytes = this.bytes === this.chunks[0] ? this.chunks[1] : this.chunks[0];
    this.view = new DataView(this.bytes.buffer);
    this.at = 0;
  }

  /** Takes back all that was written, since it will not be finished. */
  abort(error: Error): void {
    this.stream.destroy(error);
  }

  /** Ends the stream, and waits until the database has all of it. */
  async finish(): Promise<void> {
    this.view.setInt16(this.at, NO_MORE);
    this.at += 2;
    await this.flush();
    await this.sent;
    this.stream.end();
    await once(this.stream, 'finish');
  }

  /** @param fraction in hundred-millionths */
  private parts(isNegative: boolean, whole: number, fraction: number, decimals: number): void {
    const { view, groups } = this;
    let before = 0;
    for (let rest = whole; rest > 0; rest = Math.floor(rest / GROUP)) groups[before++] = rest % GROUP;
    const first = Math.floor(fraction / GROUP);
    const second = fraction - first * GROUP;
    const after = second > 0 ? 2 : first > 0 ? 1 : 0;
    view.setInt32(this.at, 8 + 2 * (before + after));
    view.setInt16(this.at + 4, before + after);
    view.setInt16(this.at + 6, before - 1);
    view.setUint16(this.at + 8, isNegative ? NEGATIVE : 0);
    view.setUint16(this.at + 10, decimals);
    this.at += 12;
    for (let group = before - 1; group >= 0; group -= 1) {
      view.setUint16(this.at, groups[group]!);
      this.at += 2;
    }
    if (after > 0) {
      view.setUint16(this.at, first);
      this.at += 2;
    }
    if (after > 1) {
      view.setUint16(this.at, second);
      this.at += 2;
    }
  }
}
