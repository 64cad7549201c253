import { Skeleton, Stack } from '@mantine/core';
import { FailureState } from './failure-state';
import { PageHeader } from './page-header';
import { t, within } from '../i18n/t';

interface PendingPageProps {
  /** What the page shows: `Order`. */
  title: string;
  back: { to: string; label: string };
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** Heights of the sections to come, in pixels. */
  heights: readonly number[];
}

/** A page about one thing while there is nothing to show: it is loading, or why that failed. */
export function PendingPage({ title, back, query, heights }: PendingPageProps) {
  if (query.isPending)
    return (
      <Stack role="status" aria-label={t('Loading the {{title}}', { title: within(title) })}>
        <Skeleton height={34} width={260} />
        {heights.map((height, index) => (
          <Skeleton key={index} height={height} />
        ))}
      </Stack>
    );
  return (
    <>
      <PageHeader title={title} back={back} />
      <FailureState error={query.error} onRetry={() => void query.refetch()} />
    </>
  );
}
