import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '@commerce/commission-engine';

/** Plans that are not saved, tried on a posted period. See docs/spec/commissions.md#4. */
@Entity('commission_simulations')
export class CommissionSimulation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'commission_simulations_pkey' }) id!: string;

  /** The posted run that they are compared with. */
  @Column('bigint', { name: 'run_id' }) runId!: number;

  @Column('json') plans!: readonly Plan[];
  @Column('uuid', { name: 'job_id' }) jobId!: string;
  @Column('json', { nullable: true }) result!: object | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('bigint', { name: 'created_by_uid' }) createdByUid!: number;
}
