import { Column, Entity, PrimaryColumn } from 'typeorm';
import { PartitionedByTime } from '#common/partitions/time-partitions.js';
import { KEPT_DAYS } from './traffic.rules.js';

/** The application id of requests without a known application: a primary key column cannot be null. */
export const NO_APPLICATION = '00000000-0000-0000-0000-000000000000';

/**
 * An application's requests to the client API in a time span, summed over all instances. Spans that are kept briefly and those
 * that are kept longer are partitions, which have partitions by time.
 */
@Entity('traffic')
@PartitionedByTime(
  { table: 'traffic_short', width: 'day', ahead: 8, keep: () => `${KEPT_DAYS.short} days` },
  { table: 'traffic_long', width: 'month', ahead: 3, keep: () => `${KEPT_DAYS.long} days` },
)
export class Traffic {
  /** Seconds that the row counts: 60, 900, 3600 or 21600. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'traffic_pkey' }) span!: number;

  /** When the span began: a multiple of its length. */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'traffic_pkey' }) at!: Date;

  @PrimaryColumn('uuid', { name: 'application_id', primaryKeyConstraintName: 'traffic_pkey' }) applicationId!: string;
  @Column('integer') requests!: number;

  /** Answered 4xx. */
  @Column('integer', { name: 'client_errors' }) clientErrors!: number;

  /** Answered 5xx. */
  @Column('integer', { name: 'server_errors' }) serverErrors!: number;

  /** Requests by their latency, in the order of `LATENCY_BOUNDS_MS`. */
  @Column('integer', { array: true }) latencies!: number[];
}
