import { api, dataOf } from '#console/api/client';
import { ActionButtons, type Action } from '#console/components/action-buttons';
import { formatMoney, periodInWords } from '#console/components/format';
import { ApprovalForecast } from '../../approvals';
import { runTitle } from '../labels';
import { isGoing, type Run } from '../runs.queries';
import { plural, t, within } from '#console/i18n/t';

/** What may have changed with a run. */
const CHANGED = [['runs'], ['plans'], ['earnings'], ['network'], ['audit']];

/** The buttons of a run: what can be done in its status, each with a question before. @param isForOthers whether only others may approve it */
export function RunActions({ run, isForOthers }: { run: Run; isForOthers: boolean }) {
  return <ActionButtons actions={actionsOf(run, isForOthers)} changed={CHANGED} />;
}

function actionsOf(run: Run, isForOthers: boolean): Action[] {
  const { id, kind, status, period, summary, currency_code: currency } = run;
  const params = { params: { path: { id } } };
  // Goes where its correction goes.
  if (kind === 'correction') return [];
  const title = within(runTitle(run));
  const touched = plural(
    summary?.payees ?? 0,
    '{{amount}} for {{count}} member.',
    '{{amount}} for {{count}} members.',
    { amount: formatMoney(summary?.payout ?? 0, currency) },
  );
  if (isGoing(run))
    return [
      {
        label: t('Cancel…'),
        permission: 'runs.write',
        title: t('Cancel the {{title}}?', { title }),
        body: t('It ends within seconds, and nothing is kept.'),
        action: t('Cancel the run'),
        isDangerous: true,
        run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/cancel/', params)),
      },
    ];
  const actions: Action[] = [];
  if (kind === 'final' && status === 'calculated' && !isForOthers)
    actions.push({
      label: t('Approve…'),
      permission: 'runs.approve',
      title: t('Approve the {{title}}?', { title }),
      body: `${touched} ${t('You confirm that you have reviewed it. Nobody is paid yet: posting is the next step.')}`,
      forecast: <ApprovalForecast kind="run.approve" id={id} />,
      action: t('Approve'),
      isMain: true,
      run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/approve/', params)),
    });
  if (status === 'approved')
    actions.push({
      label: t('Post…'),
      permission: 'runs.write',
      title: t('Post {{period}}?', { period: periodInWords(period) }),
      body: `${touched} ${t(
        'This writes the earnings, title ranks and carried volumes, and closes the period. It cannot be undone: mistakes are corrected in later periods.',
      )}`,
      action: t('Post'),
      isMain: true,
      run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/post/', params)),
    });
  if (status === 'calculated' || status === 'approved')
    actions.push({
      label: t('Discard…'),
      permission: 'runs.write',
      title: t('Discard the {{title}}?', { title }),
      body: t('Its lines and measures are deleted. You can start another run.'),
      action: t('Discard'),
      isDangerous: true,
      run: () => dataOf(api.POST('/admin/api/commission-runs/{id}/discard/', params)),
    });
  return actions;
}
