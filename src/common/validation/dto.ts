import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { AppError, type FieldErrors } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { isPlainObject } from './fields.js';

/** What became of a body or query: the DTO, and all that is wrong with it (empty when nothing is). */
export interface Judged<Dto> {
  dto: Dto;
  errors: FieldErrors;
}

/** class-validator's own complaint about a nested value that is no object; the field's rule says it better. */
const NESTED = 'nestedValidation';

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
  const instance = plainToInstance(dto, withoutConstructors(plain) as object);
  const errors: FieldErrors = {};
  for (const error of validateSync(instance, { whitelist: true, validationError: { target: false, value: false } })) {
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

/** The DTO of a judged value, or the failure that lists everything wrong with it. */
export function accept<Dto>({ dto, errors }: Judged<Dto>, code: ErrorCode = 'VALIDATION'): Dto {
  if (Object.keys(errors).length > 0) throw AppError.ofFields(code, errors);
  return dto;
}

/** Adds one problem of a field, for rules that stand outside the DTO. */
export function addProblem(errors: FieldErrors, field: string, message: string, path?: string): void {
  (errors[field] ??= []).push(path === undefined ? { message } : { message, path });
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
