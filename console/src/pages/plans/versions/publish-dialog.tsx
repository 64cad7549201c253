import { Alert, Button, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogFooter } from '#console/components/dialog-footer';
import { BONUS_TYPES } from '#console/api/bonus-types';
import { api, dataOf } from '#console/api/client';
import { describeFailure } from '#console/api/failure';
import { useChange } from '#console/api/use-change';
import type { Dialog } from '#console/components/use-dialog';
import { stepsOf } from '../document/paths';
import { placeName } from '../document/place-name';
import { problemsOf, type Problems } from '../editor/use-plan-document';
import { planQuery, plansQuery, type Plan } from '../plans.queries';
import { MappingFields } from './mapping-fields';
import { examplePeriod, periodAfter } from './periods';
import { t } from '#console/i18n/t';

/** Publishes a draft from a period on. What has to be mapped is asked for when the service asks for it. */
export function PublishDialog({ plan, dialog }: { plan: Plan; dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Publish “{{name}}”', { name: plan.name })} size="lg">
      <PublishForm plan={plan} onClose={dialog.close} />
    </Modal>
  );
}

/** What the service asked to be mapped, by field: old names, and what happened to each. */
type Mapping = Readonly<Record<string, string | null>>;
/** No id of a bonus begins so. */
const LAPSES = '-lapses';

function PublishForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const client = useQueryClient();
  const [period, setPeriod] = useState(() => periodAfter(plan.period, new Date()));
  const [ranks, setRanks] = useState<Mapping>({});
  const [carried, setCarried] = useState<Mapping>({});
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
    done: ({ from_period }) => t('The plan is published from {{from_period}} on.', { from_period: from_period ?? '' }),
    onDone: (published) => {
      client.setQueryData(planQuery(plan.id).queryKey, published);
      onClose();
    },
  });
  const problems = problemsOf(change.error);
  /** Whether the questions were there already when it was tried last. */
  const [wasAsked, setAsked] = useState(false);
  const publish = (): void =>
    change.mutate(undefined, {
      // Asked for from now on, also after the next attempt.
      onError: (error) => {
        setAsked(Object.keys({ ...ranks, ...carried }).length > 0);
        const found = problemsOf(error);
        setRanks((known) => ({ ...empty(keysOf(found, 'ranks')), ...known }));
        setCarried((known) => ({ ...empty(keysOf(found, 'carried')), ...known }));
      },
    });
  const carrying = plan.plan.bonuses.filter(({ type }) => BONUS_TYPES.get(type)?.carries === true);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        publish();
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
          description={
            plan.period === 'week'
              ? t('A week that is not posted yet, such as {{example}}.', { example: examplePeriod('week') })
              : t('A month that is not posted yet, such as {{example}}.', { example: examplePeriod('month') })
          }
          error={problems.get('from_period')?.join(' ')}
          value={period}
          maxLength={8}
          autoComplete="off"
          onChange={({ currentTarget }) => setPeriod(currentTarget.value)}
          data-autofocus
          maw={260}
        />
        <Holder period={period.trim()} />
        {change.error !== null && <Refusal error={change.error} problems={problems} plan={plan} wasAsked={wasAsked} />}
        {Object.keys(ranks).length > 0 && (
          <MappingFields
            title={t('Ranks that this plan does not have')}
            help={t(
              'Members have these as title ranks, or may still get them. Choose which rank each one becomes; nobody loses a title by a new plan.',
            )}
            field="ranks"
            values={ranks}
            options={plan.plan.ranks.map(({ name }) => ({ value: name, label: name }))}
            problems={wasAsked ? problems : undefined}
            onChange={setRanks}
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
            problems={wasAsked ? problems : undefined}
            onChange={setCarried}
          />
        )}
        <DialogFooter>
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

const PERIOD = /^\d{4}-(?:\d\d|W\d\d)$/;

/** Which version holds for the period until now. */
function Holder({ period }: { period: string }) {
  const { data } = useQuery({
    ...plansQuery({ limit: 1, offset: 0, period }),
    queryKey: ['plans', 'holds', period],
    placeholderData: undefined,
    enabled: PERIOD.test(period),
    retry: false,
  });
  const plan = data?.results[0];
  if (data === undefined) return null;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />}>
      <Text size="sm">
        {plan === undefined
          ? t('No plan is effective in {{period}} yet.', { period })
          : plan.from_period === period
            ? t('Plan {{id}}, “{{name}}”, is published from {{period}} on. This one replaces it.', {
                id: plan.id,
                name: plan.name,
                period,
              })
            : t('Plan {{id}}, “{{name}}”, is effective in {{period}} now, and will end before it.', {
                id: plan.id,
                name: plan.name,
                period,
              })}
      </Text>
    </Alert>
  );
}

/** Why it was not published: a conflict, what has to be mapped, or what is wrong with the document by now. */
function Refusal({
  error,
  problems,
  plan,
  wasAsked,
}: {
  error: Error;
  problems: Problems;
  plan: Plan;
  wasAsked: boolean;
}) {
  const asked = ['from_period', 'ranks', 'carried'];
  const others = [...problems].filter(([path]) => !asked.includes(String(stepsOf(path)[0])) || path === 'ranks');
  const isMapped = problems.size > 0 && others.length === 0;
  if (isMapped && !wasAsked && !problems.has('from_period'))
    return (
      <Alert color="yellow" role="alert" icon={<IconInfoCircle aria-hidden />} title={t('Not published yet')}>
        {t('The previous plan has ranks or bonuses that this one does not have. Choose below what they become.')}
      </Alert>
    );
  const text = isMapped ? t('Fix the highlighted fields.') : others.length === 0 ? describeFailure(error) : undefined;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('Not published')}>
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

const empty = (keys: readonly string[]): Mapping => Object.fromEntries(keys.map((key) => [key, null]));

/** What was answered; the rest is asked for again. */
const chosen = (mapping: Mapping): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));

const withLapsed = (mapping: Mapping): Record<string, string | null> =>
  Object.fromEntries(Object.entries(chosen(mapping)).map(([key, value]) => [key, value === LAPSES ? null : value]));
