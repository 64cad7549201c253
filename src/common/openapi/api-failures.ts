import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import type { ErrorCode } from '../errors/error-codes.js';
import { ApiExtraModels } from './decorators.js';

/** Metadata key of {@link ApiFailures}. */
export const FAILURES = 'openapi:failures';

/** A failure with the field and the message that its example shows. */
interface FailureExample {
  code: ErrorCode;
  /** Without one the message stands under `detail`. */
  field?: string;
  message: string;
  /** The class of its `data`, which is empty by default. */
  data?: Type;
}

/** A failure of a route: a code alone shows that code's general example. */
export type DocumentedFailure = ErrorCode | FailureExample;

/**
 * Documents a route's own failures. Those that it shares with others - of its access level, of bodies and queries, of
 * `Idempotency-Key`, and 500 and 503 - are added when the document is built.
 * @example `@ApiFailures('REQUEST_REFUSED', { code: 'INVALID_INPUT', field: 'bundle_id', message: 'bundle does not exist' })`
 */
export function ApiFailures(...failures: DocumentedFailure[]): MethodDecorator & ClassDecorator {
  const data = failures.flatMap((failure) => (typeof failure === 'object' && failure.data ? [failure.data] : []));
  return applyDecorators(SetMetadata(FAILURES, failures), ...(data.length > 0 ? [ApiExtraModels(...data)] : []));
}
