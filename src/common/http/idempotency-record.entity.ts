import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The first answer to an idempotency key. Section 6 of the decisions. */
@Entity('idempotency_records')
@Index('idempotency_records_expiry', ['expiresAt'])
@Index('idempotency_records_owner', ['owner', 'expiresAt', 'keyHash', 'size'])
export class IdempotencyRecord {
  /** SHA-256 of application, user and key. */
  @PrimaryColumn('bytea', { name: 'key_hash' })
  keyHash!: Buffer;

  /** HMAC of method, path, body and If-Match under the key, so that no password can be guessed from it. */
  @Column('bytea')
  fingerprint!: Buffer;

  @Column('smallint')
  status!: number;

  /** The answer, encrypted under the client's key: it may hold tokens. */
  @Column('bytea')
  body!: Buffer;

  /** Whether the answer was compressed (Brotli) before it was encrypted. */
  @Column('boolean', { default: false })
  compressed!: boolean;

  /** The headers that the route added to those of every answer, encrypted likewise; null when there were none. */
  @Column('bytea', { nullable: true })
  headers!: Buffer | null;

  /** A digest of the user, or address without one, whose quota this takes from; null of those of before there were quotas. */
  @Column('bytea', { nullable: true })
  owner!: Buffer | null;

  /** Bytes that it takes, roughly. */
  @Column('integer', { default: 0 })
  size!: number;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
