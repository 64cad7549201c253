import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const PLATFORMS = ['android', 'ios', 'web', 'server'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A 256-bit key for the bodies from and to one platform of an application. See docs/spec/service.md#7. */
@Entity('encryption_keys')
@Check('encryption_keys_platform', `platform IN ('android', 'ios', 'web', 'server')`)
@Index('encryption_keys_application', ['applicationId', 'createdAt'])
export class EncryptionKey {
  @PrimaryColumn('uuid') kid!: string;
  @Column('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('varchar', { length: 10 }) platform!: Platform;
  @Column('bytea') key!: Buffer;
  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' }) createdAt!: Date;

  /** When it becomes invalid; null for a permanent key. */
  @Column('timestamptz', { name: 'retired_at', nullable: true }) retiredAt!: Date | null;
}
