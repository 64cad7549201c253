import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Application, type ClientType } from '../application.entity.js';

/** An issued application key. Its text is not stored: it is signed again to reveal it. */
@Entity('application_keys')
@Index('application_keys_application', ['applicationId', 'createdAt'])
export class ApplicationKey {
  /** The `jti` of the key. */
  @PrimaryColumn('uuid') id!: string;

  @Column('uuid', { name: 'application_id' }) applicationId!: string;

  @ManyToOne(() => Application)
  @JoinColumn({ name: 'application_id', foreignKeyConstraintName: 'application_keys_application_fkey' })
  application!: Relation<Application>;

  /** The `typ` of the key: the application's type when it was issued. */
  @Column('varchar', { name: 'client_type', length: 10 }) clientType!: ClientType;

  /** The signing key. */
  @Column('varchar', { length: 64 }) kid!: string;

  /** The `iat` claim, to the second. */
  @Column('timestamptz', { name: 'issued_at' }) issuedAt!: Date;

  /** Orders keys issued in the same second. */
  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' }) createdAt!: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;

  /** When the overlap of a rotation ends; null for no end. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
}
