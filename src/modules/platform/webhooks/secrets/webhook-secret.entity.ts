import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A secret that deliveries to an application are signed with. See docs/spec/service.md#7. */
@Entity('webhook_secrets')
@Index('webhook_secrets_application', ['applicationId', 'createdAt'])
@Index('webhook_secrets_current', ['applicationId'], { unique: true, where: 'expires_at IS NULL' })
export class WebhookSecret {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'application_id' }) applicationId!: string;

  /** `whsec_` and 32 random bytes in Base64, as Standard Webhooks has it. */
  @Column('varchar', { length: 80 }) secret!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' }) createdAt!: Date;

  /** Until then a rotated secret signs in addition to its successor; null for the current one. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt!: Date | null;
}
