import { inWords, periodInWords } from '../../components/format';
import type { BridgePart, Run, RunKind, RunStatus } from './runs.queries';
import { t } from '../../i18n/t';

/** The statuses of runs, as select options. */
export const STATUSES: readonly { value: RunStatus; label: string }[] = [
  { value: 'queued', label: t('Queued') },
  { value: 'running', label: t('Running') },
  { value: 'calculated', label: t('Calculated') },
  { value: 'approved', label: t('Approved') },
  { value: 'posted', label: t('Posted') },
  { value: 'failed', label: t('Failed') },
  { value: 'cancelled', label: t('Cancelled') },
  { value: 'discarded', label: t('Discarded') },
];

/** The kinds of runs, as select options. */
export const KINDS: readonly { value: RunKind; label: string }[] = [
  { value: 'preview', label: t('Preview') },
  { value: 'final', label: t('Final') },
];

/** `Final run of October 2026`. */
export const runTitle = ({ kind, period }: Pick<Run, 'kind' | 'period'>): string =>
  ({
    final: t('Final run of {{period}}', { period: periodInWords(period) }),
    preview: t('Preview of {{period}}', { period: periodInWords(period) }),
    correction: t('Correction of {{period}}', { period: periodInWords(period) }),
  })[kind];

/** Whether a run has lines and measures to look at. */
export const hasResults = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'calculated' || status === 'approved' || status === 'posted';

/** Lines that are of no bonus. */
const TYPES: Readonly<Record<string, string>> = { cap: t('Caps'), clawback: t('Taken back') };

/** A type of bonus or line in words. */
export const typeInWords = (type: string): string => TYPES[type] ?? inWords(type);

/** A bonus in words: its id as words, or what caps and clawbacks are. */
export const bonusInWords = (bonus: string): string =>
  bonus === 'cap' || bonus === 'clawback' ? typeInWords(bonus) : inWords(bonus);

const REASONS: Readonly<Record<string, string>> = {
  not_active: t('The payee was not active, or is suspended'),
  no_upline: t('No member there could receive it'),
  rank: t('The payee’s rank has a lower percentage, or none, at the level'),
  legs: t('The payee had no active distributor of their own in a leg'),
  over_cap: t('It was above a cap'),
  not_shared: t('Nobody had a share of the pool'),
};

/** Why commissions are unpaid. */
export const reasonInWords = (reason: string): string => REASONS[reason] ?? reason;

/** Why a payout differs: each part in a word, and what it means. */
export const PARTS: Readonly<Record<BridgePart['part'], { name: string; meaning: string }>> = {
  corrections: {
    name: t('Corrections'),
    meaning: t('Approved corrections have changed the period before since it was posted.'),
  },
  new_members: {
    name: t('New members'),
    meaning: t('What members get who have joined since, and what others get for their purchases.'),
  },
  lost_members: {
    name: t('Lost members'),
    meaning: t('What terminated members got before, and what others got for their purchases.'),
  },
  volume: {
    name: t('Volume'),
    meaning: t('The others bought more or less, each at the percentage that the payee had before.'),
  },
  ranks: {
    name: t('Ranks and activity'),
    meaning: t(
      'Other percentages because payees have another rank, or are active or not; bonuses for reaching a rank.',
    ),
  },
  plan: { name: t('Plan'), meaning: t('Other percentages because the plan has changed.') },
  caps: { name: t('Caps'), meaning: t('Caps take off more or less.') },
  returns: { name: t('Returns'), meaning: t('More or less is taken back for returns of sales in posted periods.') },
};
