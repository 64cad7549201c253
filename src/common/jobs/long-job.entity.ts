import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of a long job. */
export type LongJobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** The states of work that a job does, as clients read them. */
export const WORK_STATUSES = ['queued', 'running', 'done', 'failed'] as const;
export type WorkStatus = (typeof WORK_STATUSES)[number];

/** Whether a job waits or is at work. */
export const isOpen = (state: LongJobState | undefined): boolean => state === 'waiting' || state === 'running';

/** The status of work by the state of its job; undefined: a job that ended long ago without a result. */
export function workStatusOf(state: LongJobState | undefined): WorkStatus {
  if (state === 'waiting') return 'queued';
  return state === undefined || state === 'cancelled' ? 'failed' : state;
}

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
