import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { statement, Database } from '#common/database/index.js';
import type { MemberKind } from '#people/users/index.js';
import type { Caller } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { type CsvColumn, plainColumn } from '#common/http/csv.js';
import { Downloads, type StreamedAnswer } from '#common/http/downloads.js';
import { Currency } from '#common/money/currency.js';
import { fixed, fixedText, timesRate } from '#common/money/fixed.js';
import { type ComplianceView, toIncomeView, toSharesView } from './compliance.dto.js';
import { CommissionFairness } from './fairness.entity.js';
import { type IncomeSums, PERCENTILES, byKind, type KindSums, sharesOf } from './compliance.rules.js';

/** Sums over all members of a run, or of a dozen, take longer than other statements may. */
const UNLIMITED = statement(
  'compliance.unlimited',
  `SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true)`,
);

/** A posted run. */
interface PostedRow {
  id: number;
  /** The run whose lines were paid: itself, or that of the last correction of it that was approved. */
  paid_id: number;
  period: string;
  from_at: Date;
  to_at: Date;
  /** Money for a unit of commissionable volume. */
  rate: string;
}

/** The posted runs of the year $1, in the order of their periods. */
const POSTED_IN_YEAR = statement(
  'compliance.posted-in-year',
  `SELECT p.id, p.period, p.from_at, p.to_at, p.document ->> 'rate' AS rate,
          coalesce((SELECT c.id FROM commission_runs c WHERE c.corrects_run_id = p.id AND c.status = 'approved'
                     ORDER BY c.correction_id DESC LIMIT 1), p.id) AS paid_id
     FROM commission_runs p WHERE p.status = 'posted' AND left(p.period, 4) = $1 ORDER BY p.from_at`,
);

/** A kind with its volume. */
interface KindRow {
  kind: MemberKind;
  amount: string;
}

/** Commissionable volume of own rows by kind, in run $1. */
const VOLUMES = statement(
  'compliance.volumes',
  `SELECT kind, sum(commissionable_volume) AS amount FROM commission_members WHERE run_id = $1 GROUP BY kind`,
);

/** What lines come to. */
interface PaidRow {
  /** Of the source; null of lines without one. */
  kind: MemberKind | null;
  amount: string;
}

/** The lines of run $1 by the kind of their source, as it stood in the run. */
const PAID = statement(
  'compliance.paid',
  `SELECT m.kind, sum(l.amount) AS amount
     FROM commission_lines l LEFT JOIN commission_members m ON m.run_id = $1 AND m.uid = l.source_uid
    WHERE l.run_id = $1 GROUP BY m.kind`,
);

/** What all incomes of a year come to. */
interface IncomeRow {
  distributors: number;
  without: number;
  total: string;
  topMembers: number;
  topAmount: string;
  topLeast: string | null;
  below: (string | null)[];
  above: (string | null)[];
}

/**
 * What all who were distributors between $2 and $3, or at the end of a period of the runs $1, earned in these, and the incomes
 * around the percentiles $4. Who was one and is a customer now counts with all that it earned.
 */
