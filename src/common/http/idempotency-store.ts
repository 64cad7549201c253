import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, hasExpired, statement } from '../database/index.js';
import { Retention } from '../jobs/index.js';
import { IdempotencyRecord } from './idempotency-record.entity.js';
import type { IdempotentRequest } from './idempotent-request.js';

/** Section 6 of the decisions. */
const KEEP_HOURS = 24;

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
const FIND = statement(
  'idempotency-store.find',
  'SELECT fingerprint, status, headers, body, compressed FROM idempotency_records WHERE key_hash = $1 AND expires_at > now()',
);
const SAVE = statement(
  'idempotency-store.save',
  `INSERT INTO idempotency_records (key_hash, fingerprint, status, headers, body, compressed, owner, size, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => ${KEEP_HOURS}))
   ON CONFLICT (key_hash) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
     headers = EXCLUDED.headers, body = EXCLUDED.body, compressed = EXCLUDED.compressed, owner = EXCLUDED.owner,
     size = EXCLUDED.size, expires_at = EXCLUDED.expires_at`,
);

/**
 * Deletes the oldest responses of owner `$1` beyond the quota, except `$2`, which was just saved. Reads the index only, and
 * skips rows that another request is evicting.
 */
const EVICT = statement(
  'idempotency-store.evict',
  `DELETE FROM idempotency_records WHERE key_hash IN (
     SELECT key_hash FROM idempotency_records WHERE key_hash IN (
       SELECT key_hash FROM (
         SELECT key_hash, row_number() OVER newest AS position, sum(size) OVER newest AS bytes
           FROM idempotency_records WHERE owner = $1
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

  @Retention('kept answers after 24 hours')
  async deleteExpired(): Promise<void> {
    await this.db.manager.delete(IdempotencyRecord, { expiresAt: hasExpired() });
  }
}
