import { Alert, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DescriptionList } from '#console/components/description-list';
import { FailureState } from '#console/components/failure-state';
import { formatNumber } from '#console/components/format';
import { FormSection } from '#console/components/form-section';
import { figuresQuery, isLoadingVolumes, type Figures, type Member } from '../network.queries';
import { t, locale } from '#console/i18n/t';

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** What a member sold in the open period, alone and with all below. */
export function VolumesSection({ member }: { member: Member }) {
  const sponsor = useQuery(figuresQuery('sponsor', member.uid));
  const placement = useQuery(figuresQuery('placement', member.uid));
  const { data } = sponsor;
  return (
    <FormSection
      title={t('Volumes')}
      description={
        <>
          {data
            ? t('In the open period, {{period}} (UTC).', { period: periodText(data.period) })
            : t('In the open period.')}{' '}
          {t('Group volumes are those of the member and all below.')}
        </>
      }
    >
      {data ? (
        <DescriptionList
          entries={[
            [t('Personal volume'), <Volume key="own" of={data.personal_volume} />],
            [t('Members below in the sponsor tree'), formatNumber(data.members ?? 0)],
            [t('Group volume in the sponsor tree'), <Volume key="group" of={data.group_volume} />],
            [t('Group volume in the placement tree'), <Volume key="placed" of={placement.data?.group_volume} />],
          ]}
        />
      ) : isLoadingVolumes(sponsor.failureReason) ? (
        <Alert role="status" title={t('Volumes are being loaded')}>
          {t('They appear here as soon as the service knows them.')}
        </Alert>
      ) : sponsor.error !== null ? (
        <FailureState error={sponsor.error} onRetry={() => void sponsor.refetch()} />
      ) : (
        <Skeleton height={90} role="status" aria-label={t('Loading the volumes')} />
      )}
    </FormSection>
  );
}

/** A volume; null for members without a place in the tree, undefined while it is not known. */
function Volume({ of }: { of: number | null | undefined }) {
  if (of === undefined) return '…';
  if (of === null) return t('Not placed');
  return (
    <Text component="span" fw={600} size="sm">
      {formatNumber(of)}
    </Text>
  );
}

/** The days of a period: `Nov 1 – 30, 2026`. */
function periodText({ from, to }: Figures['period']): string {
  return days.formatRange(new Date(from), new Date(Date.parse(to) - 1));
}
