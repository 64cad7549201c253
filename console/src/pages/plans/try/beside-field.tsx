import { CloseButton, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { spanInWords } from '../labels';
import { plansQuery, type Plan, type PlanSummary } from '../plans.queries';
import { MAX_PLANS } from './try.queries';
import { t } from '../../../i18n/t';

const MOST_VERSIONS = 100;

interface BesideFieldProps {
  plan: Plan;
  /** Ids of the plans that are tried as well. */
  value: readonly number[];
  onChange: (ids: readonly number[]) => void;
}

/** Other versions that are tried with the plan, side by side. */
export function BesideField({ plan, value, onChange }: BesideFieldProps) {
  const versions = useQuery(plansQuery({ limit: MOST_VERSIONS, offset: 0 }));
  const others = (versions.data?.results ?? []).filter(({ id, period }) => id !== plan.id && period === plan.period);
  if (others.length === 0) return null;
  const free = others.filter(({ id }) => !value.includes(id));
  return (
    <Stack gap={6} w="100%" maw={420}>
      <Select
        label={t('Compare with')}
        description={t('Other plans to try on the same period, up to {{most}}.', { most: MAX_PLANS - 1 })}
        placeholder={t('Add a plan')}
        data={free.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
        value={null}
        onChange={(id) => id !== null && onChange([...value, Number(id)])}
        disabled={value.length >= MAX_PLANS - 1 || free.length === 0}
        searchable
      />
      {value.map((id) => {
        const one = others.find((other) => other.id === id);
        const name = one === undefined ? t('Plan {{id}}', { id }) : nameOf(one);
        return (
          <Group key={id} gap={4} wrap="nowrap">
            <Text size="sm">{name}</Text>
            <CloseButton
              size="sm"
              aria-label={t('Remove {{name}}', { name })}
              onClick={() => onChange(value.filter((other) => other !== id))}
            />
          </Group>
        );
      })}
    </Stack>
  );
}

const nameOf = (plan: PlanSummary): string =>
  t('{{name}} (plan {{id}}, {{span}})', { name: plan.name, id: plan.id, span: spanInWords(plan) });
