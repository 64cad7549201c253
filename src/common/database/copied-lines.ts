import type { Readable } from 'node:stream';

const TAB = 9;
const LINE_FEED = 10;
const MINUS = 45;
const ZERO = 48;

/**
 * Reads what COPY sends as text: columns of whole numbers, then a text without backslashes, which is the rest of the line.
 * @param columns how many numbers
 * @param each is called with the numbers and the text of each line; both are used again for the next
 */
export async function readCopied(
  stream: Readable,
  columns: number,
  each: (numbers: Float64Array, text: Uint8Array) => void,
): Promise<void> {
  const numbers = new Float64Array(columns);
  let rest: Buffer | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      each(numbers, bytes.subarray(readNumbers(bytes, start, end, numbers), end));
      start = end + 1;
    }
    rest = start < bytes.length ? bytes.subarray(start) : undefined;
  }
}

/** Returns where the text begins. */
function readNumbers(bytes: Buffer, start: number, end: number, numbers: Float64Array): number {
  let at = start;
  for (let column = 0; column < numbers.length; column += 1) {
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at += 1;
    let value = 0;
    for (; at < end && bytes[at] !== TAB; at += 1) value = value * 10 + bytes[at]! - ZERO;
    numbers[column] = isNegative ? -value : value;
    at += 1;
  }
  return Math.min(at, end);
}
