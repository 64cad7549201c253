import { Alert, Button, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { periodInWords } from '#console/components/format';
import { DialogFooter } from '#console/components/dialog-footer';
import { BONUS_TYPES } from '#console/api/bonus-types';
import { api, dataOf } from '#console/api/client';
import { describeFailure } from '#console/api/failure';
import { useChange } from '#console/api/use-change';
import type { Dialog } from '#console/components/use-dialog';
import { ApprovalForecast } from '../../approvals';
import { stepsOf } from '../document/paths';
import { placeName } from '../document/place-name';
import { problemsOf, type Problems } from '../editor/use-plan-document';
import { dryRunQuery, planQuery, plansQuery, type Plan, type PlanSummary } from '../plans.queries';
import { MappingFields } from './mapping-fields';
import { beginsWith, examplePeriod, firstDayOf, kindOf, periodAfter, periodOf, sharedAfter } from './periods';
import { t } from '#console/i18n/t';

/** Publishes a draft from a period on. What would be refused, or has to be mapped, is asked of the service at once. */
export function PublishDialog({ plan, dialog }: { plan: Plan; dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Publish “{{name}}”', { name: plan.name })} size="lg">
      <PublishForm plan={plan} onClose={dialog.close} />
    </Modal>
  );
}

/** What has to be mapped: old names, and what happens to each; null while it is not chosen. */
type Mapping = Readonly<Record<string, string | null>>;
/** No id of a bonus begins so. */
const LAPSES = '-lapses';

const PERIOD = /^\d{4}-(?:\d\d|W\d\d)$/;
/** Milliseconds without a key before the period is checked. */
const DELAY_MS = 300;

function PublishForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const client = useQueryClient();
  const [today] = useState(() => new Date());
  const next = periodAfter(plan.period, today);
  const [typed, setPeriod] = useState<string>();
  const held = useEffectivePlan(next)?.period ?? plan.period;
  const first = held === plan.period ? next : sharedAfter(plan.period, held, today);
  const period = typed ?? first;
  const [settled] = useDebouncedValue(period.trim(), DELAY_MS);
  const [answers, setAnswers] = useState<{ ranks: Mapping; carried: Mapping }>({ ranks: {}, carried: {} });
  const dryRun = useQuery({ ...dryRunQuery(plan, settled), enabled: PERIOD.test(settled) });
  const change = useChange({
    run: () =>
      dataOf(
        api.POST('/admin/api/plans/{id}/publish/', {
          params: { path: { id: plan.id }, header: { 'If-Match': String(plan.version) } },
          body: {
            from_period: period.trim(),
            ...(Object.keys(ranks).length > 0 && { ranks: chosen(ranks) }),
            ...(Object.keys(carried).length > 0 && { carried: withLapsed(carried) }),
          },
        }),
      ),
    refreshes: [
      ['plans', 'list'],
      ['plans', 'one'],
      ['plans', 'holds'],
    ],
    quiet: true,
    done: ({ from_period }) =>
      t('The plan is published from {{from_period}} on.', { from_period: periodInWords(from_period ?? '') }),
    onDone: (published) => {
      client.setQueryData(planQuery(plan.id).queryKey, published);
      onClose();
    },
  });
  const foreseen = problemsOf(dryRun.error);
  const problems = change.error === null ? foreseen : problemsOf(change.error);
  const asked = (field: 'ranks' | 'carried'): Mapping =>
    Object.fromEntries(
      [...keysOf(foreseen, field), ...keysOf(problems, field)].map((key) => [key, answers[field][key] ?? null]),
    );
  const [ranks, carried] = [asked('ranks'), asked('carried')];
  const wasTried = change.error !== null;
  const carrying = plan.plan.bonuses.filter(({ type }) => BONUS_TYPES.get(type)?.carries === true);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined);
      }}
    >
      <Stack>
        <Text size="sm">
          {t(
            'The plan is effective from the first day of this period until another version replaces it. A published plan never changes: make a copy to continue from it.',
          )}
        </Text>
        <TextInput
          label={t('From the period')}
          description={describePeriod(plan.period, held === plan.period ? undefined : first)}
          error={problems.get('from_period')?.join(' ')}
          value={period}
          maxLength={8}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            change.reset();
            setPeriod(currentTarget.value);
          }}
          data-autofocus
          maw={260}
        />
        <EffectivePlan period={period.trim()} />
        <Refusal error={change.error ?? dryRun.error} problems={problems} plan={plan} wasTried={wasTried} />
        {Object.keys(ranks).length > 0 && (
          <MappingFields
            title={t('Ranks that this plan does not have')}
            help={t(
              'Members have these as title ranks, or may still get them. Choose which rank each one becomes; nobody loses a title by a new plan.',
            )}
            field="ranks"
            values={ranks}
            options={plan.plan.ranks.map(({ name }) => ({ value: name, label: name }))}
            problems={wasTried ? problems : undefined}
            onChange={(next) => setAnswers({ ...answers, ranks: next })}
          />
        )}
        {Object.keys(carried).length > 0 && (
          <MappingFields
            title={t('Carried volumes')}
            help={t(
              'These binary bonuses of the previous plan carry volumes into the first period. Choose which bonus takes them.',
            )}
            field="carried"
            values={carried}
            options={[
              ...carrying.map(({ id }) => ({ value: id, label: id })),
              { value: LAPSES, label: t('Nobody: what is carried lapses') },
            ]}
            problems={wasTried ? problems : undefined}
            onChange={(next) => setAnswers({ ...answers, carried: next })}
          />
        )}
        <DialogFooter forecast={<ApprovalForecast kind="plan.publish" id={plan.id} />}>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('Publish')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** @param shared the first period that can work after a plan with the other kind of periods; undefined after one with the same */
