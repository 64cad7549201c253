import { Skeleton } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../../api/use-change';
import { FailureState } from '../../components/failure-state';
import { PageHeader } from '../../components/page-header';
import { ResourceForm } from '../../components/resource-form';
import { useSavedForm } from '../../components/use-saved-form';
import { ApprovalForecast } from './approval-forecast';
import { Waiting } from './waiting-approval';
import { t } from '../../i18n/t';

interface SettingsFormProps<Settings, Values> {
  /** The kind of proposals that change these settings. */
  kind: string;
  query: UseQueryOptions<Settings, Error, Settings, string[]>;
  valuesOf: (settings: Settings) => Values;
  validate: (values: Values) => Record<string, string>;
  save: (values: Values, saved: Values) => Promise<Settings>;
  /** Keys of the queries to refetch after a change, beside the audit log. */
  refreshes?: readonly QueryKey[];
  /** The notification on success. */
  done: string;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

interface SettingsPageProps<Settings, Values> extends SettingsFormProps<Settings, Values> {
  title: string;
  description: string;
  /** The path of the page. */
  at: string;
}

/** A page of settings whose changes may need a second person. */
export function SettingsPage<Settings, Values extends Record<string, unknown>>({
  title,
  description,
  at,
  ...form
}: SettingsPageProps<Settings, Values>) {
  const { data, error, isPending, refetch } = useQuery(form.query);
  return (
    <>
      <PageHeader title={title} description={description} />
      <Waiting kind={form.kind} at={at} />
      {isPending ? (
        <Skeleton height={300} role="status" aria-label={t('Loading the settings')} />
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsForm {...form} settings={data} />
      )}
    </>
  );
}

function SettingsForm<Settings, Values extends Record<string, unknown>>({
  kind,
  query,
  settings,
  valuesOf,
  validate,
  save,
  refreshes = [],
  done,
  children,
}: SettingsFormProps<Settings, Values> & { settings: Settings }) {
  const client = useQueryClient();
  const { form, accept } = useSavedForm(valuesOf(settings), validate);
  const change = useChange({
    run: (values: Values) => save(values, form.getInitialValues()),
    refreshes: [...refreshes, ['audit']],
    done,
    onDone: (saved) => {
      client.setQueryData(query.queryKey, saved);
      accept(valuesOf(saved));
    },
    quiet: true,
  });
  return (
    <ResourceForm
      permission="settings.write"
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      action={t('Save')}
    >
      {children(form)}
      {form.isDirty() && <ApprovalForecast kind={kind} />}
    </ResourceForm>
  );
}

/** Fields of whole numbers in {@link SettingsPage}. */
export const WHOLE_NUMBER = { allowDecimal: false, allowNegative: false };

/** The problem of a field of {@link WHOLE_NUMBER}s; nothing if there is none. */
export function wholeNumberProblem(name: string, value: number | string, least: number, most: number) {
  const isSound = value !== '' && Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= most;
  return isSound ? {} : { [name]: t('Enter a number from {{least}} to {{most}}', { least, most }) };
}

/** The values of a form that are not as they were saved. */
export function changedOf<Values extends Record<string, unknown>>(values: Values, saved: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== saved[name])) as Partial<Values>;
}