const INCOMES = statement(
  'compliance.incomes',
  `WITH distributors AS (
     SELECT uid FROM commission_members WHERE run_id = ANY ($1::bigint[]) AND kind = 'distributor'
      UNION
     SELECT uid FROM network_states
      WHERE kind = 'distributor' AND from_at < $3 AND (to_at IS NULL OR to_at > $2 AND to_at > from_at)
   ), earned AS (
     SELECT uid, sum(earned) AS amount FROM commission_members WHERE run_id = ANY ($1::bigint[]) GROUP BY uid
   ), incomes AS (
     SELECT coalesce(amount, 0) AS amount FROM distributors LEFT JOIN earned USING (uid)
   ), placed AS MATERIALIZED (
     SELECT amount, row_number() OVER (ORDER BY amount) - 1 AS place, count(*) OVER () AS heads FROM incomes
   ), top AS (
     SELECT count(*) AS members, coalesce(sum(amount), 0) AS amount, min(amount) AS least
       FROM placed WHERE place >= heads - ceil(heads / 100.0)
   ), wanted AS (
     SELECT p, floor((heads - 1) * p / 100.0)::bigint AS low, ceil((heads - 1) * p / 100.0)::bigint AS high
       FROM unnest($4::integer[]) AS p CROSS JOIN (SELECT count(*) AS heads FROM placed) AS counted
   )
   SELECT (SELECT count(*) FROM placed) AS distributors,
          (SELECT count(*) FROM placed WHERE amount <= 0) AS without,
          (SELECT coalesce(sum(amount), 0) FROM placed) AS total,
          top.members AS "topMembers", top.amount AS "topAmount", top.least AS "topLeast",
          around.below, around.above
     FROM top CROSS JOIN (
       SELECT array_agg(b.amount::text ORDER BY p) AS below, array_agg(a.amount::text ORDER BY p) AS above
         FROM wanted LEFT JOIN placed b ON b.place = low LEFT JOIN placed a ON a.place = high
     ) AS around`,
);

export const NOT_POSTED = failure(COMMISSIONS.no_posted_run, { field: 'period' });

/** Tells who bought and who earned. See docs/spec/commissions.md#6. */
@Injectable()
export class Compliance {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly downloads: Downloads,
  ) {}

  /**
   * Shares of a posted period, or of all those of a year, and the income disclosure of the year; of periods that were
   * corrected, as they were corrected. Sums of a run never change: who asks before they are kept waits for them, some seconds
   * for a million members.
   * @param period `2026-10`, `2026-W44` or `2026`
   * @throws AppError NOT_FOUND where nothing is posted
   */
  async read(period: string): Promise<ComplianceView> {
    const year = period.slice(0, 4);
    const ofYear = await this.db.query<PostedRow>(null, POSTED_IN_YEAR, [year]);
    const runs = period === year ? ofYear : ofYear.filter((run) => run.period === period);
    if (runs.length === 0) throw AppError.of(NOT_POSTED);
    const sums: KindSums[] = [];
    for (const run of runs) sums.push(await this.kindsOf(run));
    const income = await this.incomeOf(ofYear);
    const { code: currency_code, digits } = this.currency;
    return {
      period,
      run_ids: runs.map(({ id }) => id),
      currency_code,
      corrected: runs
        .filter(({ id, paid_id }) => id !== paid_id)
        .map((run) => ({ period: run.period, run_id: run.id, correction_run_id: run.paid_id })),
      ...toSharesView(sharesOf(sums)),
      income: toIncomeView(income, { year, periods: ofYear.map((run) => run.period), digits }),
    };
  }

  private async kindsOf(run: PostedRow): Promise<KindSums> {
    return this.kept(run.paid_id, 'shares', async (tx) => {
      const volumes = await this.db.query<KindRow>(tx, VOLUMES, [run.paid_id]);
      const paid = await this.db.query<PaidRow>(tx, PAID, [run.paid_id]);
      const volume = volumes.reduce((sum, { amount }) => sum + fixed(amount), 0n);
      return {
        volume: byKind(volumes),
        base: fixedText(timesRate(volume, fixed(run.rate))),
        paid: byKind(paid),
        withoutSource: fixedText(
          paid.filter(({ kind }) => kind === null).reduce((sum, { amount }) => sum + fixed(amount), 0n),
        ),
      };
    });
  }

  private async incomeOf(runs: readonly PostedRow[]): Promise<IncomeSums> {
    const [first, last] = [runs[0]!, runs.at(-1)!];
    // A correction calculates all later periods again too, so that the last run is another one with each.
    return this.kept(last.paid_id, 'income', async (tx) => {
      const values = [runs.map(({ paid_id: id }) => id), first.from_at, last.to_at, PERCENTILES];
      const row = (await this.db.queryOne<IncomeRow>(tx, INCOMES, values))!;
      const around = PERCENTILES.map((_, at) => {
        const [below, above] = [row.below[at] ?? null, row.above[at] ?? null];
        return below === null || above === null ? null : ([below, above] as const);
      });
      const top = { members: row.topMembers, amount: row.topAmount, least: row.topLeast };
      return { distributors: row.distributors, without: row.without, total: row.total, top, around };
    });
  }

  /**
   * The same as a CSV file, a row for each figure.
   * @throws AppError NOT_FOUND where nothing is posted
   */
  async download(caller: Caller, period: string): Promise<StreamedAnswer> {
    const rows = toComplianceRows(await this.read(period));
    const next = (last: ComplianceRow | undefined): Promise<readonly ComplianceRow[]> =>
      Promise.resolve(last === undefined ? rows : []);
    return this.downloads.csv(caller, { name: `compliance-${period}`, columns: COMPLIANCE_COLUMNS, next });
  }

  /** What is kept of a run, or is calculated now and kept. */
  private async kept<Part extends 'shares' | 'income'>(
    runId: number,
    part: Part,
    calculate: (tx: EntityManager) => Promise<NonNullable<CommissionFairness[Part]>>,
  ): Promise<NonNullable<CommissionFairness[Part]>> {
    const find = async (manager: EntityManager) => (await manager.findOneBy(CommissionFairness, { runId }))?.[part];
    const known = await find(this.db.manager);
    if (known !== null && known !== undefined) return known;
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, UNLIMITED);
      // One calculates at a time: who asks meanwhile waits, and reads what is kept then.
      await this.db.lock(tx, 'compliance');
      const meanwhile = await find(tx);
      if (meanwhile !== null && meanwhile !== undefined) return meanwhile;
      const sums = await calculate(tx);
      await tx.upsert(CommissionFairness, { runId, [part]: sums }, ['runId']);
      return sums;
    });
  }
}

