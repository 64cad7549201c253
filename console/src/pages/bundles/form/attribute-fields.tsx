import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { FormSection } from '#console/components/form-section';
import type { BundleValues } from './bundle.values';
import { OtherProblems } from './other-problems';
import { OwnValueInput } from './own-value-input';
import { volumeLabel, type TypeFields } from './type-fields';
import { t } from '#console/i18n/t';

/** Volumes and other attributes of a bundle, as defined by its type. */
export function AttributeFields({ form, fields }: { form: UseFormReturnType<BundleValues>; fields: TypeFields }) {
  const { volumes, ownAttributes } = fields;
  const { values, errors } = form;
  const shown = [...volumes, ...ownAttributes].map((name) => `attributes.${name}`);
  if (shown.length === 0) return <OtherProblems errors={errors} of="attributes" shown={shown} />;
  const change = (path: string, name: string, value: unknown): void => {
    form.setFieldValue(`${path}.${name}`, value);
    form.clearFieldError(`attributes.${name}`);
  };
  return (
    <FormSection
      title={volumes.length > 0 ? t('Volumes') : t('Attributes')}
      description={
        volumes.length > 0
          ? t('Per unit, for all variants. At most 4 decimals.')
          : t('Properties of the bundle as a whole.')
      }
    >
      <Stack>
        <OtherProblems errors={errors} of="attributes" shown={shown} />
        {volumes.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {volumes.map((name) => (
              <TextInput
                key={name}
                label={volumeLabel(name)}
                inputMode="decimal"
                autoComplete="off"
                withAsterisk
                value={values.volumes[name] ?? ''}
                error={errors[`attributes.${name}`]}
                onChange={({ currentTarget }) => change('volumes', name, currentTarget.value)}
              />
            ))}
          </SimpleGrid>
        )}
        {ownAttributes.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {ownAttributes.map((name) => (
              <OwnValueInput
                key={name}
                label={name}
                of={name}
                withAsterisk
                value={values.ownAttributes[name] ?? { kind: 'text', text: '' }}
                error={errors[`attributes.${name}`]}
                onChange={(value) => change('ownAttributes', name, value)}
              />
            ))}
          </SimpleGrid>
        )}
      </Stack>
    </FormSection>
  );
}
