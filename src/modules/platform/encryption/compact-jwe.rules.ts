import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { AppError } from '#common/errors/app-error.js';

/** The only supported algorithms (RFC 7518): direct use of the key, AES-256-GCM. */
const ALG = 'dir';
const ENC = 'A256GCM';
const CIPHER = 'aes-256-gcm';

/** Bytes of an AES-256 key, and of the initialization vector and the tag of A256GCM. RFC 7518, sections 4.5 and 5.3. */
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Most characters of the encoded header. Ours has about 100. */
const MAX_HEADER = 1024;

/** A well-formed compact JWE, not verified yet. */
export interface CompactJwe {
  kid: string;
  /** The encoded header, which is authenticated too. */
  header: string;
  iv: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

/**
 * Parses a compact JWE (RFC 7516, section 7.1). The cost is bounded by its length, since zip is not supported.
 * @throws AppError BAD_REQUEST saying what is invalid
 */
export function readCompactJwe(text: string): CompactJwe {
  const parts = text.split('.', 6);
  const [header = '', key = '', iv = '', ciphertext = '', tag = ''] = parts;
  if (parts.length !== 5 || !parts.every(isBase64Url)) {
    throw refusal('the body is not a compact JWE: five parts in base64url, with dots between them');
  }
  const kid = validateHeader(readHeader(header));
  if (key !== '') throw refusal(`the second part of the JWE must be empty, as alg is ${ALG}`);
  return {
    kid,
    header,
    iv: bytes('third part (initialization vector)', iv, IV_BYTES),
    ciphertext: bytes('fourth part (ciphertext)', ciphertext),
    tag: bytes('fifth part (authentication tag)', tag, TAG_BYTES),
  };
}

/** The `kid` of a JWE, even of an otherwise invalid one; undefined when it has none. */
export function kidOf(text: string): string | undefined {
  try {
    const { kid } = readHeader(text.split('.', 1)[0]!);
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    // readCompactJwe reports the error.
    return undefined;
  }
}

/**
 * Verifies and decrypts.
 * @throws AppError BAD_REQUEST when it was altered or encrypted with another key, which cannot be distinguished
 */
export function openJwe({ header, iv, ciphertext, tag }: CompactJwe, key: KeyObject): Buffer {
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(header, 'latin1')).setAuthTag(tag);
  const start = decipher.update(ciphertext);
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch {
    throw refusal('the body cannot be decrypted: it was changed on its way, or encrypted with another key');
  }
}

/**
 * Encrypts. Each call draws a new initialization vector.
 * @param kid the name of the key
 * @param cty the media type of the text, without `application/` (RFC 7516, section 4.1.12)
 */
export function sealJwe(plaintext: Buffer, kid: string, key: KeyObject, cty: string): string {
  const header = Buffer.from(JSON.stringify({ alg: ALG, enc: ENC, kid, cty })).toString('base64url');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(header, 'latin1'));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return `${header}..${parts.join('.')}`;
}

/** An error about the whole body, not a field. */
export function refusal(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}

type Header = Record<string, unknown>;

/** A byte order mark is not JSON. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readHeader(part: string): Header {
  if (part.length > MAX_HEADER) throw refusal(`the JWE header must be at most ${MAX_HEADER} characters`);
  let json = '';
  let header: unknown;
  try {
    json = utf8.decode(Buffer.from(part, 'base64url'));
    header = JSON.parse(json);
  } catch {
    header = undefined;
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw refusal('the JWE header is not a JSON object');
  }
  if (countNames(json) > Object.keys(header).length) throw refusal('the JWE header must not hold a name twice');
  return header as Header;
}

/** The number of top-level names in JSON text, including duplicates, of which JSON.parse keeps only the last. */
function countNames(json: string): number {
  let depth = 0;
  let count = 0;
  for (const [token, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && colon !== undefined) count += 1;
  }
  return count;
}

/** Validates a header and returns its `kid`. Unknown names are ignored, as RFC 7516 demands. */
function validateHeader({ alg, enc, zip, crit, kid }: Header): string {
  if (alg !== ALG) throw refusal(`the JWE header alg must be ${ALG}`);
  if (enc !== ENC) throw refusal(`the JWE header enc must be ${ENC}`);
  if (zip !== undefined) throw refusal('the JWE header zip is not supported: send the body uncompressed');
  if (crit !== undefined) throw refusal('the JWE header crit is not supported');
  if (typeof kid !== 'string') throw refusal('the JWE header kid must name the key, as a string');
  return kid;
}

/** The bytes of a part: exactly `length`, or at least one. */
function bytes(name: string, part: string, length?: number): Buffer {
  const decoded = Buffer.from(part, 'base64url');
  if (length !== undefined && decoded.length !== length) {
    throw refusal(`the ${name} of the JWE must have ${length * 8} bits`);
  }
  if (decoded.length === 0) throw refusal(`the ${name} of the JWE must not be empty`);
  return decoded;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether a text is canonical base64url (RFC 4648, section 5) without padding. */
function isBase64Url(text: string): boolean {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return false;
  const unusedBits = [0, 6, 4, 2][text.length % 4]!;
  return unusedBits === 0 || (unusedBits < 6 && ALPHABET.indexOf(text.at(-1)!) % 2 ** unusedBits === 0);
}
