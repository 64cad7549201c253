import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a challenge is for: the second step of a log-in, setting a required factor up, or confirming that it is still the user. */
export type ChallengePurpose = 'log-in' | 'set-up' | 'confirm';

/** A question that a user answers with a second factor, once. See docs/spec/service.md#11. */
@Entity('login_challenges')
@Check('login_challenges_purpose', `purpose IN ('log-in', 'set-up', 'confirm')`)
@Index('login_challenges_expiry', ['expiresAt'])
export class LoginChallenge {
  /** SHA-256 of what the client has. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;

  @Column('bigint') uid!: number;
  @Column('varchar', { length: 10 }) purpose!: ChallengePurpose;

  /** SHA-256 of the hash of the password that was right: with another one the challenge is void. */
  @Column('bytea', { name: 'password_digest' }) passwordDigest!: Buffer;

  /** The session that is confirmed. */
  @Column('uuid', { name: 'session_id', nullable: true }) sessionId!: string | null;

  /** What a passkey has to sign. */
  @Column('text', { name: 'passkey_challenge', nullable: true }) passkeyChallenge!: string | null;

  @Column('smallint', { default: 0 }) attempts!: number;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
