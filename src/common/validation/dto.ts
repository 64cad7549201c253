import type { ValidationError } from 'class-validator';
import { AppError, type FieldErrors, type FieldProblem } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { Validator } from './class-validator.js';
import type { InnerProblem, InnerValidator } from './constraint.js';
import { instanceOf, isPlainObject } from './instance.js';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { FormBody, fromForm } from './form-fields.js';
import { cleanJson } from './json.js';

/** What happened to a body or query: the DTO, and all that is wrong with it (empty when nothing is). */
export interface Validated<Dto> {
  dto: Dto;
  errors: FieldErrors;
}

const validator = new Validator();
/** A field has one problem, the first that holds; only of one that has none are the objects in it validated. */
const OPTIONS = { stopAtFirstError: true };

/**
 * Holds a plain value against a DTO class by class-validator; unknown fields are dropped before. Nothing is thrown, so that
 * a service can add what only the database knows and report everything at once (docs/spec/service.md#2).
 * @param dto the class-validator class
 * @param plain a parsed body or query; anything but an object fails as a whole, under `detail`
 */
export function validateDto<Dto extends object>(dto: new () => Dto, plain: unknown): Validated<Dto> {
  const errors: FieldErrors = {};
  if (!isPlainObject(plain)) {
    addProblem(errors, 'detail', 'the body must be a JSON object');
    return { dto: new dto(), errors };
  }
  const instance = instanceOf(dto, plain);
  for (const error of validator.validateSync(instance, OPTIONS)) collect(errors, '', error);
  return { dto: instance, errors };
}

/** Adds what class-validator found wrong with a field of the object at a path. */
function collect(errors: FieldErrors, parent: string, error: ValidationError): void {
  const { property, constraints = {}, contexts, children = [], target } = error;
  const isEntry = /^[0-9]+$/.test(property);
  const path = isEntry ? `${parent}[${property}]` : [parent, property].filter(Boolean).join('.');
  for (const [name, message] of Object.entries(constraints)) {
    const { validate } = (contexts?.[name] ?? {}) as { validate?: InnerValidator };
    addProblems(errors, path, validate?.(error.value, target!) ?? [{ at: '', message }]);
  }
  for (const child of children) collect(errors, path, child);
}

/** The DTO of a validated value, or the failure that lists everything wrong with it. */
export function accept<Dto>({ dto, errors }: Validated<Dto>, code: ErrorCode = 'VALIDATION'): Dto {
  if (!isFine(errors)) throw AppError.ofFields(code, errors);
  return dto;
}

/** Whether there are no problems. */
export function isFine(errors: FieldErrors): boolean {
  return Object.keys(errors).length === 0;
}

/** Whether nothing is wrong with the value at a path, such as `api_admin.email`, so that it can be looked up. */
export function isSound(errors: FieldErrors, path: string): boolean {
  const field = path.split('.')[0]!;
  const isElsewhere = ({ path: at = field }: FieldProblem): boolean => !path.startsWith(at) && !at.startsWith(path);
  return errors.detail === undefined && (errors[field] ?? []).every(isElsewhere);
}

/** A copy of problems to add to: a transaction that runs again must not add them twice. */
export function copyProblems(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, problems]) => [field, [...problems]]));
}

/** Adds one problem of a field, for rules that stand outside the DTO. */
export function addProblem(errors: FieldErrors, field: string, message: string, path?: string): void {
  const problem = path === undefined ? { message } : { message, path };
  if (Object.hasOwn(errors, field)) errors[field]!.push(problem);
  // An unknown field may be called as what every object has, such as `constructor` or `__proto__`.
  else Object.defineProperty(errors, field, { value: [problem], enumerable: true, configurable: true, writable: true });
}

/**
 * Adds problems inside a value, under the top-level field that it is or belongs to.
 * @param path of the value, such as `attributes` or `varients[2]`; '' for the body
 */
export function addProblems(errors: FieldErrors, path: string, problems: readonly InnerProblem[]): void {
  for (const { at, message } of problems) {
    const place = path === '' ? at.slice(1) : path + at;
    const [field] = /^[^.[]*/.exec(place)!;
    addProblem(errors, field || 'detail', message, place === field ? undefined : place);
  }
}

/**
 * Validates a body or a query without refusing it: the service adds what only the database knows, and everything is reported
 * at once, as the type of error that it decides.
 */
export class ValidatedPipe<Dto extends object> implements PipeTransform<unknown, Validated<Dto>> {
  constructor(private readonly dto: new () => Dto) {}

  transform(value: unknown, { type }: ArgumentMetadata): Validated<Dto> {
    return validateDto(this.dto, plainBody(this.dto, type === 'query' ? 'query' : 'body', value));
  }
}

const PRIMITIVES = new Set<unknown>([Object, String, Number, Boolean, Array, undefined]);

/**
 * Turns every body and query into its DTO, or refuses it with all that is wrong. Query strings know only texts, as forms
 * do, and are converted by the same rule. A parameter typed with anything but a DTO class passes as it is.
 */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || PRIMITIVES.has(metatype)) return value;
    return accept(validateDto(metatype as new () => object, plainBody(metatype as new () => object, type, value)));
  }
}

/** The plain JSON value of a body (none counts as an empty object) or of a query, whatever way it was sent. */
export function plainBody(dto: new () => object, type: 'body' | 'query', value: unknown): unknown {
  if (type === 'query') return cleanJson(fromForm(dto, value as Record<string, unknown>));
  if (value instanceof FormBody) return cleanJson(fromForm(dto, value.fields));
  return value ?? (value === null ? null : {});
}
