import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The stored response of an idempotency key. Section 6 of the decisions. */
@Entity('idempotency_records')
@Index('idempotency_records_expiry', ['expiresAt'])
@Index('idempotency_records_owner', ['owner', 'expiresAt', 'keyHash', 'size'])
export class IdempotencyRecord {
  /** SHA-256 of application, user and key. */
  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** HMAC of method, path, body and If-Match with the key, so that passwords cannot be guessed from it. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('smallint')
  status!: number;

  /** Encrypted with the client's key, as it may contain tokens. */
  @Column('bytea')
  body!: Buffer;

  /** Whether the body was compressed (Brotli) before encryption. */
  @Column('boolean', { default: false })
  compressed!: boolean;

  /** The headers that the route added, encrypted; null if there were none. */
  @Column('bytea', { nullable: true })
  headers!: Buffer | null;

  /** Digest of the user, or of the address without one, for the quota; null for records from before quotas. */
  @Column('bytea', { nullable: true })
  owner!: Buffer | null;

  /** Approximate bytes. */
  @Column('integer', { default: 0 })
  size!: number;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
