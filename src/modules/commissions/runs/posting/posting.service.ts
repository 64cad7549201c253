import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { TitleRanks } from '#network/members/index.js';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { AppError } from '#common/errors/app-error.js';
import { fixed, fixedText } from '#common/money/fixed.js';
import { isLockedByOthers } from '@commerce/postgres';
import { LongJobs } from '#common/jobs/index.js';
import { EarningsLedger } from '../../earnings/index.js';
import { InstalledBonuses, type PlanInForce, PublishedPlans } from '../../plans/index.js';
import { CommissionSettingsService } from '../../settings/index.js';
import { lastPosted } from '../results/results.queries.js';
import { CommissionRun } from '../run.entity.js';
import { type RankChange, RunEvents } from '../runs.events.js';
import { RunsReader } from '../runs.reader.js';
import { assertFinal, CHANGED_SINCE, LEDGER_BUSY, LINES_CHANGED, OTHER_PLAN_NOW, OUT_OF_ORDER } from '../runs.rules.js';
import { RunsService } from '../runs.service.js';
import { toAuditedRun, type RunView } from '../runs.dto.js';
import {
  changedSince,
  DIGEST,
  digestOf,
  type DigestRow,
  INPUTS_DIGEST,
  type InputDigest,
} from '../reading/input-digest.js';
import { Calculation } from '../calculation/calculation.service.js';
import { RunApproval } from '../run-approval.action.js';
import { PostedRuns } from './posted-periods.js';

const DAY_MS = 86_400_000;

/** Events that one statement records. */
const BATCH = 5_000;

/** Lets the statements of this transaction take their time, but not wait long for others; gives the instant. */
const TAKE_TIME = statement(
  'posting.take-time',
  `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('lock_timeout', '5s', true), set_config('work_mem', '128MB', true)`,
);

/** What run `$1` pays by its summary, with all its digits. */
const PAYOUT = statement('posting.payout', `SELECT summary ->> 'payout' AS payout FROM commission_runs WHERE id = $1`);

/** The next `$3` members after `$2` whose title rank run `$1` has changed; titles before are in the words of its plan. */
const RANKS_CHANGED = statement(
  'posting.ranks-changed',
  `SELECT uid, title_before AS "from", title_rank AS "to" FROM commission_members
    WHERE run_id = $1 AND uid > $2 AND title_rank IS NOT NULL AND title_rank IS DISTINCT FROM title_before
    ORDER BY uid LIMIT $3`,
);

/** SQL of the title ranks of run `$1`. */
const TITLES = `SELECT uid, title_rank AS title FROM commission_members WHERE run_id = $1 AND title_rank IS NOT NULL`;

/** Writes what a posted run gives: earnings, title ranks, events. What it carries is in its own results, where the next reads it. */
@Injectable()
export class PostingWrites {
  constructor(
    private readonly db: Database,
    private readonly ledger: EarningsLedger,
    private readonly settings: CommissionSettingsService,
    private readonly members: TitleRanks,
    private readonly runEvents: RunEvents,
  ) {}

  /**
   * Writes the earnings, payable when the days of the settings are over.
   * @throws AppError CONFLICT if the lines do not come to what was calculated and approved
   */
  async earnings(
    tx: EntityManager,
    { id, period }: CommissionRun,
    { at, byUid }: { at: Date; byUid: number },
  ): Promise<void> {
    const { holdDays } = await this.settings.current(tx);
    const payableAt = new Date(at.getTime() + holdDays * DAY_MS);
    const posted = await this.ledger.postRun(tx, { runId: id, period, payableAt, byUid });
    const payout = fixed((await this.db.queryOne<{ payout: string }>(tx, PAYOUT, [id]))!.payout);
    const lines = posted.commission + posted.clawback;
    if (lines === payout && posted.differing === 0) return;
    const sums = { lines: fixedText(lines), payout: fixedText(payout), members: posted.differing };
    throw AppError.of(LINES_CHANGED, { id, ...sums });
  }

  /** Records that the run is posted, and whose title rank has changed. */
  async events(tx: EntityManager, run: CommissionRun, postedAt: Date): Promise<void> {
    await this.runEvents.posted(tx, run, postedAt);
    let last = 0;
    for (;;) {
      const changes = await this.db.query<RankChange>(tx, RANKS_CHANGED, [run.id, last, BATCH]);
      await this.runEvents.ranksChanged(tx, run.period, changes);
      if (changes.length < BATCH) return;
      last = changes.at(-1)!.uid;
    }
  }

  /** Sets the title ranks. Where the plan is new, those of members who came after the period get its names, too. */
  async titles(
    tx: EntityManager,
    { id }: CommissionRun,
    { isFirst, ranks }: Pick<PlanInForce, 'isFirst' | 'ranks'>,
  ): Promise<void> {
    if (isFirst) await this.members.rename(tx, ranks);
    await this.members.set(tx, { name: 'posting.titles', titles: TITLES, values: [id] });
  }
}

