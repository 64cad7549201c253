import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of a long job. */
export type LongJobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** A job of minutes or hours, with its progress. */
@Entity('long_jobs')
export class LongJob {
  @PrimaryColumn('uuid') id!: string;
  @Column('varchar', { length: 100 }) task!: string;
  @Column('jsonb') payload!: object;
  @Column('varchar', { length: 10, default: 'waiting' }) state!: LongJobState;

  /** Completed steps, and all steps; null while their number is unknown. */
  @Column('integer', { default: 0 }) done!: number;

  @Column('integer', { nullable: true }) total!: number | null;

  /** The error of the last failed attempt. */
  @Column('text', { nullable: true }) error!: string | null;

  /** Whether its cancellation was requested. */
  @Column('boolean', { name: 'is_cancelled', default: false }) isCancelled!: boolean;

  /** The id of the current attempt: an older one, whose process was considered dead, notices that it has lost the job. */
  @Column('uuid', { nullable: true }) runner!: string | null;

  @Column('timestamptz', { name: 'heartbeat_at', nullable: true }) heartbeatAt!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'finished_at', nullable: true }) finishedAt!: Date | null;
}
