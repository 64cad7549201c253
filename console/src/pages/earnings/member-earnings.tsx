import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash } from '@tabler/icons-react';
import { ApiFailure } from '../../api/failure';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { BalanceSection } from './balance-section';
import { balanceQuery } from './earnings.queries';
import { LedgerSection } from './ledger-section';
import { StatementsSection } from './statements-section';

/** What a member has earned: the balance, a statement for each posted period, and the ledger. */
export function MemberEarnings({ uid, username }: { uid: number; username: string }) {
  const { data, error, isPending, refetch } = useQuery(balanceQuery(uid));
  if (isPending)
    return (
      <Stack role="status" aria-label="Loading the earnings">
        <Skeleton height={160} />
        <Skeleton height={220} />
      </Stack>
    );
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <EmptyState title="Not in the network" hint={`${username} is not a member, and earns nothing.`} Icon={IconCash} />
    );
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      <BalanceSection balance={data} />
      <StatementsSection balance={data} />
      <LedgerSection balance={data} />
    </Stack>
  );
}
