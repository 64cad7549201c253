import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An e-mail address that a user wants and has not confirmed yet. */
@Entity('pending_email_changes')
@Index('pending_email_changes_token', ['tokenHash'], { unique: true })
@Index('pending_email_changes_user', ['uid'])
export class PendingEmailChange {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pending_email_changes_pkey' }) id!: string;

  /** SHA-256 of the token; null until the token is made, after the answer. */
  @Column('bytea', { name: 'token_hash', nullable: true }) tokenHash!: Buffer | null;

  @Column('bigint') uid!: number;
  @Column('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('varchar', { length: 254 }) email!: string;

  /** SHA-256 of the hash of the password that was given, and of the address then: with another of both, the request is void. */
  @Column('bytea', { name: 'password_digest' }) passwordDigest!: Buffer;

  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
