import { CloseButton, Combobox, Group, MantineThemeProvider, Popover, useCombobox } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { personQuery } from '../api/person';
import classes from './filter-chips.module.css';
import { FilterFields, type SetFilters } from './filter-fields';
import { namesOf, toldOf, type ListFilter } from './list-filters';
import type { ListParams } from './list-params';
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
  const set: SetFilters = (values) => {
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
              {isOpen && <FilterFields filter={filter} params={params} set={set} />}
            </MantineThemeProvider>
          </Popover.Dropdown>
        </Popover>
      )}
    </Chip>
  );
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
