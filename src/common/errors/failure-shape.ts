import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { AppError } from './app-error.js';

/** The format of all errors. See docs/spec/service.md#2. */
export interface ErrorBody {
  status_code: number;
  type: string;
  message: string;
  errors: AppError['errors'];
  data: AppError['data'];
  request_id: string;
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { status, type, message, errors, data } = error;
  return { status_code: status, type, message, errors, data, request_id: requestId };
}

/** Metadata key of {@link FailuresAs}. */
export const FAILURE_SHAPE = 'failure-shape';

/** An error response. */
export interface FailureAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: object;
}

/** The error format of a route that implements another protocol. */
export interface FailureShape {
  /** The class of the body, for the OpenAPI document. */
  view: Type;
  answer(failure: AppError): FailureAnswer;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    failureShape?: FailureShape;
  }
}

/** Gives all errors of a route their own format, also those thrown before its handler runs. */
export function FailuresAs(shape: FailureShape): MethodDecorator {
  return applyDecorators(SetMetadata(FAILURE_SHAPE, shape), RouteConfig({ failureShape: shape }));
}

/** The error response to a request: in the format of docs/spec/commerce-api.md#7.2, or in that of its route. */
export function failureAnswer(failure: AppError, request: FastifyRequest): FailureAnswer {
  // Undefined if the URL could not be parsed.
  const shape = (request.routeOptions as typeof request.routeOptions | undefined)?.config?.failureShape;
  if (shape !== undefined) return shape.answer(failure);
  return { status: failure.status, headers: failure.headers, body: errorBody(failure, request.id) };
}
