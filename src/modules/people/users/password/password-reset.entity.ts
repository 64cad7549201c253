import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link with which a user sets a password. */
@Entity('password_resets')
@Index('password_resets_user', ['uid'])
export class PasswordReset {
  /** SHA-256 of what is in the link. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;

  @Column('bigint') uid!: number;

  /** Null if the user asked for it at an application. */
  @Column('bigint', { name: 'made_by_uid', nullable: true }) madeByUid!: number | null;

  /** Where the user asked for it, and sets the password; null if an admin made it. */
  @Column('uuid', { name: 'application_id', nullable: true }) applicationId!: string | null;

  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
