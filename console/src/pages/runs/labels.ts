import { formatNumber, inWords } from '../../components/format';
import type { BridgePart, Run, RunKind, RunStatus } from './runs.queries';

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

/** Why a payout differs: each part in a word, and what it means. */
export const PARTS: Readonly<Record<BridgePart['part'], { name: string; meaning: string }>> = {
  corrections: {
    name: 'Corrections',
    meaning: 'Approved corrections have changed the period before since it was posted.',
  },
  new_members: {
    name: 'New members',
    meaning: 'What members get who have joined since, and what others get for their purchases.',
  },
  lost_members: {
    name: 'Lost members',
    meaning: 'What terminated members got before, and what others got for their purchases.',
  },
  volume: {
    name: 'Volume',
    meaning: 'The others bought more or less, each at the percentage that the payee had before.',
  },
  ranks: {
    name: 'Ranks and activity',
    meaning: 'Other percentages because payees have another rank, or are active or not; bonuses for reaching a rank.',
  },
  plan: { name: 'Plan', meaning: 'Other percentages because the plan has changed.' },
  caps: { name: 'Caps', meaning: 'Caps take off more or less.' },
  returns: { name: 'Returns', meaning: 'More or less is taken back for returns of sales in posted periods.' },
};
