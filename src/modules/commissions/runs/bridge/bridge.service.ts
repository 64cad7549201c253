import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { Currency } from '#common/money/currency.js';
import {
  fixed,
  type Fixed,
  fixedNumber,
  fixedText,
  roundedQuotient,
  timesRate,
  fixedOfNumber,
} from '#common/money/fixed.js';
import { Subscriber, type RecordedEvent } from '#common/events/index.js';
import { Job, JobQueue, JobType } from '#common/jobs/index.js';
import type { RunFiguresView } from '../runs.dto.js';
import { previousRun } from '../results/results.queries.js';
import { RunResults } from '../results/results.service.js';
import { CommissionRun } from '../run.entity.js';
import { WITH_RESULTS } from '../runs.rules.js';
import type { BridgedRunView, BridgePartView, BridgeView } from './bridge.dto.js';
import { ALONE, cellsOf, POSTED_BEFORE, type RunFigures, sumsOf } from './bridge.queries.js';
import { bridgeOf, type BridgeRow, changedBonuses, type Part, PARTS } from './bridge.rules.js';

/** How many posted periods before a run are shown: with it, half a year of months. */
const PERIODS_BEFORE = 5;

const ALL = 1_000_000n;

/** A row as it is kept: amounts are texts. */
type KeptRow = Pick<BridgeRow, 'bonus' | 'type'> & {
  readonly before: string;
  readonly after: string;
  readonly parts: Readonly<Record<string, string>>;
};

/** What is kept with a run. */
interface Kept {
  /** The run it was compared with: after a correction it is another one. */
  readonly counted_run_id: number;
  readonly rows: readonly KeptRow[];
}

/** Says why runs differ from those before. See decision 107. */
@Injectable()
export class Bridges {
  constructor(
    private readonly db: Database,
    private readonly results: RunResults,
    private readonly currency: Currency,
  ) {}

  /**
   * Why a run pays another amount than the final run of the last posted period before. Lines of runs never change: what they add
   * up to is kept by a job; who asks before it waits, some seconds for a million lines.
   * @param id of a run
   * @throws AppError NOT_FOUND for an unknown run, CONFLICT for one without results
   */
  async read(id: number): Promise<BridgeView> {
    const run = await this.results.run(id);
    const counted = await previousRun(this.db.manager, run);
    const { code: currency_code } = this.currency;
    const own = toRun(run);
    const earlier = await this.db.query<RunFigures>(null, POSTED_BEFORE, [run.fromAt, PERIODS_BEFORE]);
    const periods = [...earlier.reverse().map(toListedRun), own];
    if (counted === null)
      return {
        run: own,
        before: null,
        corrected_by_run_id: null,
        difference: null,
        parts: [],
        by_bonus: [],
        periods,
        currency_code,
      };
    const { correctsRunId } = counted;
    const before = correctsRunId === null ? counted : await this.results.run(correctsRunId);
    const rows = keptOf(run, counted) ?? (await this.addUp(run, counted, false));
    const ofVolume = percentsOf(run);
    const total = (of: (row: BridgeRow) => Fixed): Fixed => rows.reduce((sum, row) => sum + of(row), 0n);
    const toPart = (part: Part, amount: Fixed): BridgePartView => ({
      part,
      amount: fixedNumber(amount),
      percent: ofVolume(amount),
    });
    return {
      run: own,
      before: toRun(before),
      corrected_by_run_id: correctsRunId === null ? null : counted.id,
      difference: fixedNumber(total((row) => row.after - row.before)),
      parts: PARTS.map((part) =>
        toPart(
          part,
          total(({ parts }) => parts[part] ?? 0n),
        ),
      ),
      by_bonus: rows.map((row) => ({
        bonus: row.bonus,
        type: row.type,
        before: fixedNumber(row.before),
        before_percent: percentsOf(before)(row.before),
        after: fixedNumber(row.after),
        after_percent: ofVolume(row.after),
        difference: fixedNumber(row.after - row.before),
        parts: PARTS.flatMap((part) => (row.parts[part] === undefined ? [] : [toPart(part, row.parts[part])])),
      })),
      periods,
      currency_code,
    };
  }

