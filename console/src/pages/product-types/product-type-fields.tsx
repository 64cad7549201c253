import { Anchor, Group, Pill, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { UseFormReturnType } from '@mantine/form';
import { formatNumber } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { API_ATTRIBUTES, API_VARIANT_FIELDS } from './api-product-type';
import { NamesField } from './names-field';
import type { ProductType } from './product-types.queries';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';

/** Common form values of new and stored product types. */
export type FieldValues = { label: string; variant_fields: string[]; attributes: string[] };

const ABOUT_VARIANTS = t('Fields of each variant of a bundle. Every variant also has a SKU, a price and a status.');
const ABOUT_ATTRIBUTES = t('Properties of a bundle as a whole: the volumes that commissions are based on, and others.');

/**
 * Variant fields and attributes of a product type.
 * @param inUse the stored type, if it has bundles and its fields cannot be changed
 */
export function ProductTypeFields<Values extends FieldValues>({
  form,
  inUse,
}: {
  form: UseFormReturnType<Values>;
  inUse?: ProductType;
}) {
  if (inUse !== undefined) return <LockedFields type={inUse} />;
  const field = (name: 'variant_fields' | 'attributes') => {
    const { value, onChange, error } = form.getInputProps(name) as {
      value: string[];
      onChange: (value: string[]) => void;
      error?: string;
    };
    return { value, onChange, ...(error !== undefined && { error }) };
  };
  return (
    <>
      <FormSection title={t('Variant fields')} description={ABOUT_VARIANTS}>
        <NamesField
          label={t('Variant fields')}
          description={t('Custom names add a text or number field to every variant.')}
          suggestions={API_VARIANT_FIELDS}
          {...field('variant_fields')}
        />
      </FormSection>
      <FormSection title={t('Attributes')} description={ABOUT_ATTRIBUTES}>
        <NamesField
          label={t('Attributes')}
          description={t('Custom names add a text or number field to every bundle.')}
          suggestions={API_ATTRIBUTES}
          {...field('attributes')}
        />
      </FormSection>
    </>
  );
}

/** Read-only fields of a type that has bundles. */
function LockedFields({ type: { name, bundles, variant_fields, attributes } }: { type: ProductType }) {
  return (
    <FormSection
      title={t('Fields and attributes')}
      description={
        <>
          {rich('They can be changed only while the type has no bundles; currently <link/>.', {
            link: (
              <Anchor component={Link} to={`/bundles?product_type=${name}`} inherit underline="always">
                {bundles === 1 ? t('it has 1') : t('it has {{bundles}}', { bundles: formatNumber(bundles) })}
              </Anchor>
            ),
          })}
        </>
      }
    >
      <Stack>
        <Names names={variant_fields} label={t('Variant fields')} hint={ABOUT_VARIANTS} />
        <Names names={attributes} label={t('Attributes')} hint={ABOUT_ATTRIBUTES} />
      </Stack>
    </FormSection>
  );
}

function Names({ names, label, hint }: { names: readonly string[]; label: string; hint: string }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {hint}
      </Text>
      {names.length === 0 ? (
        <Text size="sm">{t('None', { context: 'fields' })}</Text>
      ) : (
        <Group component="ul" gap={6} p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
          {names.map((name) => (
            <Pill key={name} component="li" size="md" className="mono">
              {name}
            </Pill>
          ))}
        </Group>
      )}
    </div>
  );
}
