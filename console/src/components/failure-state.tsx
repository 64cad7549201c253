import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFailure, describeFailure } from '../api/failure';

/** What is shown in the place of something that could not be read, with a way to try again. */
export function FailureState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const isMissing = error instanceof ApiFailure && error.status === 404;
  return (
    <Alert
      color={isMissing ? 'yellow' : 'red'}
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={isMissing ? 'This does not exist' : 'This could not be loaded'}
      maw={640}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{describeFailure(error)}</Text>
        {error instanceof ApiFailure && error.requestId !== undefined && !isMissing && (
          <Text size="xs" c="dimmed">
            Request <span className="mono">{error.requestId}</span>
          </Text>
        )}
        {onRetry !== undefined && !isMissing && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
