import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { api, dataOf } from '#console/api/client';
import { ApprovalForecast, useWaiting, WaitingApproval } from '../../approvals';
import { HistoryButton } from '../../audit';
import { ActionButtons, type Action } from '#console/components/action-buttons';
import { DescriptionList } from '#console/components/description-list';
import { formatMoney } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { PageHeader } from '#console/components/page-header';
import { PendingPage } from '#console/components/pending-page';
import { StatusBadge } from '#console/components/status-badge';
import { When } from '#console/components/when';
import { payoutStatus } from '../labels';
import { PAYOUTS_CHANGED, payoutQuery, type Payout } from '../payouts.queries';
import { Items } from './items';
import { Settling } from './settling';
import { plural, t } from '#console/i18n/t';

const BACK = { to: '/payouts/batches', label: t('Payouts') };

/** One batch: its amounts, who made and released it, and its items. */
export function BatchPage() {
  const id = Number(useParams().payoutId) || 0;
  const query = useQuery(payoutQuery(id));
  const { data } = query;
  const waiting = useWaiting('payout.release', data?.status === 'created' ? `/payouts/${id}` : undefined);
  if (data === undefined) return <PendingPage title={t('Payout')} back={BACK} query={query} heights={[160]} />;
  return (
    <>
      <PageHeader
        title={data.is_last ? t('Last payout {{id}}', { id: data.id }) : t('Payout {{id}}', { id: data.id })}
        back={BACK}
        aside={<StatusBadge status={payoutStatus(data)} />}
        actions={
          <>
            <HistoryButton of={[{ type: 'payout', id: data.id }]} />
            {data.status === 'created' && <Decide payout={data} isForOthers={waiting?.can_approve === false} />}
          </>
        }
      />
      <WaitingApproval approval={waiting} />
      <Stack gap="lg">
        {data.status === 'created' && (
          <Alert icon={<IconInfoCircle aria-hidden />}>
            {t('Nothing is paid yet.')}
            {data.four_eyes &&
              ` ${t('{{created_by}} made it, so another person has to release it.', { created_by: data.created_by })}`}
          </Alert>
        )}
        {data.status === 'released' && <Settling payout={data} />}
        <FormSection
          title={t('Batch')}
          description={t('The amounts were deducted from the balances. Failed amounts are returned.')}
        >
          <DescriptionList entries={entriesOf(data)} />
        </FormSection>
        <Items payout={data} />
      </Stack>
    </>
  );
}

function entriesOf(payout: Payout): [string, ReactNode][] {
  const { amount, members, currency_code: currency, minimum, sums } = payout;
  const sum = ({ items: count, amount: of }: Payout['sums']['paid']): string =>
    `${formatMoney(of, currency)} (${plural(count, '{{count}} member', '{{count}} members')})`;
  return [
    [t('Amount'), `${formatMoney(amount, currency)} (${plural(members, '{{count}} member', '{{count}} members')})`],
    [t('Minimum balance'), formatMoney(minimum, currency)],
    [t('Not marked yet'), sum(sums.pending)],
    [t('Paid'), sum(sums.paid)],
    [t('Failed, returned to the balance'), sum(sums.failed)],
    [t('Left out, returned to the balance'), sum(sums.cancelled)],
    [t('Created'), <When key="created" at={payout.created_at} />],
    [t('Created by'), payout.created_by],
    [t('Released'), <When key="released" at={payout.released_at} never={t('not yet')} />],
    [t('Released by'), payout.released_by ?? t('nobody')],
  ];
}

/** @param isForOthers whether a proposal to release it waits, and only others may approve that */
function Decide({ payout, isForOthers }: { payout: Payout; isForOthers: boolean }) {
  const { id, amount, members, currency_code: currency } = payout;
  const params = { params: { path: { id } } };
  const touched = {
    amount: formatMoney(amount, currency),
    members: plural(members, '{{count}} member', '{{count}} members'),
  };
  const release: Action = {
    label: t('Release…'),
    permission: 'payouts.release',
    title: t('Release payout {{id}}?', { id }),
    body: t(
      '{{amount}} for {{members}}. Subscribed applications, such as a payment provider, are told to pay it.',
      touched,
    ),
    forecast: <ApprovalForecast kind="payout.release" id={id} />,
    action: t('Release'),
    isMain: true,
    run: () => dataOf(api.POST('/admin/api/payouts/{id}/release/', params)),
  };
  const cancel: Action = {
    label: t('Cancel…'),
    permission: 'payouts.write',
    title: t('Cancel payout {{id}}?', { id }),
    body: t('{{amount}} for {{members}}: all of it goes back to the balances. This cannot be undone.', touched),
    action: t('Cancel the payout'),
    cancel: t('Keep it'),
    isDangerous: true,
    run: () => dataOf(api.POST('/admin/api/payouts/{id}/cancel/', params)),
  };
  return <ActionButtons actions={isForOthers ? [cancel] : [release, cancel]} changed={PAYOUTS_CHANGED} />;
}
