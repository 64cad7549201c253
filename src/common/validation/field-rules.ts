import { hasForeignRules } from './class-validator.js';

/** Says what is wrong with a value, or undefined when nothing is. */
export type Judge = (value: unknown) => string | undefined;

/** A field of a DTO: its rule, and the class of the object, or of those in the list, that it holds. */
export interface FieldRule {
  readonly name: string;
  readonly judge: Judge;
  readonly type?: () => new () => object;
  /** It holds a list of them. */
  readonly isList?: boolean;
}

const OWN = Symbol('field-rules');
const found = new WeakMap<object, readonly FieldRule[] | undefined>();

/** Records the rule of the decorated field. */
export function fieldRule(judge: Judge, type?: FieldRule['type'], isList = false): PropertyDecorator {
  return (prototype, name) => {
    const owner = prototype as { [OWN]?: FieldRule[] };
    if (!Object.hasOwn(owner, OWN)) owner[OWN] = [];
    owner[OWN]!.push({ name: name as string, judge, ...(type === undefined ? {} : { type, isList }) });
  };
}

/**
 * The fields of a DTO class: its own in their order, then those of the classes that it extends. Undefined for a class that
 * has other rules as well, or holds one that has.
 */
export function fieldsOf(dto: new () => object): readonly FieldRule[] | undefined {
  if (!found.has(dto)) {
    const fields = gather(dto);
    found.set(dto, fields);
    const inner = new Set(fields.filter(({ type }) => type !== undefined).map(({ name }) => name));
    const isForeign = fields.length === 0 || hasForeignRules(dto, inner);
    if (isForeign || fields.some(({ type }) => type && fieldsOf(type()) === undefined)) found.set(dto, undefined);
  }
  return found.get(dto);
}

function gather(dto: new () => object): FieldRule[] {
  const fields = new Map<string, FieldRule>();
  for (let at = dto.prototype as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    if (!Object.hasOwn(at, OWN)) continue;
    for (const field of (at as { [OWN]: FieldRule[] })[OWN]) if (!fields.has(field.name)) fields.set(field.name, field);
  }
  return [...fields.values()];
}
