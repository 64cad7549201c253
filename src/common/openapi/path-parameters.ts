import type { ParameterObject, SchemaObject } from '@nestjs/swagger';

const UUID: SchemaObject = { type: 'string', format: 'uuid' };
const NUMBER: SchemaObject = { type: 'integer', minimum: 1 };
const TEXT: SchemaObject = { type: 'string' };

interface KnownParameter {
  description: string;
  schema: SchemaObject;
}

/** What stands in our paths, by the words before it. The examples are things of the demo, where it has them. */
const KNOWN: Readonly<Record<string, KnownParameter>> = {
  'orders/{id}': { description: 'id of the order', schema: { ...NUMBER, examples: [1] } },
  'applications/{id}': {
    description: 'id of the application',
    schema: { ...UUID, examples: ['0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47'] },
  },
  'keys/{key_id}': {
    description: 'id of the application key: its claim `jti`',
    schema: { ...UUID, examples: ['9b1c0d2e-7a55-4f0e-8d5b-0f6a1d2c3b4a'] },
  },
  'encryption-keys/{kid}': {
    description: '`kid` of the encryption key',
    schema: { ...UUID, examples: ['4f7f2f0c-9a39-4d1e-8f0b-52b8c2f7a6d3'] },
  },
  'deliveries/{delivery_id}': {
    description: 'id of the delivery',
    schema: { ...UUID, examples: ['7d0b6c1e-3f5a-4a0e-9b7c-1f2e3d4c5b6a'] },
  },
  'bundles/{bundle_id}': { description: 'bundle id', schema: { ...TEXT, examples: ['vitality-multivitamin'] } },
  'varients/{product_sku}': { description: 'SKU of the variant', schema: { ...TEXT, examples: ['VIT-MULTI-180'] } },
  'product-types/{name}': {
    description: 'name of the product type',
    schema: { ...TEXT, examples: ['external-api-product'] },
  },
  'users/{uid}': { description: 'uid of the user', schema: { ...NUMBER, examples: [3] } },
  'states/{country_code}': {
    description: 'ISO 3166-1 alpha-2 code of the country, in any case of letters',
    schema: { ...TEXT, minLength: 2, maxLength: 2, examples: ['DE'] },
  },
};

/** Says what the parameters of a path are; those that only an extension has stay as it described them. */
export function describePathParameters(path: string, parameters: readonly ParameterObject[]): void {
  const words = path.split('/');
  for (const parameter of parameters.filter((one) => one.in === 'path')) {
    const place = `{${parameter.name}}`;
    const known = KNOWN[`${words[words.indexOf(place) - 1]}/${place}`];
    if (known === undefined) continue;
    parameter.description ??= known.description;
    parameter.schema = structuredClone(known.schema);
  }
}
