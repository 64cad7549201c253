import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { FormBody, fromForm } from './form-fields.js';
import { cleanJson } from './json.js';
import { accept, validateDto, type Validated } from './dto.js';

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
