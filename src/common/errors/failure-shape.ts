import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { ApiExtraModels } from '../openapi/decorators.js';
import type { AppError } from './app-error.js';
import { errorBody } from './error-body.js';

/** Metadata key of {@link FailuresAs}. */
export const FAILURE_SHAPE = 'failure-shape';

/** What a client is answered on a failure. */
export interface FailureAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: object;
}

/** How a route that speaks another protocol tells its failures. */
export interface FailureShape {
  /** The class of the body, for the document. */
  view: Type;
  answer(failure: AppError): FailureAnswer;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    failureShape?: FailureShape;
  }
}

/** Tells every failure of a route in a shape of its own, also those that come before its handler. */
export function FailuresAs(shape: FailureShape): MethodDecorator {
  return applyDecorators(
    SetMetadata(FAILURE_SHAPE, shape),
    RouteConfig({ failureShape: shape }),
    ApiExtraModels(shape.view),
  );
}

/** What a request is answered on a failure: in the one shape of section 7.2, or in that of its route. */
export function failureAnswer(failure: AppError, request: FastifyRequest): FailureAnswer {
  // No route was looked for where the address could not be read.
  const shape = (request.routeOptions as typeof request.routeOptions | undefined)?.config?.failureShape;
  if (shape !== undefined) return shape.answer(failure);
  return { status: failure.status, headers: failure.headers, body: errorBody(failure, request.id) };
}
