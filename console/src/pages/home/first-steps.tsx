import { Badge, Button, Card, Group, Skeleton, Stack, Switch, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { serviceQuery } from '../../api/service';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { useFirstSteps, useHiddenFirstSteps, type FirstStep } from './first-steps.steps';
import { t } from '../../i18n/t';

/** What a company does on its first day, and how far it is. Each step is done once the thing is there. */
export function FirstStepsPage() {
  const { steps, next, query } = useFirstSteps();
  const [isHidden, setHidden] = useHiddenFirstSteps();
  return (
    <>
      <PageHeader
        title={t('First steps')}
        description={t(
          'From an empty installation to the first commissions. Each step is checked as soon as the service finds what it is about; you can do them in another order.',
        )}
        back={{ to: '/', label: t('Home') }}
      />
      {!query.isKnown ? (
        query.error === null ? (
          <Skeleton height={520} role="status" aria-label={t('Loading')} />
        ) : (
          <FailureState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <Stack>
          <Currency />
          <Stack component="ol" gap="sm" p={0} m={0} className="plain-list" aria-label={t('First steps')}>
            {steps.map((step, index) => (
              <Step key={step.title} step={step} number={index + 1} isNext={step.title === next?.title} />
            ))}
          </Stack>
          <Switch
            label={t('Show the open steps on the first page')}
            description={t('Kept in this browser. Once all steps are done they are not shown there.')}
            checked={!isHidden}
            onChange={({ currentTarget }) => setHidden(!currentTarget.checked)}
          />
        </Stack>
      )}
    </>
  );
}

/** What only a start of the service can change. */
function Currency() {
  const { data: service } = useQuery(serviceQuery);
  if (service === undefined) return null;
  return (
    <Text size="sm" maw={720}>
      {t(
        'Prices and commissions are in {{currency}}. Whoever runs the service sets the currency with CURRENCY; change it before the first order.',
        { currency: service.currency_code },
      )}
    </Text>
  );
}

function Step({ step, number, isNext }: { step: FirstStep; number: number; isNext: boolean }) {
  const { title, text, isDone, ways } = step;
  return (
    <Card component="li" withBorder padding="md" aria-current={isNext ? 'step' : undefined}>
      <Group align={isDone ? 'center' : 'flex-start'} wrap="nowrap" gap="md">
        <ThemeIcon
          variant={isNext ? 'filled' : 'light'}
          color={isDone ? 'green' : isNext ? 'sea' : 'gray'}
          size={32}
          radius="xl"
          aria-hidden
        >
          {isDone ? <IconCheck size={18} stroke={2} /> : number}
        </ThemeIcon>
        <Stack gap={6} flex={1} miw={0}>
          <Group gap="xs">
            <Title order={2}>{title}</Title>
            <Badge variant="light" color={isDone ? 'green' : isNext ? 'sea' : 'gray'} tt="none" fw={500} lts={0}>
              {isDone ? t('Done') : isNext ? t('Next') : t('Open')}
            </Badge>
          </Group>
          {!isDone && (
            <Text size="sm" maw={720}>
              {text}
            </Text>
          )}
          {!isDone && ways.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('You cannot do this step: somebody with another role does it.')}
            </Text>
          )}
          {!isDone && ways.length > 0 && (
            <Group gap="xs" mt={4}>
              {ways.map(({ label, to }, index) => (
                <Button
                  key={to}
                  component={Link}
                  to={to}
                  size="xs"
                  variant={isNext && index === 0 ? 'filled' : 'default'}
                >
                  {label}
                </Button>
              ))}
            </Group>
          )}
        </Stack>
      </Group>
    </Card>
  );
}
