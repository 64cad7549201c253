import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { identityQuery } from '../../api/session';
import { confirm } from '../../components/confirm';
import { formatMoney } from '../../components/format';
import type { Approval } from './approvals.queries';
import { t } from '../../i18n/t';

/** Approves or refuses a proposal, each with a question that says what will happen; its maker can withdraw it. */
export function Decide({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const { data: identity } = useQuery(identityQuery);
  const { id, status, effect, can_approve: canApprove, made_by_uid: maker } = approval;
  if (status !== 'waiting') return null;
  const isMaker = identity?.uid === maker;
  const params = { params: { path: { id } } };
  const amount =
    effect.amount === null
      ? ''
      : ` ${t('{{amount}} in total.', { amount: formatMoney(effect.amount, effect.currency_code) })}`;
  return (
    <>
      {canApprove && (
        <Button
          onClick={() =>
            confirm({
              title: t('Approve it?'),
              body: `${effect.summary}${amount} ${t('It happens at once.')}`,
              action: t('Approve'),
              isDangerous: false,
              run: async () => {
                await dataOf(api.POST('/admin/api/approvals/{id}/approve/', params)).finally(onDecided);
              },
            })
          }
        >
          {t('Approve…')}
        </Button>
      )}
      {(canApprove || isMaker) && (
        <Button
          variant="default"
          onClick={() =>
            confirm({
              title: isMaker ? t('Withdraw it?') : t('Refuse it?'),
              body: t('Nothing is changed.'),
              action: isMaker ? t('Withdraw') : t('Refuse'),
              cancel: t('Keep it'),
              note: { label: t('Reason'), description: t('The maker reads it.') },
              run: async (note) => {
                const reason = note.trim() === '' ? t('no reason given') : note;
                await dataOf(api.POST('/admin/api/approvals/{id}/refuse/', { ...params, body: { reason } }));
                onDecided();
              },
            })
          }
        >
          {isMaker ? t('Withdraw…') : t('Refuse…')}
        </Button>
      )}
    </>
  );
}
