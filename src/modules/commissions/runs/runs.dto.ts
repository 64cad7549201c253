import { type Format, FormatField } from '#common/http/downloads.js';
import { SearchQuery } from '#common/http/pagination.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import {
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { type LongJob, WORK_STATUSES, type WorkStatus, workStatusOf } from '#common/jobs/index.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { RUN_KINDS, RUN_STATUSES, type RunKind, type RunStatus, type CommissionRun } from './run.entity.js';
import { progressOf } from './runs.rules.js';
import { numberInPath } from '#common/http/path-params.js';

/** What a bonus came to. */
export class RunBonusSumView {
  @TextProperty('levels', 'id of the bonus, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel') type!: string;
  @NumberProperty(12_200.4) amount!: number;
  @IntegerProperty(280, 'members with lines of this bonus') members!: number;
  @IntegerProperty(2_310) lines!: number;
}

/** What members of a paid-as rank came to. */
export class RunRankSumView {
  @TextProperty('silver', 'null: members without a rank, if something was taken back from them', { nullable: true })
  rank!: string | null;

  @IntegerProperty(40) members!: number;
  @IntegerProperty(38) active!: number;
  @NumberProperty(4_020.1) amount!: number;
}

/** What a level of a bonus came to. */
export class RunLevelSumView {
  @TextProperty('levels') bonus!: string;
  @IntegerProperty(1) level!: number;
  @NumberProperty(7_400.2) amount!: number;
  @IntegerProperty(1_200) lines!: number;
}

/** What a bonus did not pay, and why: breakage. */
class RunUnpaidSumView {
  @TextProperty('levels') bonus!: string;
  @TextProperty('not_active') reason!: string;
  @NumberProperty(310.75) amount!: number;
}

/** Who earned most. */
class RunHighestEarnerView {
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @NumberProperty(912.4) amount!: number;
}

/** The figures of a run that are compared with those of the run before. */
export class RunFiguresView {
  @IntegerProperty(1_250) members!: number;
  @IntegerProperty(900) distributors!: number;
  @IntegerProperty(420, 'distributors that are active') active!: number;
  @IntegerProperty(310, 'members that have lines') payees!: number;
  @NumberProperty(64_000) qualifying_volume!: number;
  @NumberProperty(52_000.5) commissionable_volume!: number;
  @NumberProperty(18_420.55, 'the sum of all lines') payout!: number;

  @NumberProperty(35.4238, 'as a percentage of commissionable volume × rate; null if that is not above 0', {
    nullable: true,
  })
  payout_percent!: number | null;

  @NumberProperty(120.4, 'the amount that is taken back from posted periods, above 0') clawed_back!: number;
  @IntegerProperty(2_640) lines!: number;
  @ListProperty(RunBonusSumView) by_bonus!: RunBonusSumView[];
  @ListProperty(RunRankSumView) by_rank!: RunRankSumView[];
  @ListProperty(RunLevelSumView) by_level!: RunLevelSumView[];
  @ListProperty(RunUnpaidSumView, 'breakage') unpaid!: RunUnpaidSumView[];
  @ObjectProperty(RunHighestEarnerView, { nullable: true }) highest!: RunHighestEarnerView | null;
  @NumberProperty(24.1, 'of members who got something') median!: number;
}

/** The run by which the posted period before counts: the posted one, or that of the last correction that was approved. */
export class PreviousRunView extends RunFiguresView {
  @IntegerProperty(11) run_id!: number;
  @TextProperty('2026-09') period!: string;
}

/** What a run came to, and what the period before did. */
export class RunSummaryView extends RunFiguresView {
  @ObjectProperty(PreviousRunView, 'null without a previous posted period', { nullable: true })
  previous!: PreviousRunView | null;
}

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
  @FormatField() format?: Format;
  @SortField(['created_at'], '-created_at') sort?: Sort<'created_at'>;
  @TextField({ optional: true, max: 8, description: 'only runs of this period', example: '2026-10' }) period?: string;
  @ChoiceField(RUN_KINDS, { optional: true, description: 'only runs of this kind', example: 'final' }) kind?: RunKind;

  @ChoiceField(RUN_STATUSES, { optional: true, description: 'only runs with this status', example: 'posted' })
  status?: RunStatus;

  @IntegerField({ optional: true, description: 'only runs by this plan', example: 1 }) plan_id?: number;

  @IntegerField({ optional: true, description: 'only runs that calculate this posted run again', example: 12 })
  corrects_run_id?: number;
}

/** A period that is not posted. */
export class PeriodToRunView {
  @TextProperty('2026-10') period!: string;
  @InstantProperty('2026-10-01T00:00:00.000Z') from!: string;
  @InstantProperty('2026-11-01T00:00:00.000Z', 'not part of the period') to!: string;
  @BooleanProperty(true, 'false for the open period, which has only previews') has_ended!: boolean;

  @BooleanProperty(true, 'whether its final run can be started: it has ended, is the next one and has none yet')
  can_be_final!: boolean;
}

/** The periods that can be run. */
export class PeriodsToRunView {
  @ListProperty(PeriodToRunView) periods!: PeriodToRunView[];
}

/** What a run came to when it was calculated again. */
export class ReplayResultView {
  @BooleanProperty(true, 'both hashes are those of the run') same!: boolean;

