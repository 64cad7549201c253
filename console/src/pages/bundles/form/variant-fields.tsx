import { Box, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { serviceQuery } from '#console/api/service';
import { FormSection } from '#console/components/form-section';
import { newVariant, type BundleValues, type OwnValue, type VariantValues } from './bundle.values';
import classes from './form.module.css';
import { OtherProblems } from './other-problems';
import type { TypeFields } from './type-fields';
import { fitTable, variantColumns, type VariantColumn } from './variant-columns';
import { VariantCard, VariantRow } from './variant-row';
import { t } from '#console/i18n/t';

/** Maximum number of variants of a bundle. */
const MAX_VARIANTS = 100;

interface VariantFieldsProps {
  form: UseFormReturnType<BundleValues>;
  fields: TypeFields;
  /** Deletes a stored variant. */
  onDelete: ((variant: VariantValues) => void) | undefined;
}

/** The variants of a bundle: an editable table, or cards if it does not fit. */
export function VariantFields({ form, fields, onDelete }: VariantFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const currency = useQuery(serviceQuery).data?.currency_code;
  const columns = useMemo(() => variantColumns(fields, currency), [fields, currency]);
  const { varients } = form.values;
  const errors = errorsByVariant(form.errors);

  // Stable callbacks, so that rows stay memoized.
  const change = useCallbackRef((index: number, name: string, value: string | OwnValue) => {
    form.setFieldValue(`varients.${index}.${typeof value === 'string' ? name : `own.${name}`}`, value);
    form.clearFieldError(`varients.${index}.${name}`);
  });
  const remove = useCallbackRef((index: number) => {
    const variant = varients[index]!;
    if (variant.isStored) onDelete?.(variant);
    else form.removeListItem('varients', index);
  });
  const add = (): void => {
    const variant = newVariant(fields, varients[0]);
    form.insertListItem('varients', variant);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-variant="${variant.key}"] input`)?.focus(),
    );
  };

  const rows = varients.map((variant, index) => ({
    key: variant.key,
    index,
    variant,
    columns,
    errors: errors[index] ?? NONE,
    onChange: change,
    onRemove: remove,
    // New variants do not count: the service must keep a stored one.
    isLast: varients.length === 1 || (variant.isStored && varients.filter((one) => one.isStored).length === 1),
  }));
  return (
    <FormSection title={t('Variants')} description={<About fields={fields} isNew={onDelete === undefined} />} isWide>
      <Stack gap="sm" ref={box}>
        <OtherProblems errors={form.errors} of="varients" shown={shownPaths(varients.length, columns)} />
        {isNarrow || !fitTable(columns) ? (
          <Stack component="ul" gap="sm" p={0} m={0} aria-label={t('Variants')} style={{ listStyle: 'none' }}>
            {rows.map(({ key, ...row }) => (
              <VariantCard key={key} {...row} />
            ))}
          </Stack>
        ) : (
          <Table.ScrollContainer minWidth={columns.reduce((sum, { width }) => sum + width, 60)}>
            <Table aria-label={t('Variants')} className={classes.variants} horizontalSpacing={6} withRowBorders={false}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map(({ name, label, width, kind }) => (
                    <Table.Th
                      key={name}
                      scope="col"
                      miw={width}
                      w={kind === 'text' ? undefined : width}
                      ta={kind === 'decimal' ? 'end' : 'start'}
                    >
                      {label}
                    </Table.Th>
                  ))}
                  <Table.Th scope="col" w={48}>
                    <VisuallyHidden>{t('Delete')}</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ key, ...row }) => (
                  <VariantRow key={key} {...row} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={add}
            disabled={varients.length >= MAX_VARIANTS}
          >
            {t('Add a variant')}
          </Button>
          {varients.length > 5 && (
            <Text size="sm" c="dimmed">
              {t('{{variants}} of at most {{most}}', { variants: varients.length, most: MAX_VARIANTS })}
            </Text>
          )}
        </Group>
      </Stack>
    </FormSection>
  );
}

function About({ fields: { hasName, hasWholesalePrice }, isNew }: { fields: TypeFields; isNew: boolean }) {
  return (
    <Box>
      {t(
        'The items that can be added to carts. A SKU is unique in the whole catalogue; prices have at most 4 decimals.',
      )}
      {!isNew &&
        ` ${t('Saving updates and adds variants, but deletes none. A SKU cannot be changed: add a variant with the new SKU, then delete or deactivate the old one.')}`}
      {!hasName && ` ${t('Variants of this type use the name of the bundle.')}`}
      {!hasWholesalePrice && ` ${t('Their wholesale price equals their price.')}`}
    </Box>
  );
}

// Without a prototype: a field may be named `constructor`.
const NONE = Object.create(null) as Readonly<Record<string, string>>;

/** The errors of each variant by its fields: those of `varients.2.price` are at 2, `price`. */
function errorsByVariant(errors: Readonly<Record<string, unknown>>): Record<number, Record<string, string>> {
  const found: Record<number, Record<string, string>> = {};
  for (const [path, text] of Object.entries(errors)) {
    const [, index, name] = /^varients\.(\d+)\.(.+)$/.exec(path) ?? [];
    if (index !== undefined && name !== undefined && typeof text === 'string')
      (found[Number(index)] ??= Object.create(null) as Record<string, string>)[name] = text;
  }
  return found;
}

function shownPaths(count: number, columns: readonly VariantColumn[]): string[] {
  return Array.from({ length: count }, (_, index) => columns.map(({ name }) => `varients.${index}.${name}`)).flat();
}
