import { isObject, listOf, type Json, type JsonObject } from './paths';
import { bonusTypes, resolved, type JsonSchema } from './schema';

/** A plan as a draft of it would be saved: what is left out has its default, also in ranks and bonuses. */
export function withDefaults(plan: JsonObject, schema: JsonSchema): JsonObject {
  const types = new Map(bonusTypes(schema).map((one) => [one.type, one.schema]));
  const bonuses = listOf(plan.bonuses).map((bonus) =>
    isObject(bonus) ? filled(bonus, types.get(typeof bonus.type === 'string' ? bonus.type : '') ?? {}, schema) : bonus,
  );
  return { ...filled(plan, schema, schema), ...('bonuses' in plan ? { bonuses } : {}) };
}

function filled(value: JsonObject, schema: JsonSchema, root: JsonSchema): JsonObject {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([key, reference]): [string, Json][] => {
    const one = resolved(reference, root);
    const own = value[key] ?? (one.default as Json | undefined);
    return own === undefined ? [] : [[key, filledValue(own, one, root)]];
  });
  // In the order of the schema, as it is saved; what the schema does not know stays.
  return { ...Object.fromEntries(entries), ...unknown(value, schema) };
}

function filledValue(value: Json, schema: JsonSchema, root: JsonSchema): Json {
  if (isObject(value) && schema.properties !== undefined) return filled(value, schema, root);
  const { items } = schema;
  if (!Array.isArray(value) || items === undefined) return value;
  return listOf(value).map((item) => filledValue(item, resolved(items, root), root));
}

function unknown(value: JsonObject, { properties = {} }: JsonSchema): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !(key in properties)));
}