  @TextProperty(null, 'what of the input may be another by now, such as `places in the network` after a correction', {
    nullable: true,
  })
  changed!: string | null;

  @TextProperty('a'.repeat(64)) input_hash!: string;
  @TextProperty('b'.repeat(64)) result_hash!: string;
  @InstantProperty('2026-11-02T08:10:00.000Z') at!: string;
}

/** A replay, and what it came to. */
export class ReplayView {
  @ChoiceProperty(
    WORK_STATUSES,
    'done',
    'one that takes longer goes on after the answer: the run has its result in `replay` then',
  )
  status!: WorkStatus;

  @BooleanProperty(true, 'both hashes are those of the run', { nullable: true }) same!: boolean | null;

  @TextProperty(null, 'what of the input may be another by now, such as `places in the network` after a correction', {
    nullable: true,
  })
  changed!: string | null;

  @TextProperty('a'.repeat(64), { nullable: true }) input_hash!: string | null;
  @TextProperty('b'.repeat(64), { nullable: true }) result_hash!: string | null;
}

/** @param result of a replay that is done */
export function toReplayView(state: LongJob['state'], result: ReplayResultView | undefined): ReplayView {
  const { same = null, changed = null, input_hash = null, result_hash = null } = result ?? {};
  return { status: workStatusOf(state), same, changed, input_hash, result_hash };
}

/** A run of a list: without its summary. */
export class ListedRunView {
  @IntegerProperty(12) id!: number;

  @ChoiceProperty(
    [...RUN_KINDS, 'correction'],
    'final',
    '`correction`: calculates a posted period again, after a move that is dated back',
  )
  kind!: RunKind;

  @TextProperty('2026-10') period!: string;
  @InstantProperty('2026-10-01T00:00:00.000Z') from!: string;
  @InstantProperty('2026-11-01T00:00:00.000Z', 'not part of the period') to!: string;
  @IntegerProperty(null, 'the correction that the run is a part of', { nullable: true }) correction_id!: number | null;

  @IntegerProperty(null, 'of a correction: the posted run that it calculates again', { nullable: true })
  corrects_run_id!: number | null;

  @IntegerProperty(1) plan_id!: number;
  @TextProperty('Hybrid 2027', 'its name when the run was started') plan_name!: string;
  @ChoiceProperty(RUN_STATUSES, 'calculated') status!: RunStatus;
  @NumberProperty(1, 'from 0 to 1') progress!: number;
  @BooleanProperty(false, 'a preview that the service made by itself') automatic!: boolean;
  @InstantProperty('2026-11-02T08:00:00.000Z') created_at!: string;
  @IntegerProperty(1, 'null: the service itself', { nullable: true }) created_by_uid!: number | null;
  @InstantProperty('2026-11-02T08:00:20.000Z', { nullable: true }) calculated_at!: string | null;
  @InstantProperty(null, { nullable: true }) approved_at!: string | null;
  @IntegerProperty(null, { nullable: true }) approved_by_uid!: number | null;
  @InstantProperty(null, { nullable: true }) posted_at!: string | null;
  @IntegerProperty(null, { nullable: true }) posted_by_uid!: number | null;
  @InstantProperty(null, 'when it failed, was cancelled or discarded', { nullable: true }) ended_at!: string | null;
  @TextProperty(null, 'why it failed', { nullable: true }) error!: string | null;

  @NumberProperty(
    14.2,
    'the time for reading, calculating and writing; null until it is calculated, as are the hashes',
    { nullable: true },
  )
  seconds!: number | null;

  @TextProperty('a'.repeat(64), 'SHA-256 of everything that was read', { nullable: true }) input_hash!: string | null;
  @TextProperty('b'.repeat(64), 'SHA-256 of all results', { nullable: true }) result_hash!: string | null;

  @NumberProperty(12_345.67, 'what it pays; null until the run is calculated, as are `payout_percent` and `payees`', {
    nullable: true,
  })
  payout!: number | null;

  @NumberProperty(41.3, 'the payout ratio in percent; null also without commissionable volume', { nullable: true })
  payout_percent!: number | null;

  @IntegerProperty(812, 'members that have lines', { nullable: true }) payees!: number | null;
  @TextProperty('USD') currency_code!: string;
}

/** A run with its summary. */
export class RunView extends ListedRunView {
  @ObjectProperty(RunSummaryView, 'null until it is calculated', { nullable: true }) summary!: RunSummaryView | null;

  @ObjectProperty(ReplayResultView, 'the result when it was last calculated again; null if it never was', {
    nullable: true,
  })
  replay!: ReplayResultView | null;
}

/** A run after it was approved, or while that waits. */
export class RunWithApprovalView extends RunView {
  @ApprovalProperty() approval!: ApprovalView;
}

const at = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** What is shown with a run. */
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
  const { payout = null, payout_percent = null, payees = null } = run.figures ?? {};
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
    payout,
    payout_percent,
    payees,
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
    // Results from before `changed` was kept have none.
    replay: run.replay && Object.assign({ changed: null }, run.replay as ReplayResultView),
  };
}

function toPreviousRunView({ id, period, summary }: CommissionRun): PreviousRunView {
  return { run_id: id, period, ...(summary as RunFiguresView) };
}

/** What the audit log keeps of a run. */
export function toAuditedRun({ kind, period, planId, status }: CommissionRun): object {
  return { kind, period, plan_id: planId, status };
}
