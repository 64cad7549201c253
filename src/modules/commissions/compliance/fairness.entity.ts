import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { IncomeSums, KindSums } from './compliance.rules.js';

/** Sums of a posted run, which never change: kept soon after it is posted, or once somebody has asked. See docs/spec/commissions.md#6. */
@Entity('commission_fairness')
export class CommissionFairness {
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_fairness_pkey' }) runId!: number;

  /** Of this run. */
  @Column('json', { nullable: true }) shares!: KindSums | null;

  /** Of all posted runs of the year up to this one. */
  @Column('json', { nullable: true }) income!: IncomeSums | null;
}
