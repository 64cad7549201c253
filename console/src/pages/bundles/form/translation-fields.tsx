import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormSection } from '../../../components/form-section';
import { TEXTS, type BundleValues } from './bundle.values';
import classes from './form.module.css';
import { LanguageColumn } from './language-column';
import { LanguagePicker } from './language-picker';
import { OtherProblems } from './other-problems';
import { t } from '../../../i18n/t';

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
