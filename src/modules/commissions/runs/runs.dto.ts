import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import type { LongJob } from '#common/jobs/index.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { RUN_KINDS, RUN_STATUSES, type RunKind, type RunStatus, type CommissionRun } from './run.entity.js';
import { progressOf } from './runs.rules.js';
import { RunSummaryView, type PreviousRunView, type RunFiguresView } from './calculation/summary.dto.js';
import { numberInPath } from '#common/http/path-params.js';

export const RunIdParam = numberInPath('id', 'id of the run', 1);

/** Body of `POST commission-runs`. */
export class StartRunDto {
  @TextField({ max: 8, description: '`2026-10`, or `2026-W43` for a plan of weeks', example: '2026-10' })
  period!: string;

  @ChoiceField(RUN_KINDS, { description: 'a final run can be posted, a preview only looked at', example: 'preview' })
  kind!: RunKind;

  @IntegerField({
    optional: true,
    description: 'of a preview: any version, also a draft; default: the one that is published for the period',
    example: 1,
  })
  plan_id?: number;
}

/** Filters of the list of runs. */
export class RunsQuery extends SearchQuery {
  @TextField({ optional: true, max: 8, description: 'only runs of this period', example: '2026-10' })
  period?: string;

  @ChoiceField(RUN_KINDS, { optional: true, description: 'only runs of this kind', example: 'final' })
  kind?: RunKind;

  @ChoiceField(RUN_STATUSES, { optional: true, description: 'only runs with this status', example: 'posted' })
  status?: RunStatus;

  @IntegerField({ optional: true, description: 'only runs by this plan', example: 1 })
  plan_id?: number;

  @IntegerField({ optional: true, description: 'only runs that calculate this posted run again', example: 12 })
  corrects_run_id?: number;
}

/** A period that is not posted. */
export class PeriodToRunView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-01T00:00:00.000Z' })
  from!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-01T00:00:00.000Z',
    description: 'not part of the period',
  })
  to!: string;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'false for the open period, which has only previews',
  })
  has_ended!: boolean;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'whether its final run can be started: it has ended, is the next one and has none yet',
  })
  can_be_final!: boolean;
}

/** The periods that can be run. */
export class PeriodsToRunView {
  @ApiProperty({ type: [PeriodToRunView] })
  periods!: PeriodToRunView[];
}

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

const INSTANT = { type: String, format: 'date-time', nullable: true } as const;
const SOMEBODY = { type: 'integer', nullable: true } as const;

/** A run of a list: without its summary. */
export class ListedRunView {
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  @ApiProperty({
    type: String,
    enum: [...RUN_KINDS, 'correction'],
    example: 'final',
    description: '`correction`: calculates a posted period again, after a move that is dated back',
  })
  kind!: RunKind;

  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-01T00:00:00.000Z' })
  from!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-01T00:00:00.000Z',
    description: 'not part of the period',
  })
  to!: string;

  @ApiProperty({ ...SOMEBODY, example: null, description: 'the correction that the run is a part of' })
  correction_id!: number | null;

  @ApiProperty({ ...SOMEBODY, example: null, description: 'of a correction: the posted run that it calculates again' })
  corrects_run_id!: number | null;

  @ApiProperty({ type: 'integer', example: 1 })
  plan_id!: number;

  @ApiProperty({ type: String, example: 'Hybrid 2027', description: 'its name when the run was started' })
  plan_name!: string;

  @ApiProperty({ type: String, enum: RUN_STATUSES, example: 'calculated' })
  status!: RunStatus;

  @ApiProperty({ type: Number, example: 1, description: 'from 0 to 1' })
  progress!: number;

  @ApiProperty({ type: Boolean, example: false, description: 'a preview that the service made by itself' })
  automatic!: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-02T08:00:00.000Z' })
  created_at!: string;

  @ApiProperty({ ...SOMEBODY, example: 1, description: 'null: the service itself' })
  created_by_uid!: number | null;

  @ApiProperty({ ...INSTANT, example: '2026-11-02T08:00:20.000Z' })
  calculated_at!: string | null;

  @ApiProperty({ ...INSTANT, example: null })
  approved_at!: string | null;

  @ApiProperty({ ...SOMEBODY, example: null })
  approved_by_uid!: number | null;

  @ApiProperty({ ...INSTANT, example: null })
  posted_at!: string | null;

  @ApiProperty({ ...SOMEBODY, example: null })
  posted_by_uid!: number | null;

  @ApiProperty({ ...INSTANT, example: null, description: 'when it failed, was cancelled or discarded' })
  ended_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'why it failed' })
  error!: string | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 14.2,
    description: 'the time for reading, calculating and writing; null until it is calculated, as are the hashes',
  })
  seconds!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'a'.repeat(64),
    description: 'SHA-256 of everything that was read',
  })
  input_hash!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'b'.repeat(64), description: 'SHA-256 of all results' })
  result_hash!: string | null;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;
}

/** A run with its summary. */
export class RunView extends ListedRunView {
  @ApiProperty({ type: RunSummaryView, nullable: true, description: 'null until it is calculated' })
  summary!: RunSummaryView | null;

  @ApiProperty({
    type: ReplayResultView,
    nullable: true,
    description: 'the result when it was last calculated again; null if it never was',
  })
  replay!: ReplayResultView | null;
}

/** A run after it was approved, or while that waits. */
export class RunWithApprovalView extends RunView {
  @ApprovalProperty()
  approval!: ApprovalView;
}

const at = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** What is told with a run. */
export interface ToldWithRun {
  /** The job that calculates it; undefined where it does not matter any more. */
  readonly job: LongJob | undefined;
  readonly currencyCode: string;
}

/** A run as lists show it. */
export function toListedRunView(
  run: Omit<CommissionRun, 'summary'>,
  { job, currencyCode }: ToldWithRun,
): ListedRunView {
  return {
    id: run.id,
    kind: run.kind,
    period: run.period,
    from: run.fromAt.toISOString(),
    to: run.toAt.toISOString(),
    correction_id: run.correctionId,
    corrects_run_id: run.correctsRunId,
    plan_id: run.planId,
    plan_name: run.document.name,
    status: run.status,
    progress: progressOf(run, job),
    automatic: run.isAutomatic,
    created_at: run.createdAt.toISOString(),
    created_by_uid: run.createdByUid,
    calculated_at: at(run.calculatedAt),
    approved_at: at(run.approvedAt),
    approved_by_uid: run.approvedByUid,
    posted_at: at(run.postedAt),
    posted_by_uid: run.postedByUid,
    ended_at: at(run.endedAt),
    error: run.error,
    seconds: run.seconds === null ? null : Number(run.seconds),
    input_hash: run.inputHash,
    result_hash: run.resultHash,
    currency_code: currencyCode,
  };
}

/**
 * A run as it is read.
 * @param previous the posted run of the period before, if there is one
 */
export function toRunView(run: CommissionRun, previous: CommissionRun | null, told: ToldWithRun): RunView {
  const figures = run.summary as RunFiguresView | null;
  return {
    ...toListedRunView(run, told),
    summary: figures && { ...figures, previous: previous && toPreviousRunView(previous) },
    replay: run.replay as ReplayResultView | null,
  };
}

function toPreviousRunView({ id, period, summary }: CommissionRun): PreviousRunView {
  return { run_id: id, period, ...(summary as RunFiguresView) };
}

/** What the audit log keeps of a run. */
export function toAuditedRun({ kind, period, planId, status }: CommissionRun): object {
  return { kind, period, plan_id: planId, status };
}
