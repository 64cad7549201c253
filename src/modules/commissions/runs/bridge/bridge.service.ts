import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, ONE_PROCESS, statement } from '#common/database/index.js';
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
import { bridgeOf, type BridgeRow, changedBonuses, type Part, PARTS, type BridgeCell } from './bridge.rules.js';

/** Sums over all lines of two runs take longer than other statements may. One adds up a run $1 at a time. */
const ALONE = statement(
  'bridge.alone',
  `SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true), ${ONE_PROCESS},
          pg_advisory_xact_lock(hashtextextended('commission_bridge', $1))`,
);

interface CellRow {
  bonus: string;
  level: number | null;
  is_for_rank: boolean;
  who: BridgeCell['who'];
  rank_before: string | null;
  active_before: boolean;
  rank: string | null;
  active: boolean;
  before: string;
  after: string;
  at_old_rate: string | null;
}

/**
 * The members of the run $1 and of the run before, $2. Who is not in the run before is new; who is not in this one any more, or
 * has been terminated since, is lost.
 */
const PEOPLE = `CREATE TEMP TABLE bridge_people ON COMMIT DROP AS
   SELECT uid, rank, active, rank_before, active_before, who,
          (rank IS DISTINCT FROM rank_before OR active <> active_before) AS has_moved
     FROM (
       SELECT uid, a.rank, coalesce(a.active, false) AS active, b.rank AS rank_before,
              coalesce(b.active, false) AS active_before,
              CASE WHEN b.status IS NULL THEN 'new'
                   WHEN b.status <> 'terminated' AND coalesce(a.status, 'terminated') = 'terminated' THEN 'lost'
                   ELSE 'stayed' END AS who
         FROM (SELECT uid, status, rank, active FROM commission_members WHERE run_id = $1) AS a
         FULL JOIN (SELECT uid, status, rank, active FROM commission_members WHERE run_id = $2) AS b USING (uid)
     ) AS both_runs`;
/** Without it, the database would expect all pairs of members. */
const COUNT_PEOPLE = 'ANALYZE bridge_people';

/**
 * The lines of the run $1 and of the run before, $2, added up by what they have in common. Where a percentage may have changed,
 * they are first added up for each payee, bonus and level, of which the percentages are made: where the payee stands otherwise
 * than before, and of the bonuses $3.
 */
const CELLS = `WITH lines AS (
     SELECT l.run_id = $1 AS is_now, l.uid, l.bonus, l.level, l.rank IS NOT NULL AS is_for_rank, l.base, l.amount,
            CASE WHEN 'new' IN (payee.who, source.who) THEN 'new'
                 WHEN 'lost' IN (payee.who, source.who) THEN 'lost' ELSE 'stayed' END AS who,
            payee.has_moved OR l.bonus = ANY ($3::text[]) AS may_differ
       FROM commission_lines l
       JOIN bridge_people payee ON payee.uid = l.uid
       LEFT JOIN (SELECT uid, who FROM bridge_people WHERE who <> 'stayed') AS source ON source.uid = l.source_uid
      WHERE l.run_id IN ($1, $2)
   ), sums AS (
     SELECT CASE WHEN may_differ AND who = 'stayed' THEN uid END AS uid, bonus,
            CASE WHEN may_differ AND who = 'stayed' THEN level END AS level, is_for_rank, who,
            sum(amount) FILTER (WHERE NOT is_now) AS before, sum(amount) FILTER (WHERE is_now) AS after,
            sum(base) FILTER (WHERE NOT is_now) AS base_before, sum(base) FILTER (WHERE is_now) AS base
       FROM lines GROUP BY 1, 2, 3, 4, 5
   ), rated AS (
     SELECT sums.bonus, sums.level, sums.is_for_rank, sums.who, people.rank_before,
            coalesce(people.active_before, false) AS active_before, people.rank,
            coalesce(people.active, false) AS active, coalesce(sums.before, 0) AS before, coalesce(sums.after, 0) AS after,
            CASE WHEN sums.uid IS NOT NULL AND base_before > 0 AND base > 0
                 THEN sums.before * base / base_before END AS at_old_rate
       FROM sums LEFT JOIN bridge_people people ON people.uid = sums.uid
   )
   SELECT bonus, level, is_for_rank, who, rank_before, active_before, rank, active,
          sum(before) AS before, sum(after) AS after, round(sum(at_old_rate), 4) AS at_old_rate
     FROM rated GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, at_old_rate IS NULL`;

/**
 * Adds up the lines of a run and of the run before.
 * @param changed the bonuses of which the plans say something else
 */
async function cellsOf(
  tx: EntityManager,
  { run, before, changed }: { run: number; before: number; changed: readonly string[] },
): Promise<BridgeCell[]> {
  await tx.query(PEOPLE, [run, before]);
  await tx.query(COUNT_PEOPLE);
  const rows = await tx.query<CellRow[]>(CELLS, [run, before, changed]);
  return rows.map((row) => ({
    bonus: row.bonus,
    level: row.level,
    isForRank: row.is_for_rank,
    who: row.who,
    standingBefore: { rank: row.rank_before, active: row.active_before },
    standing: { rank: row.rank, active: row.active },
    before: fixed(row.before),
    after: fixed(row.after),
    atOldRate: row.at_old_rate === null ? null : fixed(row.at_old_rate),
  }));
}

const SUMS = statement(
  'bridge.sums',
  'SELECT bonus, sum(amount) AS amount FROM commission_lines WHERE run_id = $1 GROUP BY bonus',
);

/** What each bonus of a run came to, `cap` and `clawback` as well. */
async function sumsOf(db: Database, tx: EntityManager, runId: number): Promise<ReadonlyMap<string, Fixed>> {
  const rows = await db.query<{ bonus: string; amount: string }>(tx, SUMS, [runId]);
  return new Map(rows.map(({ bonus, amount }) => [bonus, fixed(amount)]));
}

/** What a run came to, as its summary tells it. */
interface RunFigures {
  id: number;
  period: string;
  payout: string;
  payout_percent: string | null;
}

/** The runs that are posted before the instant $1, the newest $2 of them. */
const POSTED_BEFORE = statement(
  'bridge.posted-before',
  `SELECT id, period, summary ->> 'payout' AS payout, summary ->> 'payout_percent' AS payout_percent
     FROM commission_runs WHERE status = 'posted' AND from_at < $1 ORDER BY from_at DESC LIMIT $2`,
);

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
