import { NumberProperty, TextListProperty, TextProperty } from '#common/openapi/decorators.js';
import { TextField, TextListField } from '#common/validation/index.js';
import type { ProductType } from './product-type.entity.js';
import { textInPath } from '#common/http/path-params.js';

export const ProductTypeNameParam = textInPath('name', 'name of the product type', 'external-api-product');

const MACHINE_NAME = /^[a-z][a-z0-9-]{0,63}$/;
const MACHINE_NAME_RULE = 'must be 1 to 64 lower-case letters, digits and dashes that begin with a letter';
const MAX_FIELDS = 50;

function MachineNamesField(example: string[], optional: boolean): PropertyDecorator {
  const validate = (entry: string) => (MACHINE_NAME.test(entry) ? undefined : MACHINE_NAME_RULE);
  return TextListField({ maxItems: MAX_FIELDS, validate, optional, example, description: 'machine names' });
}

/** A new product type. See docs/spec/service.md#8. */
export class CreateProductTypeDto {
  @TextField({
    max: 64,
    pattern: { expression: MACHINE_NAME, message: MACHINE_NAME_RULE },
    description: 'machine name',
    example: 'external-api-product',
  })
  name!: string;

  @TextField({ max: 200, example: 'External API product' }) label!: string;
  @MachineNamesField(['price', 'wholesale-price', 'product-name'], false) variant_fields!: string[];
  @MachineNamesField(['business-volume', 'points', 'cumulative-volume'], false) attributes!: string[];
}

/** Changes of a product type; what is not sent stays. */
export class UpdateProductTypeDto {
  @TextField({ max: 200, optional: true, example: 'External API product' }) label?: string;
  @MachineNamesField(['price', 'wholesale-price', 'product-name'], true) variant_fields?: string[];
  @MachineNamesField(['business-volume', 'points', 'cumulative-volume'], true) attributes?: string[];
}

/** A product type as the admin module shows it. */
export class ProductTypeView {
  @TextProperty('external-api-product') name!: string;
  @TextProperty('External API product') label!: string;
  @TextListProperty(['price', 'wholesale-price', 'product-name']) variant_fields!: string[];
  @TextListProperty(['business-volume', 'points', 'cumulative-volume']) attributes!: string[];
  @NumberProperty(12, 'live bundles of this type') bundles!: number;
  @TextProperty('2026-11-21T08:00:00.000Z') created_at!: string;
}

/** A product type as the admin module shows it. */
export function toProductTypeView(type: ProductType): ProductTypeView {
  return { ...toProductTypeFields(type), bundles: type.bundles, created_at: type.createdAt.toISOString() };
}

/** What an admin sets of a product type, as requests and the audit log have it. */
export function toProductTypeFields({ name, label, variantFields, attributes }: ProductType): CreateProductTypeDto {
  return { name, label, variant_fields: variantFields, attributes };
}
