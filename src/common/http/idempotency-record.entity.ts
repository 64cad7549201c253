import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The first answer to an idempotency key. Section 6 of the decisions. */
@Entity('idempotency_records')
@Index('idempotency_records_expiry', ['expiresAt'])
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

  /** The headers that the route added to those of every answer, encrypted likewise; null when there were none. */
  @Column('bytea', { nullable: true })
  headers!: Buffer | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