function describePeriod(kind: Plan['period'], shared: string | undefined): string {
  const words = { example: shared ?? examplePeriod(kind) };
  if (kind === 'week')
    return shared === undefined
      ? t('A week that is not posted yet, such as {{example}}.', words)
      : t(
          'A week that is not posted yet and begins on the first day of a month, such as {{example}}: the periods of the plan before are months.',
          words,
        );
  return shared === undefined
    ? t('A month that is not posted yet, such as {{example}}.', words)
    : t(
        'A month that is not posted yet and begins on a Monday, such as {{example}}: the periods of the plan before are weeks.',
        words,
      );
}

/** The version that is effective in a period, also one with another kind of periods; null if there is none, undefined until it is known. */
function useEffectivePlan(period: string): PlanSummary | null | undefined {
  const day = PERIOD.test(period) ? firstDayOf(period) : undefined;
  const beside = day === undefined ? '' : periodOf(kindOf(period) === 'week' ? 'month' : 'week', day);
  const { data: same } = useQuery(effectivePlanQuery(period, day !== undefined));
  const { data: other } = useQuery(effectivePlanQuery(beside, same?.results.length === 0));
  return same?.results[0] ?? (other === undefined ? undefined : (other.results[0] ?? null));
}

const effectivePlanQuery = (period: string, enabled: boolean) => ({
  ...plansQuery({ limit: 1, offset: 0, period }),
  queryKey: ['plans', 'holds', period],
  placeholderData: undefined,
  enabled,
  retry: false,
});

/** Which version is effective in the period until now. */
function EffectivePlan({ period }: { period: string }) {
  const plan = useEffectivePlan(period);
  if (plan === undefined) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />}>
      <Text size="sm">{effectivePlanInWords(period, plan)}</Text>
    </Alert>
  );
}

function effectivePlanInWords(period: string, plan: PlanSummary | null): string {
  if (plan === null) return t('No plan is effective in {{period}} yet.', { period: periodInWords(period) });
  const { id, name, from_period: from } = plan;
  const words = { id, name, period: periodInWords(period) };
  if (!beginsWith(plan.period, period)) {
    const example = sharedAfter(kindOf(period), plan.period, firstDayOf(period)!);
    return plan.period === 'month'
      ? t(
          'Plan {{id}}, “{{name}}”, is effective then, and its periods are months: this plan can only begin with a week that begins on the first day of a month, such as {{example}}.',
          { ...words, example },
        )
      : t(
          'Plan {{id}}, “{{name}}”, is effective then, and its periods are weeks: this plan can only begin with a month that begins on a Monday, such as {{example}}.',
          { ...words, example },
        );
  }
  if (from !== null && firstDayOf(from)?.getTime() === firstDayOf(period)?.getTime())
    return t('Plan {{id}}, “{{name}}”, is published from {{period}} on. This one replaces it.', {
      ...words,
      period: periodInWords(from),
    });
  return t('Plan {{id}}, “{{name}}”, is effective in {{period}} now, and will end before it.', words);
}

/** Why it was not published, or cannot be: a conflict, or what is wrong with the document by now. */
function Refusal({
  error,
  problems,
  plan,
  wasTried,
}: {
  error: Error | null;
  problems: Problems;
  plan: Plan;
  wasTried: boolean;
}) {
  const fields = ['from_period', 'ranks', 'carried'];
  const others = [...problems].filter(([path]) => !fields.includes(String(stepsOf(path)[0])) || path === 'ranks');
  const isOfFields = problems.size > 0 && others.length === 0;
  if (error === null || (isOfFields && !wasTried)) return null;
  const text = isOfFields ? t('Fix the highlighted fields.') : others.length === 0 ? describeFailure(error) : undefined;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={wasTried ? t('Not published') : t('It cannot be published like this')}
    >
      {text ?? (
        <List size="sm">
          {others.map(([path, texts]) => (
            <List.Item key={path}>
              {placeName(path, plan.plan)}: {texts.join(' ')}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

const keysOf = (problems: Problems, field: string): string[] =>
  [...problems.keys()]
    .map(stepsOf)
    .flatMap(([first, key]) => (first === field && typeof key === 'string' ? [key] : []));

/** What was answered; the rest is asked for again. */
const chosen = (mapping: Mapping): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));

const withLapsed = (mapping: Mapping): Record<string, string | null> =>
  Object.fromEntries(Object.entries(chosen(mapping)).map(([key, value]) => [key, value === LAPSES ? null : value]));
