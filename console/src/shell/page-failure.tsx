import { Center } from '@mantine/core';
import { useRouteError } from 'react-router';
import { FailureState } from '../components/failure-state';

/** What is shown when a page itself fails, for example because its script could not be loaded. */
export function PageFailure() {
  const error = useRouteError();
  return (
    <Center mih="60vh" p="md">
      <FailureState error={error} onRetry={() => window.location.reload()} />
    </Center>
  );
}
