import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PartitionedByTime } from '#common/partitions/time-partitions.js';

/** Days that a refresh token lives. See docs/spec/service.md#4. */
export const REFRESH_DAYS = 30;

/** A refresh token, stored as its hash. See docs/spec/service.md#4. */
@Entity('refresh_tokens')
@PartitionedByTime({ width: 'week', reach: `${REFRESH_DAYS} days`, ahead: 4, keep: () => '0' })
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea', { name: 'token_hash', primaryKeyConstraintName: 'refresh_tokens_pkey' }) tokenHash!: Buffer;

  /** Not a foreign key: a token whose session is deleted finds none, and is dropped with its week. */
  @Column('uuid', { name: 'session_id' }) sessionId!: string;

  @PrimaryColumn('timestamptz', { name: 'expires_at', primaryKeyConstraintName: 'refresh_tokens_pkey' })
  expiresAt!: Date;

  /** When it was exchanged for its successor. */
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;

  /** The hash of the token it was exchanged for. */
  @Column('bytea', { name: 'successor_hash', nullable: true }) successorHash!: Buffer | null;
}
