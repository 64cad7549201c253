import { formatNumber, inWords } from '../../components/format';
import type { Run, RunKind, RunStatus } from './runs.queries';

/** The statuses of runs, as select options. */
export const STATUSES: readonly { value: RunStatus; label: string }[] = [
  { value: 'queued', label: 'Queued' },
  { value: 'running', label: 'Running' },
  { value: 'calculated', label: 'Calculated' },
  { value: 'approved', label: 'Approved' },
  { value: 'posted', label: 'Posted' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'discarded', label: 'Discarded' },
];

/** The kinds of runs, as select options. */
export const KINDS: readonly { value: RunKind; label: string }[] = [
  { value: 'preview', label: 'Preview' },
  { value: 'final', label: 'Final' },
];

/** `Final run of 2026-10`. */
export const runTitle = ({ kind, period }: Pick<Run, 'kind' | 'period'>): string =>
  `${{ final: 'Final run', preview: 'Preview', correction: 'Correction' }[kind]} of ${period}`;

/** Whether a run has lines and measures to look at. */
export const hasResults = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'calculated' || status === 'approved' || status === 'posted';

/** Lines that are of no bonus. */
const TYPES: Readonly<Record<string, string>> = {
  cap: 'Caps',
  clawback: 'Taken back',
};

/** A type of bonus or line in words. */
export const typeInWords = (type: string): string => TYPES[type] ?? inWords(type);

/** A bonus in words: its id as words, or what caps and clawbacks are. */
export const bonusInWords = (bonus: string): string =>
  bonus === 'cap' || bonus === 'clawback' ? typeInWords(bonus) : inWords(bonus);

const REASONS: Readonly<Record<string, string>> = {
  not_active: 'The payee was not active, or is suspended',
  no_upline: 'No member there could receive it',
  rank: 'The payee’s rank has a lower percentage, or none, at the level',
  legs: 'The payee had no active distributor of their own in a leg',
  over_cap: 'It was above a cap',
  not_shared: 'Nobody had a share of the pool',
};

/** Why commissions are unpaid. */
export const reasonInWords = (reason: string): string => REASONS[reason] ?? reason;

/** A percentage of a plan, as it is written there: `2.5 %`. */
export const formatPercent = (value: number): string => `${formatNumber(value)} %`;