/** A figure of the file. */
interface ComplianceRow {
  readonly period: string;
  /** Such as `volume.customer`. */
  readonly figure: string;
  /** A volume, money or heads, as the figure is. */
  readonly amount: number | null;
  readonly percent: number | null;
}

/** The columns of the file. */
const COMPLIANCE_COLUMNS: readonly CsvColumn<ComplianceRow>[] = [
  plainColumn('period', ({ period }) => period),
  plainColumn('figure', ({ figure }) => figure),
  plainColumn('amount', ({ amount }) => amount),
  plainColumn('percent', ({ percent }) => percent),
];

const KINDS = ['customer', 'preferred', 'distributor'] as const;

/** All figures one below the other; those of the income are of the year. */
function toComplianceRows(one: ComplianceView): ComplianceRow[] {
  const { period, income } = one;
  const shares = (['volume', 'commissions'] as const).flatMap((of): ComplianceRow[] => [
    { period, figure: `${of}.total`, amount: one[of].total, percent: null },
    ...KINDS.map((kind) => ({
      period,
      figure: `${of}.${kind}`,
      amount: one[of][kind],
      percent: one[`${of}_percent`][kind],
    })),
  ]);
  const customers = one.commissions_from_customers_percent;
  const ofYear = (figure: string, amount: number | null, percent: number | null = null): ComplianceRow => ({
    period: income.year,
    figure: `income.${figure}`,
    amount,
    percent,
  });
  const { percentiles, top_1_percent: top } = income;
  return [
    ...shares,
    { period, figure: 'commissions.from_customers', amount: null, percent: customers },
    { period, figure: 'payout', amount: one.payout, percent: one.payout_percent },
    ofYear('distributors', income.distributors),
    ofYear('without', income.without, income.without_percent),
    ofYear('total', income.total),
    ofYear('mean', income.mean),
    ofYear('median', income.median),
    ...Object.entries(percentiles ?? {}).map(([name, amount]) => ofYear(name, amount as number)),
    ...(top === null
      ? []
      : [
          ofYear('top_1_percent.members', top.members),
          ofYear('top_1_percent.amount', top.amount, top.percent),
          ofYear('top_1_percent.least', top.least),
        ]),
  ];
}
