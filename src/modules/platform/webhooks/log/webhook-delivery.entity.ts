import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { EVENTS_KEPT } from '#common/events/event.queries.js';
import { PartitionedByTime } from '#common/partitions/time-partitions.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of an event to one application: written with the event, kept as the log. See docs/spec/service.md#7. */
@Entity('webhook_deliveries')
@PartitionedByTime({ width: 'week', ahead: 4, keep: () => EVENTS_KEPT })
@Check('webhook_deliveries_status', `status IN ('pending', 'delivered', 'failed', 'cancelled')`)
@Index('webhook_deliveries_event', ['eventId', 'applicationId', 'eventAt'], { unique: true })
@Index('webhook_deliveries_queue', ['applicationId', 'isDue', 'inBulk', 'aggregate', 'sequence'], {
  where: `status = 'pending'`,
})
@Index('webhook_deliveries_later', ['applicationId', 'nextAttemptAt'], { where: `status = 'pending' AND NOT is_due` })
@Index('webhook_deliveries_log', ['applicationId', 'createdAt', 'id'])
@Index('webhook_deliveries_newest', ['createdAt', 'id'])
@Index('webhook_deliveries_failed', { synchronize: false })
@Index('webhook_deliveries_by_type', ['eventType', 'createdAt', 'id'])
@Index('webhook_deliveries_by_status', ['status', 'createdAt', 'id'])
export class WebhookDelivery {
  @PrimaryColumn('uuid') id!: string;

  /** The event's timestamp, so that both are dropped together. Never compare it as a `Date`, which has no microseconds. */
  @PrimaryColumn('timestamptz', { name: 'event_at' }) eventAt!: Date;

  /** The order in which events of one aggregate are sent. */
  @Column('bigint', { generated: 'increment' }) sequence!: number;

  @Column('uuid', { name: 'application_id' }) applicationId!: string;
  @Column('uuid', { name: 'event_id' }) eventId!: string;

  /** That of the event, for filters; null of test events that version 2.1.0 sends. */
  @Column('varchar', { name: 'event_type', length: 40, nullable: true }) eventType!: string | null;

  /** The aggregate of the event, as `type:id`. */
  @Column('varchar', { length: 300, default: 'unknown' }) aggregate!: string;

  /** Whether it was queued with many others, by a replay or an import; single deliveries go first. */
  @Column('boolean', { name: 'in_bulk', default: false }) inBulk!: boolean;

  /** Whether it may be sent; false until a drain finds that its next attempt is due. */
  @Column('boolean', { name: 'is_due', default: true }) isDue!: boolean;

  @Column('varchar', { length: 20, default: 'pending' }) status!: DeliveryStatus;

  /** Attempts since it was last queued: the position in the retry schedule. */
  @Column('integer', { default: 0 }) tries!: number;

  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'clock_timestamp()' }) nextAttemptAt!: Date;
  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}

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
