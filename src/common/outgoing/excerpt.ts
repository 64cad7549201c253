import type { Readable } from 'node:stream';

/** Bytes of an answer's body that are kept. */
const EXCERPT_BYTES = 1_024;

/** Milliseconds that the excerpt may take to arrive once the status is there. */
const EXCERPT_MS = 2_000;

/** NUL cannot be stored; it becomes what the decoder makes of bytes that are no UTF-8. */
const NUL = /\u0000/g;

/**
 * Reads the first KiB of an answer's body, then closes it. An answer that ends early, breaks off or is slow gives what has
 * come.
 * @param encoding the header `Content-Encoding`; a body that is not plain is not unpacked
 * @returns text that PostgreSQL can store, cut at a character
 */
export async function readExcerpt(body: Readable, encoding: string | undefined): Promise<string> {
  const bytes = await firstBytes(body);
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return '(compressed)';
  return textOf(bytes);
}

/** The text of bytes that may end within a character. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: bytes.length === EXCERPT_BYTES }).replace(NUL, '\uFFFD');
}

async function firstBytes(body: Readable): Promise<Buffer> {
  // Destroying it closes the connection.
  const timer = setTimeout(() => body.destroy(), EXCERPT_MS);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, EXCERPT_BYTES - length));
      length += chunk.length;
      if (length >= EXCERPT_BYTES) break;
    }
  } catch {
    // The status has come; the excerpt is what there is of it.
  } finally {
    clearTimeout(timer);
    body.on('error', () => undefined).destroy();
  }
  return Buffer.concat(chunks);
}
