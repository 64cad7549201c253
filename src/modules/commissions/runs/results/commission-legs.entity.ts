import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The two legs of a member in a binary bonus of a run; only members of whom one of the numbers is not 0. In units of
 * commissionable volume. Partitioned by run, as the lines are.
 */
@Entity('commission_legs')
export class CommissionLegs {
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_legs_pkey' })
  runId!: number;

  /** The id of the bonus. */
  @PrimaryColumn('varchar', { length: 64, primaryKeyConstraintName: 'commission_legs_pkey' })
  bonus!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'commission_legs_pkey' })
  uid!: number;

  /** What was carried into the period. */
  @Column('numeric', { name: 'left_in', precision: 20, scale: 4 })
  leftIn!: string;

  @Column('numeric', { name: 'right_in', precision: 20, scale: 4 })
  rightIn!: string;

  /** What was carried in and what is new, before anything is consumed. */
  @Column('numeric', { name: 'left_volume', precision: 20, scale: 4 })
  leftVolume!: string;

  @Column('numeric', { name: 'right_volume', precision: 20, scale: 4 })
  rightVolume!: string;

  /** What is carried into the next period. */
  @Column('numeric', { name: 'left_out', precision: 20, scale: 4 })
  leftOut!: string;

  @Column('numeric', { name: 'right_out', precision: 20, scale: 4 })
  rightOut!: string;
}
