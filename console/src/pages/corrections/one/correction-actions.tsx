import { api, dataOf } from '../../../api/client';
import { ActionButtons, type Action } from '../../../components/action-buttons';
import { CORRECTIONS_CHANGED, type Correction } from '../corrections.queries';
import { missingPeriods } from './missing-periods';
import { t } from '../../../i18n/t';

/** The buttons of a correction: what can be done in its status, each with a question before. */
export function CorrectionActions({ correction }: { correction: Correction }) {
  return <ActionButtons actions={actionsOf(correction)} changed={CORRECTIONS_CHANGED} />;
}

function actionsOf(correction: Correction): Action[] {
  const { id, status } = correction;
  const params = { params: { path: { id } } };
  if (status === 'approved' || status === 'discarded') return [];
  const again: Action = {
    label: t('Calculate again…'),
    permission: 'corrections.write',
    title: t('Calculate correction {{id}} again?', { id }),
    body: t('Calculates what is missing: periods posted in the meantime, and what a failure left out.'),
    action: t('Calculate'),
    isMain: true,
    run: () => dataOf(api.POST('/admin/api/commission-corrections/{id}/recalculate/', params)),
  };
  const approve: Action = {
    label: t('Approve…'),
    permission: 'corrections.approve',
    title: t('Approve correction {{id}}?', { id }),
    body: t(
      'Each member gets or loses the difference at once, as an adjustment for each period, with the reason of the move. It cannot be undone.',
    ),
    action: t('Approve and post'),
    isMain: true,
    run: () => dataOf(api.POST('/admin/api/commission-corrections/{id}/approve/', params)),
  };
  const discard: Action = {
    label: t('Discard…'),
    permission: 'corrections.write',
    title: t('Discard correction {{id}}?', { id }),
    body: t(
      'Nothing is posted. Posted periods stay as they were, also in later corrections: the move takes effect only at the end of the last posted period.',
    ),
    action: t('Discard'),
    isDangerous: true,
    run: () => dataOf(api.POST('/admin/api/commission-corrections/{id}/discard/', params)),
  };
  const isLacking = status === 'failed' || (status === 'calculated' && missingPeriods(correction).length > 0);
  return [...(isLacking ? [again] : status === 'calculated' ? [approve] : []), discard];
}
