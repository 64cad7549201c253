import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { NewCustomFields, useCustomFields } from '../../../components/custom-fields';
import { ResourceForm } from '../../../components/resource-form';
import { AttributeFields } from './attribute-fields';
import { BasicFields } from './basic-fields';
import type { BundleValues, VariantValues } from './bundle.values';
import { TranslationFields } from './translation-fields';
import type { TypeFields } from './type-fields';
import { VariantFields } from './variant-fields';

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
