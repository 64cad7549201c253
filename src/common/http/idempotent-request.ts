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
import { addressKey } from './address.js';
import { FormBody } from '../validation/form-fields.js';

/** Values derived from a request and its idempotency key; the key cannot be recovered from what is stored. */
export class IdempotentRequest {
  readonly id: string;
  /** Identifies the record; includes application and user. */
  readonly keyHash: Buffer;
  /** Tells different requests with the same key apart. */
  readonly fingerprint: Buffer;
  readonly lockId: string;
  /** For the quota. */
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

  /** Compares in constant time. */
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
 * The user, across applications; an API admin has one quota per user that it acts for. Without a user, as at a log-in: the
 * application and the address.
 */
function ownerOf({ caller, application, ip }: FastifyRequest): string {
  if (caller !== undefined) return `user ${caller.uid} ${caller.actsFor}`;
  return `address ${application?.id ?? ''} ${addressKey(ip)}`;
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/\/(?=\?|$)/, '');
}
