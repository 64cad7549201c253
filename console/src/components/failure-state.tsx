import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiFailure, describeFailure } from '../api/failure';
import { rich } from '../i18n/rich';
import { t } from '../i18n/t';

/** Shown in place of content that could not be loaded, with a retry button. */
export function FailureState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const isMissing = error instanceof ApiFailure && error.status === 404;
  return (
    <Alert
      color={isMissing ? 'yellow' : 'red'}
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={isMissing ? t('This does not exist') : t('Could not be loaded')}
      maw={640}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{describeFailure(error)}</Text>
        {error instanceof ApiFailure && error.requestId !== undefined && !isMissing && (
          <Text size="xs" c="dimmed">
            {rich('Request <id/>', { id: <span className="mono">{error.requestId}</span> })}
          </Text>
        )}
        {onRetry !== undefined && !isMissing && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
