import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const FACTOR_KINDS = ['totp', 'passkey'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** An authenticator app (TOTP) or a passkey of a user. See docs/spec/service.md#11. */
@Entity('second_factors')
@Check('second_factors_kind', `kind IN ('totp', 'passkey')`)
@Index('second_factors_user', ['uid'])
@Index('second_factors_credential', ['credentialId'], { unique: true })
export class SecondFactor {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') uid!: number;
  @Column('varchar', { length: 10 }) kind!: FactorKind;

  /** What its owner calls it. */
  @Column('varchar', { length: 100 }) name!: string;

  /** Of an authenticator app: 20 random bytes. */
  @Column('bytea', { nullable: true }) secret!: Buffer | null;

  /** The step of the last code that was taken: none is taken twice. */
  @Column('bigint', { name: 'last_step', nullable: true }) lastStep!: number | null;

  /** Of a passkey, in base64url. */
  @Column('text', { name: 'credential_id', nullable: true }) credentialId!: string | null;

  /** In COSE form. */
  @Column('bytea', { name: 'public_key', nullable: true }) publicKey!: Buffer | null;

  /** How often the authenticator says it was used. */
  @Column('bigint', { nullable: true }) counter!: number | null;

  @Column('text', { array: true, nullable: true }) transports!: string[] | null;

  /** What a new passkey has to sign. */
  @Column('text', { nullable: true }) challenge!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;

  /** Null until its owner has proved to have it: until then it counts for nothing. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;

  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
}

/** A code that stands for a lost factor, once. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('bigint') uid!: number;

  /** SHA-256. */
  @PrimaryColumn('bytea', { name: 'code_hash' }) codeHash!: Buffer;

  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
}
