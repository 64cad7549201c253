import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { PartitionedByTime } from '../partitions/time-partitions.js';
import { EVENTS_KEPT } from './event.queries.js';

/** An event, written in the transaction of the change (outbox). See docs/spec/service.md#7. */
@Entity('events')
@PartitionedByTime({ width: 'week', ahead: 4, keep: () => EVENTS_KEPT })
@Index('events_aggregate', ['aggregateType', 'aggregateId', 'sequence'])
@Index('events_timestamp', ['timestamp'])
export class EventRow {
  @PrimaryColumn('uuid') id!: string;

  /** Increases in the order of writing. */
  @Column('bigint', { generated: 'increment' }) sequence!: number;

  @Column('varchar', { length: 40 }) type!: string;

  /** The entity that it is about: events of one aggregate are delivered in order. */
  @Column('varchar', { name: 'aggregate_type', length: 40 }) aggregateType!: string;

  @Column('varchar', { name: 'aggregate_id', length: 255 }) aggregateId!: string;
  @Column('jsonb') data!: unknown;
  @PrimaryColumn('timestamptz', { default: () => 'clock_timestamp()' }) timestamp!: Date;
}
