import { Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { findLanguages } from './languages';
import { t } from '../../../i18n/t';

/** Adds a language: searched by English name, native name or code. */
export function LanguagePicker({ taken, onPick }: { taken: readonly string[]; onPick: (code: string) => void }) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = isOpen ? findLanguages(search).filter(({ code }) => !taken.includes(code)) : [];
  return (
    <Select
      label={t('Add a language')}
      placeholder={t('Name or code, e.g. pt-BR')}
      leftSection={<IconLanguage size={16} stroke={1.6} aria-hidden />}
      searchable
      data={found.map(({ code, label }) => ({ value: code, label }))}
      filter={({ options }) => options}
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(code) => {
        if (code !== null) onPick(code);
        setSearch('');
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={t('No language has this name or code')}
      maxDropdownHeight={280}
      maw={360}
    />
  );
}
