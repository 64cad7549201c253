import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { SupersededEdge, Tree } from '#network/members/index.js';

export const CORRECTION_STATUSES = ['queued', 'running', 'calculated', 'approved', 'failed', 'discarded'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

/**
 * Posted periods that are calculated again, because a member was moved as of an instant in one of them. Each period has a run
 * of the kind `correction`; the differences are posted when it is approved. See docs/spec/commissions.md#2.
 */
@Entity('commission_corrections')
@Check('commission_corrections_tree', `tree IN ('sponsor', 'placement')`)
@Check(
  'commission_corrections_status',
  `status IN ('queued', 'running', 'calculated', 'approved', 'failed', 'discarded')`,
)
@Check('commission_corrections_approved', `(status = 'approved') = (approved_at IS NOT NULL)`)
@Index('commission_corrections_going', ['status'], { where: `status IN ('queued', 'running', 'calculated')` })
export class CommissionCorrection {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'commission_corrections_pkey',
  })
  id!: number;

  /** Who was moved. */
  @Column('bigint') uid!: number;

  @Column('varchar', { length: 10 }) tree!: Tree;

  /** The instant from which on the move holds. */
  @Column('timestamptz', { name: 'from_at' }) fromAt!: Date;

  @Column('varchar', { length: 500 }) reason!: string;

  /** Where the member stood since that instant, and where it is to have stood. */
  @Column('json') change!: { positions: SupersededEdge[]; to: Pick<SupersededEdge, 'parent_uid' | 'leg'> };

  /** The edge that the move wrote; null of moves from before it was kept. */
  @Column('bigint', { name: 'edge_id', nullable: true }) edgeId!: number | null;

  /** Of a discarded one, the instant from which on the move holds instead; null of those from before it was so. */
  @Column('timestamptz', { name: 'holds_from', nullable: true }) holdsFrom!: Date | null;

  /** Whether a second person must approve, as the plan in force says. */
  @Column('boolean', { name: 'four_eyes' }) fourEyes!: boolean;

  @Column('varchar', { length: 12, default: 'queued' }) status!: CorrectionStatus;

  /** The long job that calculates. */
  @Column('uuid', { name: 'job_id', nullable: true }) jobId!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('bigint', { name: 'created_by_uid' }) createdByUid!: number;
  @Column('timestamptz', { name: 'calculated_at', nullable: true }) calculatedAt!: Date | null;
  @Column('timestamptz', { name: 'approved_at', nullable: true }) approvedAt!: Date | null;
  @Column('bigint', { name: 'approved_by_uid', nullable: true }) approvedByUid!: number | null;

  /** When it failed or was discarded. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt!: Date | null;

  @Column('varchar', { length: 500, nullable: true }) error!: string | null;
}
