import type { LongJob } from '#common/jobs/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** What a run came to when it was calculated again. */
export class ReplayResultView {
  @ApiProperty({ type: Boolean, example: true, description: 'both hashes are those of the run' })
  same!: boolean;

  @ApiProperty({ type: String, example: 'a'.repeat(64) })
  input_hash!: string;

  @ApiProperty({ type: String, example: 'b'.repeat(64) })
  result_hash!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-02T08:10:00.000Z' })
  at!: string;
}

const STATUSES = ['queued', 'running', 'done', 'failed'] as const;

/** A replay, and what it came to. */
export class ReplayView {
  @ApiProperty({
    type: String,
    enum: STATUSES,
    example: 'done',
    description: 'one that takes longer goes on after the answer: the run has its result in `replay` then',
  })
  status!: (typeof STATUSES)[number];

  @ApiProperty({ type: Boolean, nullable: true, example: true, description: 'both hashes are those of the run' })
  same!: boolean | null;

  @ApiProperty({ type: String, nullable: true, example: 'a'.repeat(64) })
  input_hash!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'b'.repeat(64) })
  result_hash!: string | null;
}

/** @param result of a replay that is done */
export function toReplayView(state: LongJob['state'], result: ReplayResultView | undefined): ReplayView {
  const { same = null, input_hash = null, result_hash = null } = result ?? {};
  return { status: statusOf(state), same, input_hash, result_hash };
}

function statusOf(state: LongJob['state']): ReplayView['status'] {
  if (state === 'waiting') return 'queued';
  return state === 'cancelled' ? 'failed' : state;
}
