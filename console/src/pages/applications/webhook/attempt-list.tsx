import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import { formatNumber } from '../../../components/format';
import { When } from '../../../components/when';
import type { Attempt } from './webhook.queries';
import { rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';

/** The attempts of a delivery, newest first: time, duration and response. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {[...attempts].reverse().map((attempt) => (
        <AttemptCard key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, started_at, duration_ms, status_code, error, response } = attempt;
  const hasWorked = status_code !== null && status_code >= 200 && status_code < 300;
  return (
    <Card component="li" withBorder padding="sm">
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {t('Attempt {{number}}', { number: formatNumber(number) })}
          </Text>
          <Badge variant="light" color={hasWorked ? 'teal' : 'red'} tt="none">
            {status_code === null ? t('No response') : t('Status {{status_code}}', { status_code })}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {rich('<when/>, took {{duration_ms}} ms', {
            when: <When at={started_at} />,
            duration_ms: formatNumber(Math.round(duration_ms)),
          })}
        </Text>
      </Group>
      {error !== null && (
        <Text size="sm" mt="xs">
          {error}
        </Text>
      )}
      {response !== null && response !== '' && (
        <pre
          className="mono copy-text"
          style={{ marginTop: 'var(--mantine-spacing-xs)' }}
          tabIndex={0}
          role="region"
          aria-label={t('Response to attempt {{number}}', { number })}
        >
          {response}
        </pre>
      )}
    </Card>
  );
}
