import {
  Button,
  CloseButton,
  Combobox,
  Group,
  MantineThemeProvider,
  NumberInput,
  Popover,
  Stack,
  TextInput,
  useCombobox,
} from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { personQuery } from '../api/person';
import classes from './filter-chips.module.css';
import { namesOf, toldOf, type ListFilter } from './list-filters';
import type { ListParams } from './list-params';
import { instantOf, localTimeOf } from './local-time';
import { UserPicker } from './user-picker';
import { t } from '../i18n/t';

type Params = Pick<ListParams, 'filters' | 'setFilters'>;

/** More choices than are seen at once can be searched. */
const SEARCHED = 9;

/** The filters of a list: each can be set, and removed again. */
export function FilterChips({ declared, params }: { declared: readonly ListFilter[]; params: Params }) {
  return declared.map((filter) =>
    filter.kind === 'choice' ? (
      <ChoiceChip key={filter.label} filter={filter} params={params} />
    ) : (
      <FieldsChip key={filter.label} filter={filter} params={params} />
    ),
  );
}

interface ChipProps<Filter> {
  filter: Filter;
  params: Params;
}

function ChoiceChip({ filter, params }: ChipProps<ListFilter & { kind: 'choice' }>) {
  const { name, label, choices } = filter;
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
    onDropdownOpen: () => (isSearched ? combobox.focusSearchInput() : combobox.selectActiveOption()),
  });
  const isSearched = choices.length > SEARCHED;
  const chosen = params.filters[name];
  const shown = choices.filter((one) => one.label.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Chip filter={filter} params={params}>
      {(told) => (
        <Combobox
          store={combobox}
          width={240}
          position="bottom-start"
          shadow="md"
          onOptionSubmit={(value) => {
            params.setFilters({ [name]: value });
            combobox.closeDropdown();
          }}
        >
          <Combobox.Target targetType="button">
            <ChipButton label={label} told={told} onClick={() => combobox.toggleDropdown()} />
          </Combobox.Target>
          <Combobox.Dropdown>
            {isSearched && (
              <Combobox.Search
                aria-label={t('Search: {{label}}', { label })}
                placeholder={t('Search')}
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
            <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
              {shown.length === 0 && <Combobox.Empty>{t('Nothing matches')}</Combobox.Empty>}
              {shown.map((one) => (
                <Combobox.Option key={one.value} value={one.value} active={one.value === chosen}>
                  <Group justify="space-between" wrap="nowrap">
                    <span>{one.label}</span>
                    {one.value === chosen && <IconCheck size={14} aria-hidden />}
                  </Group>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </Chip>
  );
}

/** What a field opens is inside of what the filter has opened, which else would close when something is picked there. */
const INSIDE = { components: { Combobox: { defaultProps: { withinPortal: false } } } };

/** A filter that is filled in. */
function FieldsChip({ filter, params }: ChipProps<Exclude<ListFilter, { kind: 'choice' }>>) {
  const [isOpen, setOpen] = useState(false);
  const set = (values: Readonly<Record<string, string | null>>): void => {
    params.setFilters(values);
    setOpen(false);
  };
  return (
    <Chip filter={filter} params={params}>
      {(told) => (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus width={300}>
          <Popover.Target>
            <ChipButton label={filter.label} told={told} onClick={() => setOpen(!isOpen)} />
          </Popover.Target>
          <Popover.Dropdown aria-label={filter.label}>
            <MantineThemeProvider theme={INSIDE}>
              {isOpen && <Fields filter={filter} params={params} set={set} />}
            </MantineThemeProvider>
          </Popover.Dropdown>
        </Popover>
      )}
    </Chip>
  );
}

function Fields({
  filter,
  params: { filters },
  set,
}: ChipProps<Exclude<ListFilter, { kind: 'choice' }>> & {
  set: (values: Readonly<Record<string, string | null>>) => void;
}): ReactNode {
  if (filter.kind === 'person')
    return <PersonField filter={filter} value={filters[filter.name]} set={(uid) => set({ [filter.name]: uid })} />;
  if (filter.kind === 'own') return filter.input(filters[filter.name], (value) => set({ [filter.name]: value }));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = (name: string): string => {
      const text = (form.get(name) as string).trim();
      return filter.kind === 'time' ? (instantOf(text) ?? '') : text;
    };
    set(Object.fromEntries(namesOf(filter).map((name) => [name, given(name)])));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {filter.kind === 'days' && <Presets names={filter.names} set={set} />}
        <Inputs filter={filter} filters={filters} />
        <Button type="submit" size="xs">
          {t('Apply')}
        </Button>
      </Stack>
    </form>
  );
}

function Inputs({
  filter,
  filters,
}: {
  filter: Exclude<ListFilter, { kind: 'choice' | 'person' | 'own' }>;
  filters: Params['filters'];
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
  if (filter.kind === 'time') {
    const { name, label } = filter;
    const at = Date.parse(value(name));
    return (
      <TextInput
        data-autofocus
        name={name}
        label={label}
        type="datetime-local"
        defaultValue={Number.isNaN(at) ? '' : localTimeOf(at)}
      />
    );
  }
  if (filter.kind === 'amounts') {
    const [least, most] = filter.names;
    return (
      <Group grow gap="xs">
        <NumberInput data-autofocus name={least} label={t('At least')} defaultValue={value(least)} hideControls />
        {most !== undefined && <NumberInput name={most} label={t('At most')} defaultValue={value(most)} hideControls />}
      </Group>
    );
  }
  const [first, last] = filter.names;
  return (
    <Group grow gap="xs">
      <TextInput data-autofocus type="date" name={first} label={t('From')} defaultValue={value(first).slice(0, 10)} />
      <TextInput type="date" name={last} label={t('Until')} defaultValue={value(last).slice(0, 10)} />
    </Group>
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

function Presets({
  names: [from, to],
  set,
}: {
  names: readonly [string, string];
  set: (values: Readonly<Record<string, string | null>>) => void;
}) {
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

function PersonName({ uid }: { uid: string }) {
  const { data } = useQuery(personQuery(Number(uid)));
  return data?.username ?? t('uid {{uid}}', { uid });
}

function Chip({ filter, params, children }: ChipProps<ListFilter> & { children: (told: ReactNode) => ReactNode }) {
  const value = toldOf(filter, params.filters);
  const isSet = value !== undefined;
  const told = isSet && filter.kind === 'person' ? <PersonName uid={params.filters[filter.name]!} /> : value;
  return (
    <div className={classes.chip} data-set={isSet || undefined}>
      {isSet && (
        <CloseButton
          size={24}
          aria-label={t('Remove the filter {{label}}', { label: filter.label })}
          onClick={() => params.setFilters(Object.fromEntries(namesOf(filter).map((name) => [name, null])))}
        />
      )}
      {children(told)}
    </div>
  );
}

function ChipButton({ label, told, ...target }: { label: string; told: ReactNode; onClick: () => void }) {
  return (
    <button type="button" {...target} className={classes.button}>
      {told === undefined && <IconPlus size={14} aria-hidden />}
      <span>{told === undefined ? label : `${label}:`}</span>
      {told !== undefined && <span className={classes.value}>{told}</span>}
    </button>
  );
}
