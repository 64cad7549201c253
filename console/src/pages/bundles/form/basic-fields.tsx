import { Radio, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormSection } from '../../../components/form-section';
import type { BundleValues } from './bundle.values';
import { ImageField } from './image-field';
import { t } from '../../../i18n/t';

/** Name, status and image of a bundle. */
export function BasicFields({ form, isNew }: { form: UseFormReturnType<BundleValues>; isNew: boolean }) {
  const { name, bundle_name_translations } = form.values;
  const takeForEnglish = (): void => {
    if (isNew && !bundle_name_translations.en && name.trim() !== '')
      form.setFieldValue('bundle_name_translations.en', name.trim());
  };
  const nameProps = form.getInputProps('name') as { onBlur?: () => void };
  return (
    <FormSection title={t('The bundle')} description={t('Its name in lists and orders, and whether it can be bought.')}>
      <Stack>
        {isNew && (
          <TextInput
            label={t('Bundle id')}
            description={t('Identifies the bundle in the API. It cannot be changed later.')}
            placeholder="tea-box"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            withAsterisk
            maxLength={255}
            {...form.getInputProps('bundle_id')}
          />
        )}
        <TextInput
          label={t('Name')}
          description={t('Shown in lists, carts and orders. Translations are below.')}
          placeholder={t('Tea box')}
          autoComplete="off"
          withAsterisk
          maxLength={200}
          {...nameProps}
          onBlur={() => {
            nameProps.onBlur?.();
            takeForEnglish();
          }}
        />
        <Radio.Group label={t('Status')} {...form.getInputProps('status')}>
          <Group gap="xl" mt={6} style={{ rowGap: 'var(--mantine-spacing-sm)' }}>
            <Radio value="active" label={t('Active')} description={t('Can be bought.')} />
            <Radio
              value="inactive"
              label={t('Inactive')}
              description={t('Cannot be bought; carts show it as unavailable.')}
            />
          </Group>
        </Radio.Group>
        <ImageField form={form} />
      </Stack>
    </FormSection>
  );
}
