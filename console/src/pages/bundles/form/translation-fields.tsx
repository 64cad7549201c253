import { Stack, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormSection } from '#console/components/form-section';
import { TEXTS, type BundleValues } from './bundle.values';
import classes from './form.module.css';
import { LanguageColumn } from './language-column';
import { OtherProblems } from './other-problems';
import { t } from '#console/i18n/t';
import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { findLanguages } from './languages';

/** The texts of a bundle: a column for each language. */
export function TranslationFields({ form }: { form: UseFormReturnType<BundleValues> }) {
  const { languages } = form.values;
  const add = (code: string): void => {
    form.setFieldValue('languages', [...languages, code]);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-language="${code}"] input`)?.focus());
  };
  const remove = (code: string): void => {
    form.setFieldValue(
      'languages',
      languages.filter((one) => one !== code),
    );
    for (const field of TEXTS) {
      const { [code]: _, ...rest } = form.getValues()[field];
      form.setFieldValue(field, rest);
      form.clearFieldError(`${field}.${code}`);
    }
  };
  return (
    <FormSection
      title={t('Translations')}
      description={t('Shown by applications. English is required; other languages may be incomplete.')}
      isWide
    >
      <Stack>
        {TEXTS.map((field) => (
          <OtherProblems
            key={field}
            errors={form.errors}
            of={field}
            shown={languages.map((code) => `${field}.${code}`)}
          />
        ))}
        <div className={classes.languages}>
          {languages.map((code) => (
            <LanguageColumn
              key={code}
              code={code}
              form={form}
              {...(code !== 'en' && { onRemove: () => remove(code) })}
            />
          ))}
        </div>
        <LanguagePicker taken={languages} onPick={add} />
      </Stack>
    </FormSection>
  );
}

/** Adds a language: searched by English name, native name or code. */
function LanguagePicker({ taken, onPick }: { taken: readonly string[]; onPick: (code: string) => void }) {
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
