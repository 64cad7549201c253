import fc from 'fast-check';

/** What of a JSON Schema the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly Value[];
  const?: Value;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  pattern?: string;
  format?: string;
  examples?: readonly Value[];
}

/** Which slot stands where a name is; undefined for none. */
type SlotOf = (name: string) => string | undefined;

/** Longest text and list that are drawn at random; a schema's own bounds are drawn besides. */
const LONG = 24;
const MANY = 4;

const LANGUAGES = ['de', 'fr', 'pt-BR', 'zh-Hant'];
const EMAILS = ['a@example.com', 'ä@example.com', 'a+b@sub.example.com', '"a b"@example.com', 'a@localhost'];
const URLS = [
  'https://shop.example.com/hooks',
  'http://127.0.0.1:1/',
  'https://[2001:db8::1]/?a=b#c',
  'ftp://example.com/',
  'https://user:pw@example.com',
  'https://münchen.example.com/ä',
];
const INSTANTS = [
  '2026-11-21T08:30:00Z',
  '2026-02-28T23:59:59.999999+14:00',
  '1970-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
];

/** Draws values that the schemas of an OpenAPI document allow. */
export class SchemaValues {
  /** @param schemas those that references of the document lead to, by name */
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** The references that are being drawn, one within the other. */
  private readonly drawing: string[] = [];

  /**
   * Values of a schema.
   * @param name of the property or parameter that it belongs to
   */
  of(schema: Schema, slotOf: SlotOf, name = ''): fc.Arbitrary<Value> {
    const slot = slotOf(name);
    if (slot === undefined) return this.plain(schema, slotOf);
    return fc.oneof({ weight: 9, arbitrary: fc.constant(new Slot(slot)) }, this.plain(schema, slotOf));
  }

  /** The schema that a reference leads to, with what stands beside it. */
  resolve(schema: Schema): Schema {
    if (schema.$ref !== undefined) {
      const found = this.schemas[schema.$ref.split('/').at(-1)!];
      if (found === undefined) throw new Error(`the document has no ${schema.$ref}`);
      return this.resolve(found);
    }
    return (schema.allOf ?? []).reduceRight<Schema>((whole, part) => ({ ...this.resolve(part), ...whole }), schema);
  }

  private plain(given: Schema, slotOf: SlotOf): fc.Arbitrary<Value> {
    // A schema that refers to itself ends where it would be drawn within itself again.
    if (given.$ref === undefined) return this.drawn(given, slotOf);
    if (this.drawing.filter((ref) => ref === given.$ref).length > 1) return fc.constant({});
    this.drawing.push(given.$ref);
    const drawn = this.drawn(given, slotOf);
    this.drawing.pop();
    return drawn;
  }

  private drawn(given: Schema, slotOf: SlotOf): fc.Arbitrary<Value> {
    const schema = this.resolve(given);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((one) => this.plain(one, slotOf)));
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    const types = [schema.type ?? 'string'].flat();
    const drawn = types.map((type) => ({
      weight: type === 'null' ? 1 : 4,
      arbitrary: this.typed(type, schema, slotOf),
    }));
    const { examples = [] } = schema;
    // An object's example would hide the slots of its fields.
    if (examples.length > 0 && schema.type !== 'object') {
      drawn.push({ weight: 6, arbitrary: fc.constantFrom(...examples) });
    }
    return fc.oneof(...drawn);
  }

  private typed(type: string, schema: Schema, slotOf: SlotOf): fc.Arbitrary<Value> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return wholeNumbers(schema);
      case 'number':
        return decimals(schema);
      case 'array':
        return this.lists(schema, slotOf);
      case 'object':
        return this.objects(schema, slotOf);
      default:
        return texts(schema);
    }
  }

  private lists({ items = {}, minItems = 0, maxItems = MANY }: Schema, slotOf: SlotOf): fc.Arbitrary<Value> {
    return fc.array(this.of(items, slotOf), { minLength: minItems, maxLength: Math.min(maxItems, minItems + MANY) });
  }

  private objects(schema: Schema, slotOf: SlotOf): fc.Arbitrary<Value> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, this.of(field, slotOf, name)]),
    );
    const declared = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
    if (typeof additionalProperties !== 'object') return declared;
    const others = fc.dictionary(fc.constantFrom(...LANGUAGES), this.of(additionalProperties, slotOf), { maxKeys: 2 });
    return fc.tuple(others, declared).map(([more, own]) => ({ ...more, ...own }));
  }
}

