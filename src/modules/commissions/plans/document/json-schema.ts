import type { SchemaObject } from '@nestjs/swagger';
import { z } from 'zod';
import { type BonusTypes, OWN_BONUS_TYPES } from '@commerce/commission-engine';
import { UNILEVEL } from '../templates.js';

/** A JSON Schema, with what it refers to. */
interface WithDefinitions extends Record<string, unknown> {
  $defs: Record<string, { properties?: { type?: { const?: string } } }>;
}

/** The name of a plan's schema in the OpenAPI document. */
export const PLAN_COMPONENT = 'CommissionPlan';

/**
 * The JSON Schema (2020-12) of a plan as it is sent. It has all that a schema can say; how many decimals a number may have, and
 * what refers to what, is in the descriptions.
 * @param id the address at which it is served
 * @param types of bonuses, if extensions add some
 */
export function planJsonSchema(id: string, types: BonusTypes = OWN_BONUS_TYPES): object {
  const { $schema, ...schema } = made(types);
  return { $schema, $id: id, ...schema };
}

/** The same as components of the OpenAPI document, with the service's own types of bonuses. */
export function planComponents(): Record<string, SchemaObject> {
  const { $schema, $defs, ...plan } = made(OWN_BONUS_TYPES);
  for (const schema of Object.values($defs)) Object.assign(schema, aboutType(schema.properties?.type?.const));
  const text = JSON.stringify({ ...$defs, [PLAN_COMPONENT]: plan }).replaceAll('"#/$defs/', '"#/components/schemas/');
  void $schema;
  return JSON.parse(text) as Record<string, SchemaObject>;
}

/**
 * What the console asks of a type of bonus beside its parameters. Only the OpenAPI document has it: validators of JSON Schema
 * refuse words that they do not know.
 */
function aboutType(name = ''): object {
  const type = OWN_BONUS_TYPES.find(name);
  if (type === undefined) return {};
  const { isMain = false, carriesLegs = false, names = {} } = type;
  return { 'x-bonus-type': { main: isMain, carries: carriesLegs, names } };
}

function made(types: BonusTypes): WithDefinitions {
  const schema = z.toJSONSchema(types.planSchema, {
    io: 'input',
    override: ({ jsonSchema }) => withInputs(jsonSchema, types),
  }) as unknown as WithDefinitions;
  return { ...schema, examples: [UNILEVEL.plan] };
}

/** Adds the inputs that a type of bonus reads to its description. */
function withInputs(schema: z.core.JSONSchema.BaseSchema, types: BonusTypes): void {
  const type = schema.properties?.type;
  const name = typeof type === 'object' && typeof type.const === 'string' ? type.const : '';
  const words = (types.find(name)?.inputs ?? []).map(
    (input) => `${input.title} (${input.name}): ${input.description}.`,
  );
  if (words.length > 0) schema.description = [schema.description ?? '', 'It reads:', ...words].join(' ').trim();
}
