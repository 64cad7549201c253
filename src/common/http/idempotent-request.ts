import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { limitedAddress } from './address.js';
import { FormBody } from './body-parsers.js';

/** What is derived from a request and its key. Nothing of it lets a reader of the database recover the key. */
export class IdempotentRequest {
  readonly id: string;
  /** What its answer is found by: nobody else's request has it. */
  readonly keyHash: Buffer;
  /** What tells it from another request with the same key. */
  readonly fingerprint: Buffer;
  readonly lockId: string;
  /** Whose quota its answer takes from. */
  readonly owner: Buffer;
  private readonly secret: Buffer;

  constructor(request: FastifyRequest, key: string) {
    const scope = `${request.application?.id ?? ''}:${request.caller?.uid ?? ''}:${request.caller?.actsFor ?? ''}`;
    const body = request.body instanceof FormBody ? request.body.fields : request.body;
    const ifMatch = request.headers['if-match'];
    const condition = ifMatch === undefined ? [] : [ifMatch];
    this.id = request.id;
    this.keyHash = createHash('sha256').update(`${scope}:${key}`).digest();
    this.fingerprint = createHmac('sha256', key)
      .update(JSON.stringify([request.method, withoutTrailingSlash(request.url), body ?? null, ...condition]))
      .digest();
    this.lockId = this.keyHash.readBigInt64BE().toString();
    this.owner = createHash('sha256').update(ownerOf(request)).digest().subarray(0, 16);
    this.secret = Buffer.from(
      hkdfSync('sha256', `${key}:${JSON.stringify(body ?? null)}`, this.keyHash, 'idempotency', 32),
    );
  }

  /** Whether a fingerprint is this request's. */
  isOf(fingerprint: Buffer): boolean {
    return timingSafeEqual(fingerprint, this.fingerprint);
  }

  encrypt(plain: Buffer): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.secret, iv);
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }

  decrypt(sealed: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.secret, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  }
}

/**
 * A user, at whichever application. An API admin has a quota for each user that it acts for: a back end may do so for all
 * of them. Where there is no user yet, as at a log-in, it is the address at the application: not all its strangers together.
 */
function ownerOf({ caller, application, ip }: FastifyRequest): string {
  if (caller !== undefined) return `user ${caller.uid} ${caller.actsFor}`;
  return `address ${application?.id ?? ''} ${limitedAddress(ip)}`;
}

/** A path means the same with and without its trailing slash. */
function withoutTrailingSlash(url: string): string {
  return url.replace(/\/(?=\?|$)/, '');
}