  /** Adds up what {@link read} says about a run, which may have been discarded meanwhile. */
  async keep(id: number): Promise<void> {
    const run = await this.db.manager.findOneBy(CommissionRun, { id });
    if (run === null || !WITH_RESULTS.includes(run.status)) return;
    const counted = await previousRun(this.db.manager, run);
    if (counted !== null && keptOf(run, counted) === undefined) await this.addUp(run, counted, true);
  }

  /** Adds a run up, one request at a time. */
  private async addUp(run: CommissionRun, counted: CommissionRun, isKept: boolean): Promise<BridgeRow[]> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, ALONE, [run.id]);
      const meanwhile = keptOf(await tx.findOneByOrFail(CommissionRun, { id: run.id }), counted);
      if (meanwhile !== undefined) return meanwhile;
      const plans = [counted.document, run.document] as const;
      const rows = bridgeOf({
        plans,
        posted: await sumsOf(this.db, tx, counted.correctsRunId ?? counted.id),
        cells: await cellsOf(tx, { run: run.id, before: counted.id, changed: changedBonuses(...plans) }),
        digits: this.currency.digits,
      });
      const bridge: Kept = { counted_run_id: counted.id, rows: rows.map(toKept) };
      if (isKept) await tx.update(CommissionRun, { id: run.id }, { bridge });
      return rows;
    });
  }
}

function keptOf({ bridge }: CommissionRun, counted: CommissionRun): BridgeRow[] | undefined {
  const kept = bridge as Kept | null;
  return kept?.counted_run_id === counted.id ? kept.rows.map(fromKept) : undefined;
}

function toKept({ bonus, type, before, after, parts }: BridgeRow): KeptRow {
  const texts = Object.fromEntries(Object.entries(parts).map(([part, amount]) => [part, fixedText(amount)]));
  return { bonus, type, before: fixedText(before), after: fixedText(after), parts: texts };
}

function fromKept({ bonus, type, before, after, parts }: KeptRow): BridgeRow {
  const amounts = Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, fixed(text)]));
  return { bonus, type, before: fixed(before), after: fixed(after), parts: amounts };
}

const figuresOf = ({ summary }: CommissionRun): RunFiguresView => summary as RunFiguresView;

function toRun(run: CommissionRun): BridgedRunView {
  const { payout, payout_percent } = figuresOf(run);
  return { run_id: run.id, period: run.period, payout, payout_percent };
}

function toListedRun({ id, period, payout, payout_percent }: RunFigures): BridgedRunView {
  return {
    run_id: id,
    period,
    payout: fixedNumber(fixed(payout)),
    payout_percent: payout_percent === null ? null : fixedNumber(fixed(payout_percent)),
  };
}

/** Amounts as percentages of the money that the volume of a run is. */
function percentsOf(run: CommissionRun): (amount: Fixed) => number | null {
  const base = timesRate(fixedOfNumber(figuresOf(run).commissionable_volume), fixedOfNumber(run.document.rate));
  return (amount) => (base <= 0n ? null : fixedNumber(roundedQuotient(amount * ALL, base)));
}

/** Finds out why a run differs from the one before. */
const COMPARE = new JobType<{ runId: number }>('commissions.bridge', { retries: 3 });

/** Has a run compared with the one before as soon as it is calculated, so that nobody waits who asks for it. Decision 107. */
@Injectable()
export class BridgeJob {
  constructor(
    private readonly jobs: JobQueue,
    private readonly bridges: Bridges,
  ) {}

  /** Only adds the job: the run does not wait for it, nor fail with it. Few of the service's own previews are looked at. */
  @Subscriber('commission.calculated')
  async request(tx: EntityManager, events: readonly RecordedEvent<'commission.calculated'>[]): Promise<void> {
    for (const { data } of events.filter((one) => !one.data.automatic))
      await this.jobs.add(tx, COMPARE, { payload: { runId: data.run_id }, queue: COMPARE.task });
  }

  @Job(COMPARE)
  async compare({ runId }: { runId: number }): Promise<void> {
    await this.bridges.keep(runId);
  }
}
