import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PartitionedByTime } from '../partitions/time-partitions.js';

/** Hours that a response is kept. See docs/spec/service.md#6. */
export const KEEP_HOURS = 24;

/**
 * The stored response of an idempotency key; of one that was used again after it expired there may be several. See
 * docs/spec/service.md#6.
 */
@Entity('idempotency_records')
@PartitionedByTime({ width: 'day', reach: `${KEEP_HOURS} hours`, ahead: 8, keep: () => '0' })
@Index('idempotency_records_owner', ['owner', 'expiresAt', 'keyHash', 'size'])
export class IdempotencyRecord {
  /** SHA-256 of application, user and key. */
  @PrimaryColumn('bytea', { name: 'key_hash', primaryKeyConstraintName: 'idempotency_records_pkey' }) keyHash!: Buffer;

  /** HMAC of method, path, body and If-Match with the key, so that passwords cannot be guessed from it. */
  @Column('bytea') fingerprint!: Buffer;

  @Column('smallint') status!: number;

  /** Encrypted with the client's key, as it may contain tokens. */
  @Column('bytea') body!: Buffer;

  /** Whether the body was compressed (Brotli) before encryption. */
  @Column('boolean', { default: false }) compressed!: boolean;

  /** The headers that the route added, encrypted; null if there were none. */
  @Column('bytea', { nullable: true }) headers!: Buffer | null;

  /** Digest of the user, or of the address without one, for the quota; null for records from before quotas. */
  @Column('bytea', { nullable: true }) owner!: Buffer | null;

  /** Approximate bytes. */
  @Column('integer', { default: 0 }) size!: number;

  @PrimaryColumn('timestamptz', { name: 'expires_at', primaryKeyConstraintName: 'idempotency_records_pkey' })
  expiresAt!: Date;
}
