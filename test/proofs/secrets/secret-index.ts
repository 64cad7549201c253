import { randomBytes } from 'node:crypto';
import type { Kind } from './kinds.js';

/** The shortest piece of a secret that is looked for. */
const PIECE = 12;

/** A value that nobody but those concerned may see. */
export interface Secret {
  kind: Kind;
  value: string;
}

/** A piece of a secret in a text. */
export interface Sighting {
  secret: Secret;
  /** What stands around it. */
  excerpt: string;
}

/** Finds pieces of secrets in texts: as they are, in any case, percent-encoded, in Base64 of either alphabet, in hexadecimal. */
export class SecretIndex {
  private readonly pieces = new Map<string, Secret>();
  private readonly known = new Set<string>();

  /** How many secrets it looks for. */
  get size(): number {
    return this.known.size;
  }

  /** How many secrets of each kind it looks for. */
  readonly counts = new Map<Kind, number>();

  /**
   * Looks for a secret from now on.
   * @throws Error for one that is too short to be told from other texts
   */
  add(kind: Kind, value: string): void {
    if (this.known.has(value)) return;
    if (value.length < PIECE) throw new Error(`a secret of fewer than ${PIECE} characters cannot be looked for`);
    this.known.add(value);
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const secret = { kind, value };
    for (const form of formsOf(value)) {
      for (let at = 0; at + PIECE <= form.length; at += 1) this.pieces.set(form.slice(at, at + PIECE), secret);
    }
  }

  /** The secrets of which pieces stand in a text, each once. */
  find(text: string): Sighting[] {
    const plain = even(text);
    const found = new Map<Secret, Sighting>();
    for (let at = 0; at + PIECE <= plain.length; at += 1) {
      const secret = this.pieces.get(plain.slice(at, at + PIECE));
      if (secret === undefined || found.has(secret)) continue;
      found.set(secret, { secret, excerpt: text.slice(Math.max(0, at - 80), at + 2 * PIECE) });
    }
    return [...found.values()];
  }
}

/** A value that occurs nowhere by accident. */
export function canary(): string {
  return `Q${randomBytes(24)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijkmnpqr'[Number(digit)]!)}7`;
}

/** What a secret looks like in a text, evened as the text is. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const own = bytesOf(value);
  const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...encoded(bytes)];
  return [...new Set([...forms, ...(own === undefined ? [] : encoded(own))].map(even))];
}

/** Hexadecimal, and Base64 as it comes out after 0, 1 and 2 other bytes, without the letters that those decide as well. */
function encoded(bytes: Buffer): string[] {
  const shifted = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return letters.slice(before === 0 ? 0 : before + 1, -1);
  });
  return [bytes.toString('hex'), ...shifted];
}

/** The bytes that a secret stands for where it is Base64 itself: databases write those in hexadecimal. */
function bytesOf(value: string): Buffer | undefined {
  const letters = /^(?:whsec_|rt_|st_)?([\w+/-]{43,}=*)$/.exec(value)?.[1];
  return letters === undefined ? undefined : Buffer.from(letters, 'base64');
}

/** One alphabet of Base64, and one case of letters. */
function even(text: string): string {
  return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}
