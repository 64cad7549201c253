import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { identityQuery } from '../../api/session';
import { confirm } from '../../components/confirm';
import { formatMoney } from '../../components/format';
import type { Approval } from './approvals.queries';

/** Approves or refuses a proposal, each with a question that says what will happen; its maker can withdraw it. */
export function Decide({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const { data: identity } = useQuery(identityQuery);
  const { id, status, effect, can_approve: canApprove, made_by_uid: maker } = approval;
  if (status !== 'waiting') return null;
  const isMaker = identity?.uid === maker;
  const params = { params: { path: { id } } };
  const amount = effect.amount === null ? '' : ` ${formatMoney(effect.amount, effect.currency_code)} in total.`;
  return (
    <>
      {canApprove && (
        <Button
          onClick={() =>
            confirm({
              title: 'Approve it?',
              body: `${effect.summary}${amount} It happens at once.`,
              action: 'Approve',
              isDangerous: false,
              run: async () => {
                await dataOf(api.POST('/admin/api/approvals/{id}/approve/', params)).finally(onDecided);
              },
            })
          }
        >
          Approve…
        </Button>
      )}
      {(canApprove || isMaker) && (
        <Button
          variant="default"
          onClick={() =>
            confirm({
              title: isMaker ? 'Withdraw it?' : 'Refuse it?',
              body: 'Nothing is changed.',
              action: isMaker ? 'Withdraw' : 'Refuse',
              cancel: 'Keep it',
              note: { label: 'Reason', description: 'The maker reads it.' },
              run: async (note) => {
                const reason = note.trim() === '' ? 'no reason given' : note;
                await dataOf(api.POST('/admin/api/approvals/{id}/refuse/', { ...params, body: { reason } }));
                onDecided();
              },
            })
          }
        >
          {isMaker ? 'Withdraw…' : 'Refuse…'}
        </Button>
      )}
    </>
  );
}
