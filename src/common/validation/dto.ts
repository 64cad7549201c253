import { plainToInstance } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { AppError, type FieldErrors } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { Validator } from './class-validator.js';
import { fieldsOf, type FieldRule } from './field-rules.js';
import { isPlainObject } from './fields.js';

/** What became of a body or query: the DTO, and all that is wrong with it (empty when nothing is). */
export interface Judged<Dto> {
  dto: Dto;
  errors: FieldErrors;
}

/** class-validator's own complaint about a nested value that is no object; the field's rule says it better. */
const NESTED = 'nestedValidation';

const validator = new Validator();
const OPTIONS = { whitelist: true, validationError: { target: false, value: false } };

/** Where an object stands in a body: below which field, and the way to it. */
interface Place {
  field: string;
  path: string;
}

/**
 * Holds a plain value against a DTO class. Unknown fields are dropped. Nothing is thrown, so that a service can add what
 * only the database knows and report everything at once (section 2 of the decisions).
 * @param dto the class-validator class
 * @param plain a parsed body or query; anything but an object fails as a whole, under `detail`
 */
export function judgeDto<Dto extends object>(dto: new () => Dto, plain: unknown): Judged<Dto> {
  if (!isPlainObject(plain)) {
    return { dto: new dto(), errors: { detail: [{ message: 'the body must be a JSON object' }] } };
  }
  const errors: FieldErrors = {};
  const fields = fieldsOf(dto);
  if (fields === undefined) return judgeByLibrary(dto, plain);
  return { dto: readObject(dto, fields, plain, errors), errors };
}

/**
 * The same by class-transformer and class-validator, for classes with other rules than those of `fields.ts`: ten times as
 * dear.
 */
export function judgeByLibrary<Dto extends object>(dto: new () => Dto, plain: object): Judged<Dto> {
  const instance = plainToInstance(dto, withoutConstructors(plain) as object);
  const errors: FieldErrors = {};
  for (const error of validator.validateSync(instance, OPTIONS)) {
    collect(errors, error.property, error.property, error);
  }
  return { dto: instance, errors };
}

/**
 * A copy without any key `constructor`: class-transformer would call what stands there. No field has that name; rules
 * that look at all keys look at the plain value.
 */
function withoutConstructors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConstructors);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'constructor');
  return Object.fromEntries(entries.map(([key, entry]) => [key, withoutConstructors(entry)]));
}

function collect(errors: FieldErrors, field: string, path: string, error: ValidationError): void {
  for (const [name, message] of Object.entries(error.constraints ?? {})) {
    if (name !== NESTED) addProblem(errors, field, message, path === field ? undefined : path);
  }
  for (const child of error.children ?? []) {
    const isIndex = /^[0-9]+$/.test(child.property);
    collect(errors, field, isIndex ? `${path}[${child.property}]` : `${path}.${child.property}`, child);
  }
}

/** The DTO of a judged value, or the failure that lists everything wrong with it. */
export function accept<Dto>({ dto, errors }: Judged<Dto>, code: ErrorCode = 'VALIDATION'): Dto {
  if (Object.keys(errors).length > 0) throw AppError.ofFields(code, errors);
  return dto;
}

/** Adds one problem of a field, for rules that stand outside the DTO. */
export function addProblem(errors: FieldErrors, field: string, message: string, path?: string): void {
  (errors[field] ??= []).push(path === undefined ? { message } : { message, path });
}

/** Takes the fields of a class from a plain object, and adds what is wrong with them; others are dropped. */
function readObject<Dto extends object>(
  dto: new () => Dto,
  fields: readonly FieldRule[],
  plain: Record<string, unknown>,
  errors: FieldErrors,
  place?: Place,
): Dto {
  const instance = new dto();
  const values = instance as Record<string, unknown>;
  const sent = new Map<string, unknown>();
  for (const { name, judge, type, isList = false } of fields) {
    const isSent = Object.hasOwn(plain, name);
    const value = isSent ? plain[name] : values[name];
    const problem = judge(value);
    if (problem !== undefined) addProblem(errors, place?.field ?? name, problem, place && `${place.path}.${name}`);
    if (isSent)
      sent.set(name, type === undefined ? value : readInner(type(), value, isList, errors, inside(name, place)));
  }
  // In the order in which they came: links to other pages repeat it.
  for (const name of Object.keys(plain)) if (sent.has(name)) values[name] = sent.get(name);
  return instance;
}

/** An object, or those in a list. What has another shape has the one problem that its field's rule has told. */
function readInner(
  dto: new () => object,
  value: unknown,
  isList: boolean,
  errors: FieldErrors,
  { field, path }: Place,
): unknown {
  const read = (entry: unknown, at: string): unknown =>
    isPlainObject(entry) ? readObject(dto, fieldsOf(dto) ?? [], entry, errors, { field, path: at }) : entry;
  if (!isList) return read(value, path);
  return Array.isArray(value) ? value.map((entry, index) => read(entry, `${path}[${index}]`)) : value;
}

function inside(name: string, place: Place | undefined): Place {
  return place === undefined ? { field: name, path: name } : { field: place.field, path: `${place.path}.${name}` };
}
