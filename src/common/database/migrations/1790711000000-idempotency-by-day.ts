import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partitionByTime, unpartition } from '@commerce/postgres';

const TABLE = { table: 'idempotency_records' };
const OF_OWNER = { idempotency_records_owner: '(owner, expires_at, key_hash, size)' };

/** One of each key: one that has expired may be in an older partition. */
const NEWEST = 'SELECT DISTINCT ON (key_hash) * FROM idempotency_records ORDER BY key_hash, expires_at DESC';

/** Idempotency records are partitioned by the day when they expire. */
export class IdempotencyByDay1790711000000 implements MigrationInterface {
  name = 'IdempotencyByDay1790711000000';

  async up(runner: QueryRunner): Promise<void> {
    const key = ['key_hash', 'expires_at'];
    await partitionByTime(runner, { ...TABLE, key, indexes: OF_OWNER, column: 'expires_at', width: 'day' });
  }

  async down(runner: QueryRunner): Promise<void> {
    const indexes = { ...OF_OWNER, idempotency_records_expiry: '(expires_at)' };
    await unpartition(runner, { ...TABLE, key: ['key_hash'], indexes }, NEWEST);
  }
}
