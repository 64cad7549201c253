import type { Readable } from 'node:stream';

/** Bytes of a response body that are kept. */
const EXCERPT_BYTES = 1_024;

/** Milliseconds to wait for the excerpt after the status. */
const EXCERPT_MS = 2_000;

/** PostgreSQL cannot store NUL; it becomes U+FFFD, like invalid UTF-8. */
const NUL = /\u0000/g;

/**
 * Reads the first KiB of a response body, then closes it. Returns what has arrived if the body ends early, breaks off or is
 * slow.
 * @param encoding the header `Content-Encoding`; a compressed body is not decompressed
 * @returns text that PostgreSQL can store, cut at a character
 */
export async function readExcerpt(body: Readable, encoding: string | undefined): Promise<string> {
  const bytes = await firstBytes(body);
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return '(compressed)';
  return textOf(bytes);
}

/** Decodes bytes that may end within a character. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: bytes.length === EXCERPT_BYTES }).replace(NUL, '\uFFFD');
}

async function firstBytes(body: Readable): Promise<Buffer> {
  // This closes the connection.
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
    // The status has arrived; the excerpt is best effort.
  } finally {
    clearTimeout(timer);
    body.on('error', () => undefined).destroy();
  }
  return Buffer.concat(chunks);
}
