import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { FormSection } from '../../components/form-section';
import { ResourceForm } from '../../components/resource-form';
import { API_ATTRIBUTES, API_PRODUCT_TYPE, API_VARIANT_FIELDS } from './api-product-type';
import { ApiTypeNotice } from './api-type-notice';
import { ProductTypeFields, type FieldValues } from './product-type-fields';
import { productTypeQuery, type ProductType } from './product-types.queries';
import { t } from '../../i18n/t';

/** Changes a product type. */
export function ProductTypeForm({ type }: { type: ProductType }) {
  const client = useQueryClient();
  const form = useForm<FieldValues>({
    initialValues: valuesOf(type),
    validate: { label: (label) => (label.trim() === '' ? t('Enter a label') : null) },
  });
  const change = useChange({
    run: ({ label, ...fields }: FieldValues) =>
      dataOf(
        api.PATCH('/admin/api/product-types/{name}/', {
          params: { path: { name: type.name } },
          // Fields of a type with bundles cannot be changed and are not sent.
          body: { label: label.trim(), ...(type.bundles === 0 && fields) },
        }),
      ),
    refreshes: [['product-types'], ['bundles', 'list']],
    quiet: true,
    done: t('The product type was saved.'),
    onDone: (saved) => {
      client.setQueryData(productTypeQuery(type.name).queryKey, saved);
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
    },
  });
  const { variant_fields, attributes } = type.bundles === 0 ? form.values : type;
  const isApiType = type.name === API_PRODUCT_TYPE;
  return (
    <ResourceForm
      permission="product-types.write"
      form={form}
      onSubmit={change.mutate}
      change={change}
      action={t('Save')}
    >
      {isApiType && (
        <ApiTypeNotice
          name={type.name}
          variant_fields={variant_fields}
          attributes={attributes}
          {...(type.bundles === 0 && {
            onFill: () => form.setValues({ variant_fields: [...API_VARIANT_FIELDS], attributes: [...API_ATTRIBUTES] }),
          })}
        />
      )}
      <FormSection title={t('The product type')} description={t('Its label.')}>
        <TextInput
          label={t('Label')}
          autoComplete="off"
          withAsterisk
          maxLength={200}
          {...form.getInputProps('label')}
        />
      </FormSection>
      <ProductTypeFields form={form} {...(type.bundles > 0 && { inUse: type })} />
    </ResourceForm>
  );
}

function valuesOf({ label, variant_fields, attributes }: ProductType): FieldValues {
  return { label, variant_fields, attributes };
}
