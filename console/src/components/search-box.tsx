import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { use, useState } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { t } from '../i18n/t';

const DELAY_MS = 250;

/** What the icons on both sides take, in characters. */
const ROOM_OF_ICONS = 9;

/** A debounced search field. */
export function SearchBox({
  value = '',
  onChange,
  label,
}: {
  value?: string;
  onChange: (value: string) => void;
  label: string;
}) {
  const [text, setText] = useState(value);
  const router = use(DataRouterContext)?.router;
  // Who has already chosen another page, which is being loaded, would be called back from there. The router itself is asked:
  // what its hooks say is late where the browser is busy.
  const pathNow = () => (router?.state.navigation.location ?? router?.state.location)?.pathname;
  const send = useDebouncedCallback((search: string, path?: string) => {
    if (pathNow() === path) onChange(search);
  }, DELAY_MS);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // Changed from outside: by a link or "Clear filters". Keeps a trailing space that is being typed.
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  const type = (typed: string): void => {
    setText(typed);
    send(typed.trim(), pathNow());
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label={t('Clear the search')} onClick={() => type('')} />
      }
      // As wide as its placeholder, which is longer than a field is by itself.
      w={{ base: '100%', xs: `max(260px, ${label.length + ROOM_OF_ICONS}ch)` }}
    />
  );
}
