import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A line of commission of a run. The table is partitioned by run: a partition is made with the results and dropped when the
 * run is discarded. See docs/spec/commissions.md#3-lines.
 */
@Entity('commission_lines')
@Check('commission_lines_taken', '(taken_run_id IS NULL) = (taken_number IS NULL)')
// A partition has the lines of one run. A page of a member's lines is read in their order.
@Index('commission_lines_of_member', ['uid', 'number'])
@Index('commission_lines_of_source', ['runId', 'sourceUid'])
export class CommissionLine {
  @PrimaryColumn('bigint', { name: 'run_id', primaryKeyConstraintName: 'commission_lines_pkey' })
  runId!: number;

  /** From 1 on, in the order in which the lines were calculated. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'commission_lines_pkey' })
  number!: number;

  /** Who gets it. */
  @Column('bigint')
  uid!: number;

  /** The id of the bonus, `cap` or `clawback`. */
  @Column('varchar', { length: 64 })
  bonus!: string;

  /** Whose base it is. */
  @Column('bigint', { name: 'source_uid', nullable: true })
  sourceUid!: number | null;

  @Column('smallint', { nullable: true })
  level!: number | null;

  /** The rank that a `rank_advancement` line pays for. */
  @Column('varchar', { length: 100, nullable: true })
  rank!: string | null;

  @Column('numeric', { precision: 9, scale: 4, nullable: true })
  percent!: string | null;

  /** What the percentage is of, in money. */
  @Column('numeric', { precision: 24, scale: 8, nullable: true })
  base!: string | null;

  /** In money. */
  @Column('numeric', { precision: 20, scale: 4 })
  amount!: string;

  /** Of a `clawback`: the line of a posted run that it takes back. */
  @Column('bigint', { name: 'taken_run_id', nullable: true })
  takenRunId!: number | null;

  @Column('integer', { name: 'taken_number', nullable: true })
  takenNumber!: number | null;
}
