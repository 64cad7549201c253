import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash } from '@tabler/icons-react';
import { ApiFailure } from '../../api/failure';
import { useMay } from '../../api/permissions';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { BalanceSection } from './balance-section';
import { balanceQuery } from './earnings.queries';
import { LedgerSection } from './ledger-section';
import { StatementsSection } from './statements-section';
import { t } from '../../i18n/t';

interface MemberEarningsProps {
  uid: number;
  username: string;
}

/** What a member has earned: a statement for each posted period; for users who may read earnings, also the balance and the ledger. */
export function MemberEarnings(member: MemberEarningsProps) {
  return useMay()('earnings.read') ? <AllEarnings {...member} /> : <StatementsSection member={member} />;
}

function AllEarnings({ uid, username }: MemberEarningsProps) {
  const { data, error, isPending, refetch } = useQuery(balanceQuery(uid));
  if (isPending)
    return (
      <Stack role="status" aria-label={t('Loading the earnings')}>
        <Skeleton height={160} />
        <Skeleton height={220} />
      </Stack>
    );
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <EmptyState
        title={t('Not in the network')}
        hint={t('{{username}} is not a member, and earns nothing.', { username })}
        Icon={IconCash}
      />
    );
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      <BalanceSection balance={data} />
      <StatementsSection member={data} />
      <LedgerSection balance={data} />
    </Stack>
  );
}
