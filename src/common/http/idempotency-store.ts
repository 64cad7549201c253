import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/index.js';
import { type IdempotencyRecord, KEEP_HOURS } from './idempotency-record.entity.js';
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
import { addressKey } from './client-address.js';
import { FormBody } from '../validation/form-fields.js';

/**
 * The quota of a user: some 50 responses with a cart of 500 lines, or a small cart that is changed every 90 seconds for a
 * day.
 */
export const MAX_RESPONSES = 1_000;
export const MAX_RESPONSE_BYTES = 1_048_576;

/** Approximate bytes of a row without the response, including its index entries. */
const ROW_BYTES = 300;

/** Responses that one request evicts at most. */
const MAX_EVICTED = 100;

/** Smaller responses hardly compress. */
const MIN_COMPRESSED_BYTES = 1_024;

/** A third of the time of JSON.stringify, and a tenth of the bytes of a cart. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

const LOCK = statement('idempotency-store.lock', 'SELECT pg_try_advisory_xact_lock($1::bigint) AS locked');

/** The partitions of records that have not expired. The hour is for one of a transaction that began after this one. */
const IS_KEPT = `expires_at > now() AND expires_at <= now() + interval '${KEEP_HOURS + 1} hours'`;

/**
 * The lock makes this a transaction that writes: its COMMIT waits for the standby that the first one may not have reached
 * before somebody cancelled its wait.
 */
const FIND = statement(
  'idempotency-store.find',
  `SELECT fingerprint, status, headers, body, compressed FROM idempotency_records
    WHERE key_hash = $1 AND ${IS_KEPT} FOR KEY SHARE`,
);

/** Under the lock of a key that has no record, or only one that has expired. */
const SAVE = statement(
  'idempotency-store.save',
  `INSERT INTO idempotency_records (key_hash, fingerprint, status, headers, body, compressed, owner, size, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => ${KEEP_HOURS}))`,
);

/**
 * Deletes the oldest responses of owner `$1` beyond the quota, except `$2`, which was just saved. Reads the index only, and
 * skips rows that another request is evicting.
 */
const EVICT = statement(
  'idempotency-store.evict',
  `DELETE FROM idempotency_records WHERE ${IS_KEPT} AND (key_hash, expires_at) IN (
     SELECT key_hash, expires_at FROM idempotency_records WHERE ${IS_KEPT} AND (key_hash, expires_at) IN (
       SELECT key_hash, expires_at FROM (
         SELECT key_hash, expires_at, row_number() OVER newest AS position, sum(size) OVER newest AS bytes
           FROM idempotency_records WHERE owner = $1 AND ${IS_KEPT}
         WINDOW newest AS (ORDER BY expires_at DESC, key_hash ROWS UNBOUNDED PRECEDING)
       ) AS kept WHERE (position > ${MAX_RESPONSES} OR bytes > ${MAX_RESPONSE_BYTES}) AND key_hash <> $2
       ORDER BY position DESC LIMIT ${MAX_EVICTED}
     ) FOR UPDATE SKIP LOCKED
   )`,
);

type Row = Pick<IdempotencyRecord, 'fingerprint' | 'status' | 'headers' | 'body' | 'compressed'>;

/** A response; headers and body are JSON. */
export interface StoredResponse {
  status: number;
  headers: string | null;
  body: string;
}

export interface FoundResponse extends StoredResponse {
  isOfSameRequest: boolean;
}

/**
 * Stores the responses of requests with an `Idempotency-Key`: compressed, encrypted with the client's key, and limited by a
 * quota per user.
 */
@Injectable()
export class IdempotencyStore {
  constructor(private readonly db: Database) {}

  /** Locks the key until the end of the transaction; false while another request with it is running. */
  async lock(tx: EntityManager, { lockId }: IdempotentRequest): Promise<boolean> {
    return (await this.db.queryOne<{ locked: boolean }>(tx, LOCK, [lockId]))?.locked ?? false;
  }

  async find(tx: EntityManager, request: IdempotentRequest): Promise<FoundResponse | undefined> {
    const row = await this.db.queryOne<Row>(tx, FIND, [request.keyHash]);
    if (row === undefined) return undefined;
    const { status, fingerprint } = row;
    // The response of a different request cannot be decrypted with this one's body.
    if (!request.isOf(fingerprint)) return { status, headers: null, body: '', isOfSameRequest: false };
    const body = request.decrypt(row.body);
    return {
      status,
      headers: row.headers === null ? null : request.decrypt(row.headers).toString(),
      body: (row.compressed ? await decompress(body) : body).toString(),
      isOfSameRequest: true,
    };
  }

  /** Saves a response in the request's transaction, and evicts responses beyond the owner's quota. */
  async save(tx: EntityManager, request: IdempotentRequest, answer: StoredResponse): Promise<void> {
    const plain = Buffer.from(answer.body);
    const compressed = plain.length >= MIN_COMPRESSED_BYTES;
    // Not on the main thread: large bodies take a millisecond.
    const body = request.encrypt(compressed ? await compress(plain, COMPRESSION) : plain);
    const headers = answer.headers === null ? null : request.encrypt(Buffer.from(answer.headers));
    const size = body.length + (headers?.length ?? 0) + ROW_BYTES;
    const { keyHash, fingerprint, owner } = request;
    this.db.send(tx, SAVE, [keyHash, fingerprint, answer.status, headers, body, compressed, owner, size]);
    this.db.send(tx, EVICT, [owner, keyHash]);
  }
}

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
