import { Box } from '@mantine/core';
import { useRouteError } from 'react-router';
import { FailureState } from '../components/failure-state';
import { PageHeader } from '../components/page-header';
import { t } from '../i18n/t';

/** Shown when a page fails, for example because its script could not be loaded. */
export function PageFailure() {
  const error = useRouteError();
  return (
    <Box p={{ base: 0, sm: 'md' }}>
      <PageHeader title={t('This page could not be opened')} />
      <FailureState error={error} onRetry={() => window.location.reload()} />
    </Box>
  );
}
