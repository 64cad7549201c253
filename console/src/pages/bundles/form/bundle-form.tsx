import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { NewCustomFields, useCustomFields } from '#console/components/custom-fields';
import { ResourceForm } from '#console/components/resource-form';
import { AttributeFields } from './attribute-fields';
import type { BundleValues, VariantValues } from './bundle.values';
import { TranslationFields } from './translation-fields';
import type { TypeFields } from './type-fields';
import { VariantFields } from './variant-fields';
import { Radio, Group, Stack, TextInput } from '@mantine/core';
import { FormSection } from '#console/components/form-section';
import { ImageField } from './image-field';
import { t } from '#console/i18n/t';

interface BundleFormProps {
  form: UseFormReturnType<BundleValues>;
  fields: TypeFields;
  change: { isPending: boolean; error: Error | null };
  onSubmit: (values: BundleValues) => void;
  action: string;
  isNew?: boolean;
  /** Deletes a stored variant. */
  onDeleteVariant?: (variant: VariantValues) => void;
  /** Shown above the fields. */
  notice?: ReactNode;
}

/** The form of a bundle, based on its product type. */
export function BundleForm({
  form,
  fields,
  change,
  onSubmit,
  action,
  isNew = false,
  onDeleteVariant,
  notice,
}: BundleFormProps) {
  const customFields = useCustomFields('bundles');
  return (
    <ResourceForm permission="bundles.write" form={form} onSubmit={onSubmit} change={change} action={action}>
      {notice}
      <BasicFields form={form} isNew={isNew} />
      <AttributeFields form={form} fields={fields} />
      <VariantFields form={form} fields={fields} onDelete={onDeleteVariant} />
      <TranslationFields form={form} />
      {isNew && <NewCustomFields form={form} fields={customFields} />}
    </ResourceForm>
  );
}

/** Name, status and image of a bundle. */
function BasicFields({ form, isNew }: { form: UseFormReturnType<BundleValues>; isNew: boolean }) {
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
