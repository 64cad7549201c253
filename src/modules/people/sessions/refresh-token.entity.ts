import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Session } from './session.entity.js';

/** A refresh token, stored as its hash. Section 4 of the decisions. */
@Entity('refresh_tokens')
@Index('refresh_tokens_session', ['sessionId'])
export class RefreshToken {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('uuid', { name: 'session_id' })
  sessionId!: string;

  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'refresh_tokens_session_fkey' })
  session!: Relation<Session>;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** When it was exchanged for its successor. */
  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;

  /** The hash of the token it was exchanged for. */
  @Column('bytea', { name: 'successor_hash', nullable: true })
  successorHash!: Buffer | null;
}
