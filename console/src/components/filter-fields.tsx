import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { personQuery } from '../api/person';
import { midnightOf, namesOf, type ListFilter } from './list-filters';
import type { ListParams } from './list-params';
import { instantOf, LAST_LOCAL_TIME, localTimeOf } from './local-time';
import { UserPicker } from './user-picker';
import { t } from '../i18n/t';

/** Sets some filters of a list, and removes those that are null. */
export type SetFilters = (values: Readonly<Record<string, string | null>>) => void;

/** What a filter is filled in by: a person, an input of its own, or a form. */
export function FilterFields({
  filter,
  params: { filters },
  set,
}: {
  filter: Exclude<ListFilter, { kind: 'choice' }>;
  params: Pick<ListParams, 'filters'>;
  set: SetFilters;
}): ReactNode {
  const [isReversed, setReversed] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  if (filter.kind === 'person')
    return <PersonField filter={filter} value={filters[filter.name]} set={(uid) => set({ [filter.name]: uid })} />;
  if (filter.kind === 'own') return filter.input(filters[filter.name], (value) => set({ [filter.name]: value }));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = (name: string): string => {
      const text = (form.get(name) as string).trim();
      return filter.kind === 'time' || filter.kind === 'times' ? (instantOf(text) ?? '') : text;
    };
    const values = namesOf(filter).map((name) => [name, given(name)] as const);
    const [first = '', last = ''] = values.map(([, value]) => value);
    const isWrong = hasDays(filter) && first !== '' && last !== '' && last < first;
    setReversed(isWrong);
    if (isWrong) element.current?.querySelector<HTMLInputElement>(`[name=${filter.names[1]}]`)?.focus();
    else set(Object.fromEntries(values));
  };
  return (
    <form ref={element} onSubmit={submit} onChange={() => setReversed(false)}>
      <Stack gap="sm">
        {hasDays(filter) && <Presets names={filter.names} set={set} />}
        <Inputs
          filter={filter}
          filters={filters}
          error={isReversed ? t('“Until” must not be before “From”') : undefined}
        />
        <Button type="submit" size="xs">
          {t('Apply')}
        </Button>
      </Stack>
    </form>
  );
}

function hasDays(filter: ListFilter): filter is ListFilter & { kind: 'days' | 'times' } {
  return filter.kind === 'days' || filter.kind === 'times';
}

function Inputs({
  filter,
  filters,
  error,
}: {
  filter: Exclude<ListFilter, { kind: 'choice' | 'person' | 'own' }>;
  filters: ListParams['filters'];
  /** What is wrong with the end of a range. */
  error: string | undefined;
}) {
  const value = (name: string): string => filters[name] ?? '';
  if (filter.kind === 'text' || filter.kind === 'date') {
    const { name, label, kind } = filter;
    return (
      <TextInput
        data-autofocus
        name={name}
        label={label}
        type={kind}
        maxLength={255}
        defaultValue={value(name)}
        autoComplete="off"
      />
    );
  }
  if (filter.kind === 'time')
    return <TimeInput data-autofocus name={filter.name} label={filter.label} instant={value(filter.name)} />;
  if (filter.kind === 'amounts') {
    const [least, most] = filter.names;
    // The form is read as it stands, with a point.
    const shared = {
      decimalSeparator: '.',
      allowedDecimalSeparators: ['.', ','],
      thousandSeparator: false,
      hideControls: true,
    };
    return (
      <Group grow gap="xs">
        <NumberInput data-autofocus name={least} label={t('At least')} defaultValue={value(least)} {...shared} />
        {most !== undefined && <NumberInput name={most} label={t('At most')} defaultValue={value(most)} {...shared} />}
      </Group>
    );
  }
  const [first, last] = filter.names;
  if (filter.kind === 'times')
    return (
      <>
        <TimeInput data-autofocus name={first} label={t('From')} instant={midnightOf(value(first))} />
        <TimeInput name={last} label={t('Until')} instant={midnightOf(value(last), 1)} error={error} />
      </>
    );
  return (
    <Group grow gap="xs">
      <TextInput data-autofocus type="date" name={first} label={t('From')} defaultValue={value(first).slice(0, 10)} />
      <TextInput type="date" name={last} label={t('Until')} defaultValue={value(last).slice(0, 10)} error={error} />
    </Group>
  );
}

/** @param instant in ISO 8601; what is none leaves the field empty */
function TimeInput({
  instant = '',
  ...field
}: {
  name: string;
  label: string;
  instant: string | undefined;
  error?: string;
}) {
  const at = Date.parse(instant);
  return (
    <TextInput
      {...field}
      type="datetime-local"
      max={LAST_LOCAL_TIME}
      defaultValue={Number.isNaN(at) ? '' : localTimeOf(at)}
    />
  );
}

/** Ranges that are asked for most: how many days before today they begin and end, or which month they are. */
const PRESETS: readonly (readonly [string, (today: Date) => [Date, Date]])[] = [
  [t('Today'), (today) => [today, today]],
  [t('Yesterday'), (today) => [daysBefore(today, 1), daysBefore(today, 1)]],
  [t('Last 7 days'), (today) => [daysBefore(today, 6), today]],
  [t('This month'), (today) => [new Date(today.getFullYear(), today.getMonth(), 1), today]],
  [
    t('Last month'),
    (today) => [
      new Date(today.getFullYear(), today.getMonth() - 1, 1),
      new Date(today.getFullYear(), today.getMonth(), 0),
    ],
  ],
];

function Presets({ names: [from, to], set }: { names: readonly [string, string]; set: SetFilters }) {
  return (
    <Group gap={6}>
      {PRESETS.map(([title, range]) => {
        const [first, last] = range(new Date());
        return (
          <Button
            key={title}
            variant="default"
            size="compact-sm"
            onClick={() => set({ [from]: dayOf(first), [to]: dayOf(last) })}
          >
            {title}
          </Button>
        );
      })}
    </Group>
  );
}

function daysBefore(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days);
}

/** `2026-11-21`, in the user's time zone. */
function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function PersonField({
  filter: { label },
  value,
  set,
}: {
  filter: { label: string };
  value: string | undefined;
  set: (uid: string | null) => void;
}) {
  const { data } = useQuery({ ...personQuery(Number(value)), enabled: value !== undefined });
  return <UserPicker label={label} value={data ?? null} onChange={(user) => user && set(String(user.uid))} />;
}
