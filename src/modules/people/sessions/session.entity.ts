import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Scope } from '#common/access/index.js';
import { PartitionedByTime } from '#common/partitions/time-partitions.js';

/** A login of a user: the family of its access and refresh tokens. See docs/spec/service.md#4. */
@Entity('sessions')
@Index('sessions_user', ['uid'], { where: 'ended_at IS NULL' })
@Index('sessions_sign_on', ['signOnId'], { where: 'ended_at IS NULL' })
@Index('sessions_end', { synchronize: false })
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') uid!: number;

  /** Null for a session of the admin module. */
  @Column('uuid', { name: 'application_id', nullable: true }) applicationId!: string | null;

  /** Sessions linked by single sign-on share the id of the first one. */
  @Column('uuid', { name: 'sign_on_id' }) signOnId!: string;

  /** Random; a refresh token's successor is derived from it and the token, so that a retry gets the same one. */
  @Column('bytea', { name: 'refresh_seed' }) refreshSeed!: Buffer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** When its last refresh token expires, or up to a day later: it is written once a day, not at each refresh. */
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;
  @Column('varchar', { name: 'end_reason', length: 40, nullable: true }) endReason!: string | null;
  @Column('text', { nullable: true }) ip!: string | null;

  /** The header of the log-in; null for sessions at applications from before version 2.1. */
  @Column('varchar', { name: 'user_agent', length: 300, nullable: true }) userAgent!: string | null;

  /** Whether a second factor was given at the log-in, to the admin module. */
  @Column('boolean', { name: 'has_factor', default: false }) hasFactor!: boolean;

  /** What its tokens may be used for; null for all that its user may. Decision 97. */
  @Column('text', { array: true, nullable: true }) scopes!: Scope[] | null;

  /** When a second factor, or without one the password, was last given in this session of the admin module. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
}

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