/** A documented example in which slots stand where the service has to know the value. */
export function withSlots(example: Value, slotOf: SlotOf): Value {
  if (Array.isArray(example)) return example.map((entry) => withSlots(entry, slotOf));
  if (!isFields(example)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const slot = slotOf(name);
      return [name, slot === undefined ? withSlots(value, slotOf) : new Slot(slot)];
    }),
  );
}

const textsByLength = new Map<string, fc.Arbitrary<Value>>();

/** Texts of which those are drawn that a pattern allows. */
const WORDS = ['silver', 'Gold 2', 'a.b-c_d', '★ Präsident'];

function texts({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<Value> {
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    return fc.constantFrom(...[...WORDS, 'x'.repeat(maxLength)].filter((word) => expression.test(word)));
  }
  if (format === 'email') return fc.constantFrom(...EMAILS);
  if (format === 'uri') return fc.constantFrom(...URLS);
  if (format === 'date-time') return fc.constantFrom(...INSTANTS);
  if (format === 'uuid') return fc.uuid();
  // To make them again for each property takes seconds.
  const known = `${minLength} ${maxLength}`;
  const made = textsByLength.get(known) ?? textsOf(minLength, maxLength);
  textsByLength.set(known, made);
  return made;
}

function textsOf(minLength: number, maxLength: number): fc.Arbitrary<Value> {
  const short = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONG)) };
  const longest = ['x', 'ä', '\u{1f375}'].map((letter) => letter.repeat(maxLength));
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...short, unit: 'grapheme-ascii' }) },
    {
      weight: 3,
      arbitrary: fc.string({ ...short, unit: 'grapheme' }).map((text) => [...text].slice(0, maxLength).join('')),
    },
    { weight: 1, arbitrary: fc.string({ ...short, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom(...longest) },
  );
}

function wholeNumbers({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

/** Decimals with up to four places; a few have more. */
function decimals(schema: Schema): fc.Arbitrary<Value> {
  const { exclusiveMinimum = -0.0001, exclusiveMaximum = 1e10 } = schema;
  const { minimum = exclusiveMinimum + 0.0001, maximum = exclusiveMaximum - 0.0001 } = schema;
  const small = fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom(1, 10, 100, 10_000, 1_000_000));
  return fc.oneof(
    { weight: 6, arbitrary: small.map(([digits, divisor]) => Math.min(maximum, minimum + digits / divisor)) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

/** JSON text that is written as it stands: numbers that JavaScript cannot hold, keys that come twice, depth. */
export class Raw {
  constructor(readonly text: string) {}
}

/** A place for something that only the service knows, such as the id of an order; filled when a request is sent. */
class Slot {
  constructor(readonly name: string) {}
}

/** A JSON value as it is drawn. */
export type Value = null | boolean | number | string | Raw | Slot | Value[] | { [key: string]: Value };

/** Whether a value has fields. */
export function isFields(value: Value | undefined): value is { [key: string]: Value } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Raw) &&
    !(value instanceof Slot)
  );
}

/** The JSON text of a value whose slots are filled. */
export function writeJson(value: Value): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (!isFields(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${writeJson(field)}`);
  return `{${entries.join(',')}}`;
}

/** The text that stands for a value where there is only text: in a path, a query, a header, a form. */
export function writeText(value: Value): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/** A value in which each slot is filled. */
export function fillSlots(value: Value, fill: (name: string) => Value): Value {
  if (value instanceof Slot) return fill(value.name);
  if (Array.isArray(value)) return value.map((entry) => fillSlots(entry, fill));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fillSlots(field, fill)]));
}

/** How many values there are in a value, itself among them. */
export function countValues(value: Value): number {
  const parts = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
  return parts.reduce<number>((count, part) => count + countValues(part), 1);
}

/** Puts something else in the place of the value at a position, counted as {@link countValues} does. */
export function replaceValue(value: Value, position: number, change: (old: Value) => Value): Value {
  if (position === 0) return change(value);
  let left = position - 1;
  const within = (part: Value): Value => {
    const count = countValues(part);
    const at = left;
    left -= count;
    return at >= 0 && at < count ? replaceValue(part, at, change) : part;
  };
  if (Array.isArray(value)) return value.map(within);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)]));
}
