import { plainColumn, type CsvColumn } from '#common/http/csv-rows.js';
import type { ComplianceView } from './compliance.view.js';

/** A figure of the file. */
export interface ComplianceRow {
  readonly period: string;
  /** Such as `volume.customer`. */
  readonly figure: string;
  /** A volume, money or heads, as the figure is. */
  readonly amount: number | null;
  readonly percent: number | null;
}

/** The columns of the file. */
export const COMPLIANCE_COLUMNS: readonly CsvColumn<ComplianceRow>[] = [
  plainColumn('period', ({ period }) => period),
  plainColumn('figure', ({ figure }) => figure),
  plainColumn('amount', ({ amount }) => amount),
  plainColumn('percent', ({ percent }) => percent),
];

const KINDS = ['customer', 'preferred', 'distributor'] as const;

/** All figures one below the other; those of the income are of the year. */
export function toComplianceRows(one: ComplianceView): ComplianceRow[] {
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
