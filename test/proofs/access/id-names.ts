import type { Contract } from '#test/support/contract.js';
import { KNOWN_BY_NAME, NO_IDS } from '../support/calls/ids.js';

/** What the proof reads of a schema. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

interface Parameter {
  in: string;
  name: string;
  schema: Schema;
}

/** Something that a client names in a request: `body:order_id` of an operation. */
export interface Named {
  operationId: string;
  /** Where it stands and what it is called; of a nested field the last name. */
  place: string;
}

type Document = Pick<Contract, 'operations' | 'at' | 'follow'>;

/** All ids that any operation takes, each with its operation. */
export function idsOf(document: Document): Named[] {
  return namesOf(document).filter(
    ({ place, operationId }) =>
      !NO_IDS.includes(place) || (place === 'body:name' && KNOWN_BY_NAME.includes(operationId)),
  );
}

/** What is said to be no id, though no operation has it any more. */
export function staleNames(document: Document): string[] {
  const known = new Set(namesOf(document).map(({ place }) => place));
  return NO_IDS.filter((place) => !known.has(place)).map((place) => `${place} is no id, and no name of anything`);
}

function namesOf(document: Document): Named[] {
  return document.operations.flatMap(({ path, method, operation }) => {
    const places = new Set<string>();
    for (const index of (operation.parameters ?? []).keys()) {
      const at = document.follow(['paths', path, method, 'parameters', String(index)]);
      const { in: where, name, schema } = document.at(at) as unknown as Parameter;
      if (mayBeId(document, schema)) places.add(`${where}:${name}`);
    }
    const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, { schema: Schema }> };
    for (const { schema } of Object.values(content))
      for (const name of fieldsOf(document, schema)) places.add(`body:${name}`);
    return [...places].map((place) => ({ operationId: operation.operationId!, place }));
  });
}

/** The names of fields, nested ones too, whose type lets them be ids. */
function fieldsOf(document: Document, schema: Schema, within: readonly string[] = []): string[] {
  // A schema that refers to itself has no further fields there.
  if (schema.$ref !== undefined && within.includes(schema.$ref)) return [];
  const refs = schema.$ref === undefined ? within : [...within, schema.$ref];
  const { properties = {}, items, ...whole } = resolve(document, schema);
  const parts = [...(items === undefined ? [] : [items]), ...partsOf(whole)];
  return [
    ...Object.keys(properties).filter((name) => mayBeId(document, properties[name]!)),
    ...[...Object.values(properties), ...parts].flatMap((part) => fieldsOf(document, part, refs)),
  ];
}

/** Whether something can hold an id: a text or a whole number, or a list of them, but no choice, instant or object. */
function mayBeId(document: Document, schema: Schema): boolean {
  const whole = resolve(document, schema);
  const parts = partsOf(whole);
  if (parts.length > 0) return parts.some((part) => mayBeId(document, part));
  const types = [whole.type ?? 'string'].flat();
  if (types.includes('array')) return mayBeId(document, whole.items ?? {});
  if (whole.enum !== undefined || whole.format === 'date-time' || whole.properties !== undefined) return false;
  return types.some((type) => type === 'string' || type === 'integer');
}

function partsOf({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...allOf, ...anyOf, ...oneOf];
}

function resolve(document: Document, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : document.at(schema.$ref.slice(2).split('/'));
}
