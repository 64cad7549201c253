import { SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearchParams } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { FormSection } from '../../components/form-section';
import { PageHeader } from '../../components/page-header';
import { ResourceForm } from '../../components/resource-form';
import { API_ATTRIBUTES, API_PRODUCT_TYPE, API_VARIANT_FIELDS } from './api-product-type';
import { ApiTypeNotice } from './api-type-notice';
import { ProductTypeFields, type FieldValues } from './product-type-fields';
import { t } from '../../i18n/t';

type NewValues = FieldValues & { name: string };

const EMPTY: NewValues = { name: '', label: '', variant_fields: ['price', 'product-name'], attributes: [] };
const API_TYPE: NewValues = {
  name: API_PRODUCT_TYPE,
  label: t('External API product'),
  variant_fields: [...API_VARIANT_FIELDS],
  attributes: [...API_ATTRIBUTES],
};

/** Creates a product type; `?name=external-api-product` starts with the fields that the API requires. */
export function NewProductTypePage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const form = useForm<NewValues>({
    initialValues: params.get('name') === API_PRODUCT_TYPE ? API_TYPE : EMPTY,
    validate: {
      name: (name) => (name.trim() === '' ? t('Enter a name') : null),
      label: (label) => (label.trim() === '' ? t('Enter a label') : null),
    },
  });
  const change = useChange({
    run: ({ name, label, ...fields }: NewValues) =>
      dataOf(api.POST('/admin/api/product-types/', { body: { name: name.trim(), label: label.trim(), ...fields } })),
    refreshes: [['product-types']],
    quiet: true,
    done: ({ label }) => t('“{{label}}” was created.', { label }),
    onDone: ({ name }) => void navigate(`/product-types/${name}`),
  });
  const { name, variant_fields, attributes } = form.values;
  return (
    <>
      <PageHeader
        title={t('Create a product type')}
        description={t('Defines the fields of variants and the attributes of bundles.')}
        back={{ to: '/product-types', label: t('Product types') }}
      />
      <ResourceForm
        permission="product-types.write"
        form={form}
        onSubmit={change.mutate}
        change={change}
        action={t('Create')}
      >
        <ApiTypeNotice
          name={name.trim()}
          variant_fields={variant_fields}
          attributes={attributes}
          onFill={() => form.setValues(API_TYPE)}
        />
        <FormSection title={t('The product type')} description={t('Its name in the API, and its label.')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('Name')}
              description={t('Lower-case letters, digits, dashes. It cannot be changed later.')}
              placeholder="starter-kit"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              withAsterisk
              maxLength={64}
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('Label')}
              description={t('Shown to users. It can be changed at any time.')}
              placeholder={t('Starter kit')}
              autoComplete="off"
              withAsterisk
              maxLength={200}
              {...form.getInputProps('label')}
            />
          </SimpleGrid>
        </FormSection>
        <ProductTypeFields form={form} />
      </ResourceForm>
    </>
  );
}
