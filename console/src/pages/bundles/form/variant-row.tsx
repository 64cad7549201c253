import { ActionIcon, Button, Card, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import type { OwnValue, VariantValues } from './bundle.values';
import classes from './form.module.css';
import type { VariantColumn } from './variant-columns';
import { VariantInput } from './variant-input';
import { t } from '#console/i18n/t';

interface VariantProps {
  index: number;
  variant: VariantValues;
  columns: readonly VariantColumn[];
  /** By the name of the field. */
  errors: Readonly<Record<string, string>>;
  onChange: (index: number, name: string, value: string | OwnValue) => void;
  onRemove: (index: number) => void;
  /** Whether it is the only one and cannot be deleted. */
  isLast: boolean;
}

/** A variant as a row of the table. */
export const VariantRow = memo(function VariantRow(props: VariantProps) {
  const { index, variant, columns, errors, onChange, onRemove, isLast } = props;
  const label = t('Delete {{name}}', { name: nameOf(props) });
  return (
    <Table.Tr data-variant={variant.key}>
      {columns.map((column) => (
        <Table.Td key={column.name}>
          <VariantInput
            column={column}
            variant={variant}
            of={t('variant {{index}}', { index: index + 1 })}
            error={errors[column.name]}
            onChange={(name, value) => onChange(index, name, value)}
            withLabel={false}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <Tooltip label={isLast ? t('A bundle needs at least one variant') : t('Delete')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={label}
            aria-disabled={isLast}
            data-disabled={isLast || undefined}
            onClick={() => !isLast && onRemove(index)}
          >
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  );
}, areSame);

/** A variant as a card, for narrow screens and types with many fields. */
export const VariantCard = memo(function VariantCard(props: VariantProps) {
  const { index, variant, columns, errors, onChange, onRemove, isLast } = props;
  return (
    <Card
      component="li"
      withBorder
      padding="md"
      data-variant={variant.key}
      aria-label={t('Variant {{index}}', { index: index + 1 })}
    >
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{t('Variant {{index}}', { index: index + 1 })}</Text>
        {!isLast && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
            aria-label={t('Delete {{name}}', { name: nameOf(props) })}
            onClick={() => onRemove(index)}
          >
            {t('Delete')}
          </Button>
        )}
      </Group>
      <div className={classes.fields}>
        {columns.map((column) => (
          <div key={column.name} className={column.kind === 'decimal' ? undefined : classes.wide}>
            <VariantInput
              column={column}
              variant={variant}
              of={t('variant {{index}}', { index: index + 1 })}
              error={errors[column.name]}
              onChange={(name, value) => onChange(index, name, value)}
              withLabel
            />
          </div>
        ))}
      </div>
    </Card>
  );
}, areSame);

function nameOf({ index, variant }: VariantProps): string {
  return variant.isStored
    ? t('variant {{product_sku}}', { product_sku: variant['product-sku'] })
    : t('variant {{index}}', { index: index + 1 });
}

/** Forms create new objects on every keystroke; compared by value, only the changed variant of a hundred is rendered again. */
function areSame(before: VariantProps, after: VariantProps): boolean {
  return (
    before.index === after.index &&
    before.columns === after.columns &&
    before.isLast === after.isLast &&
    before.onChange === after.onChange &&
    before.onRemove === after.onRemove &&
    JSON.stringify([before.variant, before.errors]) === JSON.stringify([after.variant, after.errors])
  );
}
