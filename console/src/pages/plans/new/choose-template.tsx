import { Anchor, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BONUS_TYPES } from '#console/api/bonus-types';
import { FailureState } from '#console/components/failure-state';
import { PageHeader } from '#console/components/page-header';
import { inWords } from '../document/schema';
import { BonusDrawing } from '../form/bonus-drawing';
import { planTemplatesQuery } from '../plans.queries';
import { t, within } from '#console/i18n/t';

/** With what a new plan begins. */
export function ChooseTemplatePage() {
  const { data, error, refetch } = useQuery(planTemplatesQuery);
  return (
    <>
      <PageHeader
        title={t('New plan')}
        description={t(
          'Start with a template, and change what is different in your company. Nothing is saved until you save it.',
        )}
        back={{ to: '/plans', label: t('Plans') }}
      />
      {data === undefined ? (
        error === null ? (
          <Stack role="status" aria-label={t('Loading the templates')}>
            <Skeleton height={120} />
            <Skeleton height={120} />
          </Stack>
        ) : (
          <FailureState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SimpleGrid
          component="ul"
          cols={{ base: 1, sm: 2 }}
          p={0}
          m={0}
          className="plain-list"
          aria-label={t('Templates')}
        >
          {data.results.map(({ name, title, description, plan }) => (
            <Template
              key={name}
              to={name}
              title={t(title)}
              text={t(description)}
              types={plan.bonuses.map(({ type }) => type)}
            />
          ))}
          <Template
            to="empty"
            title={t('Empty')}
            text={t('One rank and no bonuses. Add them in the form, or paste a plan as JSON.')}
            types={[]}
          />
        </SimpleGrid>
      )}
    </>
  );
}

function Template({ to, title, text, types }: { to: string; title: string; text: string; types: readonly string[] }) {
  const drawn = [...new Set(types)].filter((type) => BONUS_TYPES.get(type)?.main === true);
  return (
    <Card component="li" withBorder padding="lg">
      <Stack gap="xs" h="100%">
        {drawn.length > 0 && (
          <Group gap="xs">
            {drawn.map((type) => (
              <BonusDrawing key={type} type={type} />
            ))}
          </Group>
        )}
        <Anchor component={Link} to={to} fw={650} size="lg">
          {title}
        </Anchor>
        <Text size="sm">{text}</Text>
        {types.length > 0 && (
          <Text size="sm" c="dimmed">
            {[...new Set(types)].map((type) => within(inWords(type))).join(', ')}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
