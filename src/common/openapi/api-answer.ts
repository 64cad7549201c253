import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import { ApiBody, ApiExtraModels } from './decorators.js';
import { pathOf } from './schemas.js';

/** Metadata keys of what controllers say about their answers; the document is put together from them. */
export const ANSWER = 'openapi:answer';
export const FORM_FIELD = 'openapi:form-field';

/** Options of {@link ApiAnswer}. */
export interface AnswerOptions {
  description?: string;
  /** Of `data`, or of the whole body of a bare route. By default it is put together from the schema's own examples. */
  example?: unknown;
  /** The answer is an array of the view. */
  isArray?: boolean;
  /** The answer is a page (section 2.8 of the specification) of the view. */
  paged?: boolean;
  /** Of a bare route whose answer is not JSON. */
  mediaType?: string;
}

/** What a route answers on success. */
export interface Answer extends AnswerOptions {
  view: Type | SchemaObject | null;
}

/**
 * Documents the success answer of a route: always 200, in the envelope of section 4 unless the route is `@Bare()`.
 * @param view the class of `data` with `@ApiProperty({ example })` on its fields, or a schema; null for an empty object
 */
export function ApiAnswer(view: Type | SchemaObject | null, options: AnswerOptions = {}): MethodDecorator {
  return applyDecorators(
    SetMetadata(ANSWER, { view, ...options } satisfies Answer),
    ...(typeof view === 'function' ? [ApiExtraModels(view)] : []),
  );
}

interface ListBodyOptions {
  formField: string;
  maxItems: number;
  example?: unknown[];
}

/**
 * Documents a body that is a list.
 * @param options.example one that stands instead of a list of one item
 * @param options.formField the field of a form that carries the list as JSON text
 */
export function ApiListBody(item: Type, options: ListBodyOptions): MethodDecorator {
  const { formField, ...limits } = options;
  return applyDecorators(
    SetMetadata(FORM_FIELD, formField),
    ApiExtraModels(item),
    ApiBody({ schema: { type: 'array', ...limits, items: { $ref: pathOf(item) } } }),
  );
}
