import { ActionIcon, Input, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useDialog } from '#console/components/use-dialog';
import type { OwnValue, VariantValues } from './bundle.values';
import classes from './form.module.css';
import { OwnValueInput } from './own-value-input';
import type { VariantColumn } from './variant-columns';
import { t } from '#console/i18n/t';

/** Changes a field of a variant. */
type VariantChange = (name: VariantColumn['name'], value: string | OwnValue) => void;

interface VariantInputProps {
  column: VariantColumn;
  variant: VariantValues;
  /** For screen readers: `variant 2`. */
  of: string;
  error: string | undefined;
  onChange: VariantChange;
  /** False in a table, where the column header is the label. */
  withLabel: boolean;
}

const STATUSES = [
  { value: 'active', label: t('Active') },
  { value: 'inactive', label: t('Inactive') },
];

/** One field of a variant. */
export function VariantInput({ column, variant, of, error, onChange, withLabel }: VariantInputProps) {
  const { name, label, kind } = column;
  const named = withLabel ? { label } : { 'aria-label': t('{{label}} of {{of}}', { label, of }) };
  if (kind === 'own')
    return (
      <OwnValueInput
        {...named}
        of={t('{{label}} of {{of}}', { label, of })}
        value={variant.own[name] ?? { kind: 'text', text: '' }}
        error={error}
        onChange={(value) => onChange(name, value)}
      />
    );
  if (kind === 'sku' && variant.isStored) return <StoredSku sku={variant['product-sku']} withLabel={withLabel} />;
  if (kind === 'status')
    return (
      <NativeSelect
        {...named}
        data={STATUSES}
        value={variant.status}
        error={error}
        onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...named}
      value={variant[name as 'product-sku' | 'product-name' | 'price' | 'whole-sale-price']}
      error={error}
      autoComplete="off"
      {...(kind === 'decimal' && { inputMode: 'decimal', styles: { input: { textAlign: 'end' } } })}
      {...(name === 'price' && variant.isStored && { leftSection: <PricesButton sku={variant['product-sku']} /> })}
      {...(kind === 'sku' && { autoCapitalize: 'none', spellCheck: false, maxLength: 64 })}
      {...(kind === 'text' && { maxLength: 200 })}
      onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
    />
  );
}

/** Opens what the variant has cost, and will. */
function PricesButton({ sku }: { sku: string }) {
  const dialog = useDialog('prices');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      aria-label={t('Prices of {{sku}}', { sku })}
      onClick={() => dialog.open(sku)}
    >
      <IconHistory size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

/** A stored SKU cannot be changed: it identifies the variant. */
function StoredSku({ sku, withLabel }: { sku: string; withLabel: boolean }) {
  const text = (
    <Text component="span" className={`mono ${classes.sku}`}>
      {sku}
    </Text>
  );
  return withLabel ? <Input.Wrapper label="SKU">{text}</Input.Wrapper> : text;
}
