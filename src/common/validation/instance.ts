import { fieldsOf } from './class-validator.js';
import { valueOf } from './form-fields.js';

type Plain = Readonly<Record<string, unknown>>;

/** What instances were made of that has more keys than they. */
const sent = new WeakMap<object, Plain>();

/** Whether a value is a JSON object. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An instance of a DTO class with those keys of a plain object that are its fields, in the order in which they came: links
 * to other pages repeat it. So are the objects in it whose class `@Type` says. class-transformer itself would take all
 * keys, in quadratic time, and call what a client sends as `constructor`.
 */
export function instanceOf<Dto extends object>(dto: new () => Dto, plain: Plain): Dto {
  const instance = new dto();
  const values = instance as Record<string, unknown>;
  const fields = fieldsOf(dto);
  for (const name of Object.keys(plain)) {
    const type = fields.get(name);
    if (type !== undefined) values[name] = instancesOf(type, plain[name]);
    else if (fields.has(name)) values[name] = valueOf(dto, plain, name);
    else sent.set(instance, plain);
  }
  return instance;
}

function instancesOf(dto: new () => object, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => instancesOf(dto, entry));
  return isPlainObject(value) ? instanceOf(dto, value) : value;
}

/** The keys that were sent for a DTO, or for one inside it, with those that its class does not have. */
export function asSent(dto: object): Plain {
  return sent.get(dto) ?? (dto as Plain);
}
