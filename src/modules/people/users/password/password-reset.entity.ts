import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link with which a user sets a password. It is kept after that: who made one may not be approved by that user. */
@Entity('password_resets')
@Index('password_resets_user', ['uid', 'madeAt'])
export class PasswordReset {
  /** SHA-256 of what is in the link. */
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column('bigint')
  uid!: number;

  @Column('bigint', { name: 'made_by_uid' })
  madeByUid!: number;

  @Column('timestamptz', { name: 'made_at', default: () => 'now()' })
  madeAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;
}
