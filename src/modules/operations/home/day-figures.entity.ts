import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What was sold, ordered and enrolled on a day that is over, in the time zone of the plan in force. Counted again every hour,
 * from all rows; a day without any has no row, but for the last one that was counted.
 */
@Entity('day_figures')
export class DayFigures {
  @PrimaryColumn('date', { primaryKeyConstraintName: 'day_figures_pkey' }) day!: string;

  /** Orders that were placed, whatever happened to them. */
  @Column('bigint') orders!: number;

  @Column('bigint', { name: 'new_members' }) newMembers!: number;

  /** In money: the prices of the volume ledger, less what was cancelled and returned. */
  @Column('numeric', { precision: 24, scale: 4 }) sales!: string;

  @Column('numeric', { name: 'business_volume', precision: 24, scale: 4 }) businessVolume!: string;
  @Column('numeric', { precision: 24, scale: 4 }) points!: string;
  @Column('numeric', { name: 'cumulative_volume', precision: 24, scale: 4 }) cumulativeVolume!: string;
}
