import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A one-time ticket that logs a user in to another application. See docs/spec/service.md#7. */
@Entity('sso_tickets')
@Index('sso_tickets_expiry', ['expiresAt'])
export class SsoTicket {
  /** SHA-256 of the ticket, which is not stored. */
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;

  @Column('uuid', { name: 'application_id' }) applicationId!: string;

  /** The session that requested it. */
  @Column('uuid', { name: 'session_id' }) sessionId!: string;

  @Column('bigint') uid!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
}
