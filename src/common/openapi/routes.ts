import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AccessLevel } from '../access/index.js';
import { declaredRoutes } from '../access/declared-access.js';
import { FAILURE_SHAPE, type FailureShape } from '../errors/failure-shape.js';
import { BARE } from '../http/envelope.js';
import { ANSWER, FORM_FIELD, type Answer } from './api-answer.js';
import { FAILURES, type DocumentedFailure } from './api-failures.js';

/** Where `@ApiOperation` keeps what it is told. */
const API_OPERATION = 'swagger/apiOperation';

/** What a route's decorators say, for the document. */
export interface RouteFacts {
  access: AccessLevel;
  bare: boolean;
  answer: Answer | undefined;
  failures: readonly DocumentedFailure[];
  formField: string | undefined;
  failureShape: FailureShape | undefined;
}

/** The operation id of a route that names none. */
export function fallbackOperationId(controller: string, method: string): string {
  return `${controller}_${method}`;
}

/** What all routes' decorators say, by operation id. */
export function routeFacts(app: INestApplication): Map<string, RouteFacts> {
  const reflector = new Reflector();
  return new Map(
    declaredRoutes(app).map(({ controller, method, access, targets }) => {
      const read = <T>(key: string): T | undefined => reflector.getAllAndOverride<T | undefined>(key, targets);
      const { operationId } = read<{ operationId?: string }>(API_OPERATION) ?? {};
      return [
        operationId ?? fallbackOperationId(controller, method),
        {
          access: access as AccessLevel,
          bare: read<boolean>(BARE) ?? false,
          answer: read<Answer>(ANSWER),
          failures: read<DocumentedFailure[]>(FAILURES) ?? [],
          formField: read<string>(FORM_FIELD),
          failureShape: read<FailureShape>(FAILURE_SHAPE),
        },
      ];
    }),
  );
}
