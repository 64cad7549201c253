import { Alert } from '@mantine/core';
import { describeFailure } from '../api/failure';

/** Why something failed, above what was tried; nothing while it has not. */
export function FailureAlert({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert color="red" role="alert">
      {describeFailure(error)}
    </Alert>
  );
}
