import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EVENTS_KEPT } from '#common/events/event.queries.js';
import { PartitionedByTime } from '#common/partitions/time-partitions.js';

/** One attempt of a delivery. See docs/spec/service.md#7. */
@Entity('webhook_attempts')
@PartitionedByTime({ width: 'week', ahead: 4, keep: () => EVENTS_KEPT })
export class WebhookAttempt {
  @PrimaryColumn('uuid', { name: 'delivery_id' }) deliveryId!: string;

  /** 1 for the first. */
  @PrimaryColumn('integer') number!: number;

  @PrimaryColumn('timestamptz', { name: 'started_at' }) startedAt!: Date;
  @Column('integer', { name: 'duration_ms' }) durationMs!: number;

  /** The HTTP status status of the response; null if there was none. */
  @Column('integer', { name: 'status_code', nullable: true }) statusCode!: number | null;

  /** Why it failed without an answer, such as a time-out or a refused address. */
  @Column('varchar', { length: 300, nullable: true }) error!: string | null;

  /** The first KiB of the answer's body. */
  @Column('text', { nullable: true }) response!: string | null;
}
