import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSitemap } from '@tabler/icons-react';
import { ApiFailure } from '#console/api/failure';
import { CustomFieldsSection } from '#console/components/custom-fields';
import { EmptyState } from '#console/components/empty-state';
import { FailureState } from '#console/components/failure-state';
import { memberQuery } from '../network.queries';
import { MemberSection } from './member-section';
import { TreeSection } from './tree-section';
import { VolumesSection } from './volumes-section';
import { t } from '#console/i18n/t';

/** The position of a user in the network, and its history. */
export function MemberPosition({ uid, username }: { uid: number; username: string }) {
  const { data, error, isPending, refetch } = useQuery(memberQuery(uid));
  if (isPending)
    return (
      <Stack role="status" aria-label={t('Loading the member')}>
        <Skeleton height={180} />
        <Skeleton height={220} />
        <Skeleton height={220} />
      </Stack>
    );
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <EmptyState
        title={t('Not in the network')}
        hint={t('{{username}} is not a member of the network.', { username })}
        Icon={IconSitemap}
      />
    );
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      <MemberSection member={data} />
      <CustomFieldsSection
        key={t('fields of {{uid}}', { uid })}
        resource="members"
        of={data}
        permission="network.write"
        path={`network/${uid}/custom-fields/`}
        queryKey={memberQuery(uid).queryKey}
      />
      <VolumesSection member={data} />
      <TreeSection member={data} tree="sponsor" />
      <TreeSection member={data} tree="placement" />
    </Stack>
  );
}
