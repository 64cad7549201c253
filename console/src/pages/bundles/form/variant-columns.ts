import type { TypeFields } from './type-fields';
import { t } from '#console/i18n/t';

/** A field of a variant, as the table and the cards show it. */
export interface VariantColumn {
  /** The API's field name. */
  name: string;
  label: string;
  kind: 'sku' | 'text' | 'decimal' | 'own' | 'status';
  /** Minimum width in the table, in pixels. */
  width: number;
}

/** With more fields than this, variants are always cards. */
const MAX_TABLE_COLUMNS = 8;

/** The fields of the variants of a type. @param currency ISO 4217 code, once it is loaded */
export function variantColumns(
  { hasName, hasWholesalePrice, own }: TypeFields,
  currency: string | undefined,
): VariantColumn[] {
  const money = currency === undefined ? '' : ` (${currency})`;
  return [
    { name: 'product-sku', label: 'SKU', kind: 'sku', width: 150 },
    ...(hasName ? [{ name: 'product-name', label: t('Name'), kind: 'text', width: 190 } as const] : []),
    { name: 'price', label: t('Price{{money}}', { money }), kind: 'decimal', width: 155 },
    ...(hasWholesalePrice
      ? [{ name: 'whole-sale-price', label: t('Wholesale{{money}}', { money }), kind: 'decimal', width: 155 } as const]
      : []),
    ...own.map((name) => ({ name, label: name, kind: 'own', width: 200 }) as const),
    { name: 'status', label: t('Status'), kind: 'status', width: 110 },
  ];
}

/** Whether the columns fit into a table. */
export function fitTable(columns: readonly VariantColumn[]): boolean {
  return columns.length <= MAX_TABLE_COLUMNS;
}
