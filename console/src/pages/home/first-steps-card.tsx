import { Button, Card, Group, Progress, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useFirstSteps, useHiddenFirstSteps } from './first-steps.steps';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

/** Leads to the first steps while some that the user can do are open, unless they have hidden it. */
export function FirstStepsCard() {
  const { steps, done, next } = useFirstSteps();
  const [isHidden, setHidden] = useHiddenFirstSteps();
  if (isHidden || next === undefined) return null;
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="first-steps">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2} id="first-steps">
            {t('First steps')}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {rich('{{done}} of {{all}} done. Next: <next/>', {
              done: String(done),
              all: String(steps.length),
              next: (
                <Text span inherit c="var(--mantine-color-text)" fw={600}>
                  {next.title}
                </Text>
              ),
            })}
          </Text>
        </div>
        <Group gap="xs">
          <Button component={Link} to="/first-steps">
            {t('Go on')}
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setHidden(true)}>
            {t('Hide')}
          </Button>
        </Group>
      </Group>
      <Progress value={(100 * done) / steps.length} size="sm" mt="sm" aria-label={t('First steps')} />
    </Card>
  );
}