/** Posts runs: writes earnings and title ranks, and closes the period. See docs/spec/commissions.md#4, decision 69. */
@Injectable()
export class Posting {
  constructor(
    private readonly db: Database,
    private readonly reader: RunsReader,
    private readonly runs: RunsService,
    private readonly posted: PostedRuns,
    private readonly published: PublishedPlans,
    private readonly writes: PostingWrites,
    private readonly audit: AuditLog,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /**
   * Posts an approved run, all or nothing; audited. It cannot be undone.
   * @throws AppError NOT_FOUND; CONFLICT for a preview or a run of a correction, for one that is not approved, if the plan or anything that it has read
   * has changed since, if its lines are not what was calculated, if it does not follow the last posted period, and while the
   * ledger is written to for long
   */
  async post(caller: Caller, id: number): Promise<RunView> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, TAKE_TIME);
      const run = await this.runs.lock(tx, id);
      assertFinal(run, 'approved');
      await this.published.hold(tx);
      await this.closeLedger(tx, run);
      const inForce = await this.assertHolds(tx, run);
      const now = await this.db.now(tx);
      await this.writes.earnings(tx, run, { at: now, byUid: caller.uid });
      await this.writes.events(tx, run, now);
      // The last: who moves or places these members waits from here on.
      await this.writes.titles(tx, run, inForce);
      await tx.update(CommissionRun, run.id, { status: 'posted', postedAt: now, postedByUid: caller.uid });
      const after = await tx.findOneByOrFail(CommissionRun, { id: run.id });
      const act = { action: 'commission_run.post', entityType: 'commission_run', entityId: run.id };
      await this.audit.record(tx, caller, { ...act, before: toAuditedRun(run), after: toAuditedRun(after) });
      return this.reader.view(tx, after);
    });
  }

  private async closeLedger(tx: EntityManager, { id, toAt }: CommissionRun): Promise<void> {
    await this.posted.lock(tx, toAt).catch((error: unknown) => {
      throw isLockedByOthers(error) ? AppError.of(LEDGER_BUSY, { id }) : error;
    });
  }

  /**
   * What must hold of the world around a run that is posted; nothing is published meanwhile.
   * @returns the plan in force, which is that of the run
   * @throws AppError CONFLICT for another plan, a period that does not follow the last one that is posted, and for whatever
   * the run has read that has changed since
   */
  private async assertHolds(tx: EntityManager, run: CommissionRun): Promise<PlanInForce> {
    const { id, period, fromAt, toAt, planId } = run;
    const inForce = await this.published.inForce(tx, period);
    const isSame = inForce?.id === planId && +inForce.from === +fromAt && +inForce.to === +toAt;
    if (!isSame) throw AppError.of(OTHER_PLAN_NOW, { id, period });
    const last = await lastPosted(tx);
    if (last !== null && +last.toAt !== +fromAt)
      throw AppError.of(OUT_OF_ORDER, { id, from: fromAt.toISOString(), to: last.toAt.toISOString() });
    const [row] = await tx.query<DigestRow[]>(DIGEST, [fromAt, toAt]);
    const inputs = this.bonuses.types.inputsOf(run.document).map(({ name }) => name);
    const ofInputs =
      inputs.length === 0 ? [] : await tx.query<Pick<InputDigest, 'inputs'>[]>(INPUTS_DIGEST, [inputs, toAt]);
    const what = changedSince(run.inputDigest as InputDigest, digestOf({ ...row!, ...ofInputs[0] }, inForce));
    if (what !== undefined) throw AppError.of(CHANGED_SINCE, { id, what });
    return inForce;
  }
}

/** Closes a period from beginning to end, for the demo's past. */
@Injectable()
export class PostingAtOnce {
  constructor(
    private readonly db: Database,
    private readonly runs: RunsService,
    private readonly approval: RunApproval,
    private readonly calculation: Calculation,
    private readonly posting: Posting,
    private readonly jobs: LongJobs,
  ) {}

  /**
   * Runs a period, approves the run and posts it. All in this process: another one would take longer to begin than a small
   * network takes to be calculated.
   * @param caller may approve what they started, so the plan must not ask for four eyes
   * @throws AppError as each of these does
   */
  async close(caller: Caller, period: string): Promise<void> {
    const run = await this.db.ambientTransaction(async (tx) => {
      const { id } = await this.runs.start(caller, { period, kind: 'final' });
      const made = await tx.findOneByOrFail(CommissionRun, { id });
      // Nobody else is to begin it, nor to end it because its job has ended.
      await this.jobs.cancel(made.jobId!);
      await tx.update(CommissionRun, made.id, { jobId: null });
      return made;
    });
    const { signal } = new AbortController();
    await this.calculation.calculate({ runId: run.id }, { signal, progress: () => undefined });
    await this.approval.approve(caller, run.id);
    await this.posting.post(caller, run.id);
  }
}
