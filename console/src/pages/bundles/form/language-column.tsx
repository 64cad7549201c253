import { ActionIcon, Group, Text, Textarea, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import type { BundleValues, TextField } from './bundle.values';
import classes from './form.module.css';
import { directionOf, languageName, tagOf } from './languages';
import { t } from '#console/i18n/t';

interface LanguageColumnProps {
  code: string;
  form: UseFormReturnType<BundleValues>;
  /** Undefined for English, which every bundle has. */
  onRemove?: () => void;
}

/** The texts of a bundle in one language. */
export function LanguageColumn({ code, form, onRemove }: LanguageColumnProps) {
  const name = languageName(code);
  const isNeeded = onRemove === undefined;
  const field = (of: TextField, label: string) => {
    const path = `${of}.${code}`;
    return {
      label: (
        <>
          {label}
          <VisuallyHidden> {t('in {{name}}', { name })}</VisuallyHidden>
        </>
      ),
      lang: tagOf(code),
      dir: directionOf(code),
      withAsterisk: isNeeded,
      value: form.values[of][code] ?? '',
      error: form.errors[path],
      // The direction applies to the input only, not to its label.
      wrapperProps: { dir: 'ltr', lang: 'en' },
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        form.setFieldValue(path, currentTarget.value),
    };
  };
  return (
    <section className={classes.language} aria-label={t('Texts in {{name}}', { name })} data-language={code}>
      <Group justify="space-between" wrap="nowrap" mih={28}>
        <Text fw={600}>
          {name}{' '}
          <Text component="span" className="mono" c="dimmed">
            {code}
          </Text>
        </Text>
        {onRemove !== undefined && (
          <Tooltip label={t('Remove {{name}}', { name })}>
            <ActionIcon variant="subtle" color="gray" aria-label={t('Remove {{name}}', { name })} onClick={onRemove}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <TextInput maxLength={200} {...field('bundle_name_translations', t('Name'))} />
      <Textarea autosize minRows={2} maxRows={6} {...field('short_description_translations', t('Short description'))} />
      <Textarea autosize minRows={5} maxRows={18} {...field('description_translations', t('Description'))} />
    </section>
  );
}
