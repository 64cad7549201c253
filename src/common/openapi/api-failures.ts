import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { ErrorCode } from '../errors/error-codes.js';

/** Metadata key of {@link ApiFailures}. */
export const FAILURES = 'openapi:failures';

/** A failure with the field and the message that its example shows. */
interface FailureExample {
  code: ErrorCode;
  /** Without one the message stands under `detail`. */
  field?: string;
  message: string;
}

/** A failure of a route: a code alone shows that code's general example. */
export type DocumentedFailure = ErrorCode | FailureExample;

/**
 * Documents a route's own failures. Those that it shares with others - of its access level, of bodies and queries, of
 * `Idempotency-Key`, and 500 and 503 - are added when the document is built.
 * @example `@ApiFailures('REQUEST_REFUSED', { code: 'INVALID_INPUT', field: 'bundle_id', message: 'bundle does not exist' })`
 */
export function ApiFailures(...failures: DocumentedFailure[]): CustomDecorator {
  return SetMetadata(FAILURES, failures);
}
