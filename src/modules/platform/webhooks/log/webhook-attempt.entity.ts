import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** One attempt of a delivery. Section 7 of the decisions. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @PrimaryColumn('uuid', { name: 'delivery_id' })
  deliveryId!: string;

  @ManyToOne(() => WebhookDelivery, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id', foreignKeyConstraintName: 'webhook_attempts_delivery_fkey' })
  delivery!: Relation<WebhookDelivery>;

  /** 1 for the first. */
  @PrimaryColumn('integer')
  number!: number;

  @Column('timestamptz', { name: 'started_at' })
  startedAt!: Date;

  @Column('integer', { name: 'duration_ms' })
  durationMs!: number;

  /** The HTTP status status of the response; null if there was none. */
  @Column('integer', { name: 'status_code', nullable: true })
  statusCode!: number | null;

  /** Why it failed without an answer, such as a time-out or a refused address. */
  @Column('varchar', { length: 300, nullable: true })
  error!: string | null;

  /** The first KiB of the answer's body. */
  @Column('text', { nullable: true })
  response!: string | null;
}
