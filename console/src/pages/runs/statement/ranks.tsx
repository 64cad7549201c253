import { Accordion, List, Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { FormSection } from '#console/components/form-section';
import { formatNumber } from '#console/components/format';
import type { Condition, Explained } from '../runs.queries';
import classes from './statement.module.css';
import { t } from '#console/i18n/t';

/** The paid-as rank, activity, and each rank of the plan with its conditions: required and reached. */
export function Ranks({ one: { activity, rank, title_before, title_rank, ranks } }: { one: Explained }) {
  const title =
    title_rank === title_before
      ? t('The title rank is {{title_rank}}.', { title_rank: title_rank ?? t('none', { context: 'rank' }) })
      : t('The title rank rises from {{title_before}} to {{title_rank}}.', {
          title_before: title_before ?? t('none', { context: 'rank' }),
          title_rank: title_rank ?? t('none', { context: 'rank' }),
        });
  return (
    <FormSection
      title={t('Rank')}
      description={t('Paid as {{rank}}. {{title}}', { rank: rank ?? t('no rank'), title })}
    >
      <Stack gap="sm">
        <div>
          <Text fw={600} size="sm">
            {activity.active ? t('Active') : t('Not active')}
          </Text>
          <Text size="sm">{activity.sentence}</Text>
          <Conditions conditions={activity.conditions} />
        </div>
        <Accordion variant="contained" multiple>
          {ranks.map((explained) => (
            <Accordion.Item key={explained.rank} value={explained.rank}>
              <Accordion.Control icon={<Mark holds={explained.holds} />}>
                {explained.rank}
                {explained.is_paid_as && ` ${t('(paid as)')}`}
              </Accordion.Control>
              <Accordion.Panel>
                <Text size="sm">{explained.sentence}</Text>
                <Conditions conditions={explained.conditions} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Stack>
    </FormSection>
  );
}

function Mark({ holds }: { holds: boolean }) {
  return holds ? (
    <IconCheck size={16} color="var(--mantine-color-teal-text)" aria-label={t('met')} />
  ) : (
    <IconX size={16} color="var(--mantine-color-red-text)" aria-label={t('not met')} />
  );
}

function Conditions({ conditions }: { conditions: readonly Condition[] }) {
  return (
    <Stack component="ul" gap={6} p={0} m={0} mt={4} style={{ listStyle: 'none' }}>
      {conditions.map((condition, index) => (
        <li key={index}>
          <Text size="sm" component="div" className={classes.condition}>
            <Mark holds={condition.holds} />
            <span>{condition.sentence}</span>
          </Text>
          {condition.legs.length > 0 && (
            <List size="xs" c="dimmed" ms="lg">
              {condition.legs.map(({ uid, username, had, counts, rank }) => (
                <List.Item key={uid}>
                  {username}: {had === null ? (rank ?? t('no rank')) : formatNumber(had)}
                  {counts !== null &&
                    counts !== had &&
                    t(', of which {{counts}} counts', { counts: formatNumber(counts) })}
                </List.Item>
              ))}
            </List>
          )}
          {condition.any.map((branch, number) => (
            <div key={number} className={classes.branches}>
              <Conditions conditions={branch as unknown as readonly Condition[]} />
            </div>
          ))}
        </li>
      ))}
    </Stack>
  );
}
