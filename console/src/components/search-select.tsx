import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { describeFailure } from '../api/failure';
import { t, within } from '../i18n/t';

const DELAY_MS = 200;

/** How many are offered at once. */
const OFFERED = 20;

/** How something is offered: under a value of its own, by what the field shows once it is chosen. */
interface Offer {
  value: string;
  label: string;
}

export interface SearchSelectProps<One> extends Pick<
  SelectProps,
  'aria-label' | 'placeholder' | 'description' | 'error' | 'withAsterisk' | 'w' | 'onFocus'
> {
  /** Above the field; omitted next to fields without labels, which have `aria-label`. */
  label?: string;
  /** What is searched, as first part of the keys in the cache: `users`. */
  of: string;
  /** Asks the service for the first that match; for the first of all, if nothing is typed. */
  find: (query: { limit: number; search?: string }, signal: AbortSignal) => Promise<One[]>;
  offer: (one: One) => Offer;
  render?: (one: One) => ReactNode;
  /** Offered before what is found. */
  always?: readonly One[];
  isClearable?: boolean;
  value: One | null;
  onChange: (one: One | null) => void;
  /** Said where nothing matches. */
  none: string;
}

/** The rank of what has a text elsewhere than in its label. */
const ELSEWHERE = 3;

/** How well something fits a text, the best first: it is meant, its label begins so, or has it. */
function rankOf({ value, label }: Offer, text: string): number {
  const [has, sought] = [label.toLowerCase(), text.toLowerCase()];
  if (has === sought || value === text) return 0;
  if (has.startsWith(sought)) return 1;
  return has.includes(sought) ? 2 : ELSEWHERE;
}

/**
 * Chooses one of many, which the service searches. What matched what was typed before cannot be chosen any more. Enter chooses
 * the best match, also if it is not known yet; a form waits for that, and is not sent with something typed but not chosen.
 */
export function SearchSelect<One>(props: SearchSelectProps<One>) {
  const { of, find, offer, render, always = [], isClearable = true, value, onChange, none, ...field } = props;
  const input = useRef<HTMLInputElement>(null);
  /** Of the page as it is when the choice is found. */
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const [typed, setTyped] = useState('');
  /** What was typed when the field was left without a choice, and who was chosen then. */
  const [unchosen, setUnchosen] = useState<{ text: string; beside: string | undefined }>();
  const [isOpen, setOpen] = useState(false);
  /** What Enter was pressed for, until something else is. */
  const entered = useRef('');
  /** The form that was to be sent meanwhile. */
  const waiting = useRef<HTMLFormElement>(null);
  const chosen = value === null ? undefined : offer(value);
  // The page may have chosen somebody since.
  const left = unchosen !== undefined && unchosen.beside === chosen?.value ? unchosen.text : '';
  const isSearching = typed.trim() !== '' && typed !== chosen?.label;
  const wanted = isSearching ? typed.trim() : '';
  const [search] = useDebouncedValue(wanted, DELAY_MS);
  const ask = (text: string, signal: AbortSignal): Promise<One[]> =>
    find({ limit: OFFERED, ...(text !== '' && { search: text }) }, signal);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [of, 'picker', search],
    queryFn: ({ signal }) => ask(search, signal),
    placeholderData: keepPreviousData,
  });
  const isFound = search === wanted && data !== undefined && !isPlaceholderData;
  const ranked = (found: readonly One[], text: string): One[] => {
    if (text === '') return [...always, ...found];
    const rank = (one: One): number => rankOf(offer(one), text);
    return [...always.filter((one) => rank(one) < ELSEWHERE), ...found].sort((one, other) => rank(one) - rank(other));
  };
  const offered = new Map(ranked(data ?? [], wanted).map((one) => [offer(one).value, one]));
  // The field knows the name of the chosen one even while others are offered.
  const all = value === null ? offered : new Map(offered).set(chosen!.value, value);
  const pick = (one: One | null): void => {
    entered.current = '';
    setUnchosen(undefined);
    // The text follows the value, which another choice may leave as it is.
    setTyped(one !== null && offer(one).value === chosen?.value ? chosen.label : '');
    changed.current(one);
  };
  const pickBest = async (text: string): Promise<void> => {
    entered.current = text;
    // For itself: the list below the field asks no more once the field is left.
    const [best] = ranked(await ask(text, new AbortController().signal), text);
    if (entered.current !== text || best === undefined) return;
    setOpen(false);
    pick(best);
  };
  useEffect(() => {
    if (left === '') {
      waiting.current?.requestSubmit();
      waiting.current = null;
    }
    const form = input.current?.form;
    if (left === '' || !form) return;
    const keep = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
      if (entered.current !== '') waiting.current = form;
      input.current?.scrollIntoView({ block: 'nearest' });
    };
    form.addEventListener('submit', keep, true);
    return () => form.removeEventListener('submit', keep, true);
  }, [left]);
  const notChosen = t('“{{text}}” was not chosen: choose one of the list, or leave the field empty', { text: left });
  return (
    <Select
      {...field}
      ref={input}
      error={left === '' ? field.error : notChosen}
      searchable
      // A form that puts the focus on a field with a mistake does not cover what it says about it.
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      clearable={isClearable}
      // The first that matches may be the one that is chosen.
      allowDeselect={false}
      clearButtonProps={{
        'aria-label': t('Clear {{label}}', { label: within(field.label ?? field['aria-label'] ?? '') }),
      }}
      data={[...all.values()].map((one) => ({ ...offer(one), disabled: !isFound }))}
      value={chosen?.value ?? null}
      onChange={(next) => pick(all.get(next ?? '') ?? null)}
      // Who is chosen already may be chosen again: then nothing changes but the text.
      onOptionSubmit={(next) => setTyped(offer(all.get(next)!).label)}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered.
      filter={({ options }) => options.filter((option) => 'value' in option && offered.has(option.value))}
      selectFirstOptionOnChange={isSearching && isFound}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // It chooses, and does not send the form.
        if (isSearching || isOpen) event.preventDefault();
        const isHighlighted = isFound && event.currentTarget.hasAttribute('aria-activedescendant');
        // What fails is said below the field, where the same is asked.
        if (isSearching && !isHighlighted) pickBest(wanted).catch(() => undefined);
      }}
      onInput={() => (entered.current = '')}
      onFocus={(event) => {
        waiting.current = null;
        setUnchosen(undefined);
        field.onFocus?.(event);
      }}
      onBlurCapture={() => {
        if (isSearching) setUnchosen({ text: typed.trim(), beside: chosen?.value });
        else if (typed === '' && isClearable && value !== null) pick(null);
      }}
      {...(render && { renderOption: ({ option }) => render(all.get(option.value)!) })}
      nothingFoundMessage={isFound ? none : error === null ? t('Searching…') : describeFailure(error)}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
