import { Anchor, Group, Pill, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { UseFormReturnType } from '@mantine/form';
import { formatNumber } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { API_ATTRIBUTES, API_VARIANT_FIELDS } from './api-product-type';
import { NamesField } from './names-field';
import type { ProductType } from './product-types.queries';

/** What the forms of a new and of a stored product type have in common. */
export type FieldValues = { label: string; variant_fields: string[]; attributes: string[] };

const ABOUT_VARIANTS =
  'What is said of each variant of a bundle. SKU, price and status belong to every variant, whatever stands here.';
const ABOUT_ATTRIBUTES = 'What is said of a bundle as a whole: the volumes that commissions come from, and others.';

/**
 * Variant fields and attributes of a product type.
 * @param inUse the stored type, if bundles of it keep them from being changed
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
      <FormSection title="Variant fields" description={ABOUT_VARIANTS}>
        <NamesField
          label="Variant fields"
          description="Names of your own become a field of every variant, with a text or a number in it."
          suggestions={API_VARIANT_FIELDS}
          {...field('variant_fields')}
        />
      </FormSection>
      <FormSection title="Attributes" description={ABOUT_ATTRIBUTES}>
        <NamesField
          label="Attributes"
          description="Names of your own become a field of every bundle, with a text or a number in it."
          suggestions={API_ATTRIBUTES}
          {...field('attributes')}
        />
      </FormSection>
    </>
  );
}

/** Bundles have the fields of their type; while there are any, these stay. */
function LockedFields({ type: { name, bundles, variant_fields, attributes } }: { type: ProductType }) {
  return (
    <FormSection
      title="Fields and attributes"
      description={
        <>
          They can be changed once no bundle is of this type; now{' '}
          <Anchor component={Link} to={`/bundles?product_type=${name}`} inherit underline="always">
            {bundles === 1 ? 'one is' : `${formatNumber(bundles)} are`}
          </Anchor>
          .
        </>
      }
    >
      <Stack>
        <Names names={variant_fields} label="Variant fields" hint={ABOUT_VARIANTS} />
        <Names names={attributes} label="Attributes" hint={ABOUT_ATTRIBUTES} />
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
        <Text size="sm">None</Text>
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
