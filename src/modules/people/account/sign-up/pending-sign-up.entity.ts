import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { NewMember } from '../../users/index.js';

/** What is kept of a sign-up beside what it is found by. */
export interface SignUpDetails extends Omit<NewMember, 'email' | 'placement' | 'sponsor'> {
  /** A username. */
  readonly sponsor?: string | null | undefined;
  /** Who made the link by which somebody came. */
  readonly sponsor_uid?: number | undefined;
}

/** A sign-up whose e-mail address is not confirmed yet. */
@Entity('pending_sign_ups')
@Index('pending_sign_ups_token', ['tokenHash'], { unique: true })
@Index('pending_sign_ups_email', { synchronize: false })
@Index('pending_sign_ups_expiry', ['expiresAt'])
export class PendingSignUp {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pending_sign_ups_pkey' }) id!: string;

  /** SHA-256 of the token; null until the token is made, after the answer. */
  @Column('bytea', { name: 'token_hash', nullable: true }) tokenHash!: Buffer | null;

  @Column('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('varchar', { length: 254 }) email!: string;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('jsonb') details!: SignUpDetails;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
