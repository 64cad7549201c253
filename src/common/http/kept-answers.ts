import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/index.js';
import type { IdempotentRequest } from './idempotent-request.js';

/** How long the first answer is kept. Section 6 of the decisions. */
const KEEP_HOURS = 24;

/**
 * What is kept for one user: this many answers, and this many bytes of them. Some 50 answers of a cart of 500 lines, or a
 * day of somebody who changes a cart of a few lines every minute and a half.
 */
export const MOST_ANSWERS = 1_000;
export const MOST_BYTES = 1_048_576;

/** Bytes that a row takes beside its answer, its entries in the indexes included; roughly. */
const ROW_BYTES = 300;

/** How many answers one request pushes out at the most; more only wait for the next one. */
const MOST_PUSHED_OUT = 100;

/** Bytes from which on an answer is compressed: smaller ones hardly get smaller. */
const COMPRESSED_FROM = 1_024;

/** A third of the time of JSON.stringify, and a tenth of the bytes of a cart. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

const LOCK = statement('kept-answers.lock', 'SELECT pg_try_advisory_xact_lock($1::bigint) AS locked');
const FIND = statement(
  'kept-answers.find',
  'SELECT fingerprint, status, headers, body, compressed FROM idempotency_records WHERE key_hash = $1 AND expires_at > now()',
);
const KEEP = statement(
  'kept-answers.keep',
  `INSERT INTO idempotency_records (key_hash, fingerprint, status, headers, body, compressed, owner, size, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => ${KEEP_HOURS}))
   ON CONFLICT (key_hash) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
     headers = EXCLUDED.headers, body = EXCLUDED.body, compressed = EXCLUDED.compressed, owner = EXCLUDED.owner,
     size = EXCLUDED.size, expires_at = EXCLUDED.expires_at`,
);

/**
 * Deletes the oldest answers of owner `$1` beyond the quota, but for `$2`, the one that was just kept. An owner has no more
 * rows than the quota lets it have and those under way, so that is what is read, from the index alone. Rows that another
 * request pushes out at the same time are its own.
 */
const PUSH_OUT = statement(
  'kept-answers.push-out',
  `DELETE FROM idempotency_records WHERE key_hash IN (
     SELECT key_hash FROM idempotency_records WHERE key_hash IN (
       SELECT key_hash FROM (
         SELECT key_hash, row_number() OVER newest AS position, sum(size) OVER newest AS bytes
           FROM idempotency_records WHERE owner = $1
         WINDOW newest AS (ORDER BY expires_at DESC, key_hash ROWS UNBOUNDED PRECEDING)
       ) AS kept WHERE (position > ${MOST_ANSWERS} OR bytes > ${MOST_BYTES}) AND key_hash <> $2
       ORDER BY position DESC LIMIT ${MOST_PUSHED_OUT}
     ) FOR UPDATE SKIP LOCKED
   )`,
);
const FORGET = statement('kept-answers.forget', 'DELETE FROM idempotency_records WHERE expires_at <= now()');

interface Row {
  fingerprint: Buffer;
  status: number;
  headers: Buffer | null;
  body: Buffer;
  compressed: boolean;
}

/** A first answer, as texts of JSON. */
export interface KeptAnswer {
  status: number;
  headers: string | null;
  body: string;
}

/** An answer as it was found, with what it was an answer to. */
export interface FoundAnswer extends KeptAnswer {
  isOfSameRequest: boolean;
}

/**
 * The answers that were given under an `Idempotency-Key`: compressed, encrypted under the client's key, and of each user
 * only the newest, so that nobody can fill the disk.
 */
@Injectable()
export class KeptAnswers {
  constructor(private readonly db: Database) {}

  /** Takes the request for this transaction; false while another one with its key is still running. */
  async lock(tx: EntityManager, { lockId }: IdempotentRequest): Promise<boolean> {
    return (await this.db.queryOne<{ locked: boolean }>(tx, LOCK, [lockId]))?.locked ?? false;
  }

  /** The answer that is kept under the key of a request. */
  async find(tx: EntityManager, request: IdempotentRequest): Promise<FoundAnswer | undefined> {
    const row = await this.db.queryOne<Row>(tx, FIND, [request.keyHash]);
    if (row === undefined) return undefined;
    const { status, fingerprint } = row;
    // What another request answered cannot be read with this one's body.
    if (!request.isOf(fingerprint)) return { status, headers: null, body: '', isOfSameRequest: false };
    const body = request.decrypt(row.body);
    return {
      status,
      headers: row.headers === null ? null : request.decrypt(row.headers).toString(),
      body: (row.compressed ? await decompress(body) : body).toString(),
      isOfSameRequest: true,
    };
  }

  /** Keeps an answer in the request's own transaction, and pushes out what is too much for its owner then. */
  async keep(tx: EntityManager, request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    const plain = Buffer.from(answer.body);
    const compressed = plain.length >= COMPRESSED_FROM;
    // Off the main thread: the largest take a millisecond.
    const body = request.encrypt(compressed ? await compress(plain, COMPRESSION) : plain);
    const headers = answer.headers === null ? null : request.encrypt(Buffer.from(answer.headers));
    const size = body.length + (headers?.length ?? 0) + ROW_BYTES;
    const { keyHash, fingerprint, owner } = request;
    this.db.send(tx, KEEP, [keyHash, fingerprint, answer.status, headers, body, compressed, owner, size]);
    this.db.send(tx, PUSH_OUT, [owner, keyHash]);
  }

  /** Deletes answers whose time has passed. */
  async forgetExpired(): Promise<number> {
    return this.db.change(null, FORGET);
  }
}
