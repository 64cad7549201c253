import { Alert, Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { api, dataOf } from '../../../api/client';
import { identityQuery } from '../../../api/session';
import { tellApproval } from '../../../api/waiting';
import { confirm } from '../../../components/confirm';
import { DescriptionList } from '../../../components/description-list';
import { counted, formatMoney } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import { May } from '../../../components/may';
import { PageHeader } from '../../../components/page-header';
import { PendingPage } from '../../../components/pending-page';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';
import { payoutStatus } from '../labels';
import { PAYOUTS_CHANGED, payoutQuery, type Payout } from '../payouts.queries';
import { Items } from './items';
import { Settling } from './settling';

const BACK = { to: '/payouts/batches', label: 'Payouts' };

/** One batch: its amounts, who made and released it, and its items. */
export function BatchPage() {
  const id = Number(useParams().payoutId) || 0;
  const query = useQuery(payoutQuery(id));
  const { data } = query;
  if (data === undefined) return <PendingPage title="Payout" back={BACK} query={query} heights={[160]} />;
  return (
    <>
      <PageHeader
        title={data.is_last ? `Last payout ${data.id}` : `Payout ${data.id}`}
        back={BACK}
        aside={<StatusBadge status={payoutStatus(data)} />}
        actions={data.status === 'created' && <Decide payout={data} />}
      />
      <Stack gap="lg">
        {data.status === 'created' && (
          <Alert icon={<IconInfoCircle aria-hidden />}>
            Nothing is paid yet.
            {data.four_eyes && ` ${data.created_by} made it, so another person has to release it.`}
          </Alert>
        )}
        {data.status === 'released' && <Settling payout={data} />}
        <FormSection
          title="Batch"
          description="The amounts were deducted from the balances. Failed amounts are returned."
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
    `${formatMoney(of, currency)} (${counted(count, 'member')})`;
  return [
    ['Amount', `${formatMoney(amount, currency)} (${counted(members, 'member')})`],
    ['Minimum balance', formatMoney(minimum, currency)],
    ['Not marked yet', sum(sums.pending)],
    ['Paid', sum(sums.paid)],
    ['Failed, returned to the balance', sum(sums.failed)],
    ['Left out, returned to the balance', sum(sums.cancelled)],
    ['Created', <When key="created" at={payout.created_at} />],
    ['Created by', payout.created_by],
    ['Released', <When key="released" at={payout.released_at} never="not yet" />],
    ['Released by', payout.released_by ?? 'nobody'],
  ];
}

function Decide({ payout }: { payout: Payout }) {
  const { id, amount, members, currency_code: currency } = payout;
  const client = useQueryClient();
  const me = useQuery(identityQuery).data?.uid;
  const mustBeAnother = payout.four_eyes && payout.created_by_uid === me;
  const params = { params: { path: { id } } };
  const refresh = (): void => {
    for (const queryKey of [...PAYOUTS_CHANGED, ['approvals']]) void client.invalidateQueries({ queryKey });
  };
  return (
    <>
      {!mustBeAnother && (
        <May do="payouts.release">
          <Button
            onClick={() =>
              confirm({
                title: `Release payout ${id}?`,
                body: `${formatMoney(amount, currency)} for ${counted(members, 'member')}. Subscribed applications, such as a payment provider, are told to pay it.`,
                action: 'Release',
                isDangerous: false,
                run: async () => {
                  tellApproval(await dataOf(api.POST('/admin/api/payouts/{id}/release/', params)));
                  refresh();
                },
              })
            }
          >
            Release…
          </Button>
        </May>
      )}
      <May do="payouts.write">
        <Button
          variant="default"
          onClick={() =>
            confirm({
              title: `Cancel payout ${id}?`,
              body: 'All amounts go back to the balances.',
              action: 'Cancel the payout',
              cancel: 'Keep it',
              run: async () => {
                await dataOf(api.POST('/admin/api/payouts/{id}/cancel/', params));
                refresh();
              },
            })
          }
        >
          Cancel…
        </Button>
      </May>
    </>
  );
}
