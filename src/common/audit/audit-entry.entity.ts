import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, VirtualColumn } from 'typeorm';
import type { Config } from '../config/config.js';
import { PartitionedByTime } from '../partitions/time-partitions.js';

/** An audited action of an admin, or on another user's data. */
@Entity('audit_entries')
@PartitionedByTime({ width: 'month', ahead: 3, keep: keepAudit })
@Index('audit_entries_actor', ['actorUid', 'at', 'id'])
@Index('audit_entries_actor_name', { synchronize: false })
@Index('audit_entries_action', ['action', 'at', 'id'])
@Index('audit_entries_type', ['entityType', 'at', 'id'])
@Index('audit_entries_search', { synchronize: false })
@Index('audit_entries_target', ['targetUid', 'at', 'id'], { where: 'target_uid IS NOT NULL' })
@Index('audit_entries_entity', ['entityType', 'entityId', 'at', 'id'])
export class AuditEntry {
  @PrimaryColumn('timestamptz', { default: () => 'clock_timestamp()', primaryKeyConstraintName: 'audit_entries_pkey' })
  at!: Date;

  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'audit_entries_pkey',
  })
  id!: number;

  @Column('bigint', { name: 'actor_uid' }) actorUid!: number;
  @Column('varchar', { name: 'actor_username', length: 64 }) actorUsername!: string;
  @Column('uuid', { name: 'application_id', nullable: true }) applicationId!: string | null;

  /** Such as `bundle.create`. */
  @Column('varchar', { length: 80 }) action!: string;

  @Column('varchar', { name: 'entity_type', length: 40 }) entityType!: string;
  @Column('varchar', { name: 'entity_id', length: 255 }) entityId!: string;

  /** The user whose data was accessed, if not the actor. */
  @Column('bigint', { name: 'target_uid', nullable: true }) targetUid!: number | null;

  @Column('text') ip!: string;
  @Column('varchar', { name: 'request_id', length: 128 }) requestId!: string;
  @Column('jsonb', { nullable: true, select: false }) before!: unknown;
  @Column('jsonb', { nullable: true, select: false }) after!: unknown;

  /** As JSON text: the driver would parse numbers as doubles. */
  @VirtualColumn('text', { query: (entry) => `${entry}.before::text` }) readonly beforeText!: string | null;

  @VirtualColumn('text', { query: (entry) => `${entry}.after::text` }) readonly afterText!: string | null;
}

function keepAudit({ auditKeepMonths }: Config): string | undefined {
  return auditKeepMonths === undefined ? undefined : `${auditKeepMonths} months`;
}
