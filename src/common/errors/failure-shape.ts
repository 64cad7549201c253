import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { preferredLanguages } from '../languages.js';
import { type AppError, describe, type FieldErrors, type FieldProblem } from './app-error.js';
import { chooseLanguage, isOfError, type Language, problemOf, type Problem, translated } from './problems.js';

/** The format of all errors. See docs/spec/service.md#2. */
export interface ErrorBody {
  status_code: number;
  type: string;
  code: string;
  message: string;
  errors: Record<string, (FieldProblem & Problem)[]>;
  data: AppError['data'];
  request_id: string;
}

/**
 * The body of an error, for programs and for people.
 * @param language of the messages; those that are not in the table stay as they are
 */
export function errorBody(error: AppError, requestId: string, language: Language = 'en'): ErrorBody {
  const { status, type, data } = error;
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, problems]) => [field, problems.map((one) => sent(error, one, language))]),
  );
  const message = messageIn(language, error, errors);
  return { status_code: status, type, code: codeOf(error, errors), message, errors, data, request_id: requestId };
}

function sent(error: AppError, { message, ...place }: FieldProblem, language: Language): FieldProblem & Problem {
  const { code, params } = problemOf(message) ?? { code: unknownCode(error), params: {} };
  return { message: textIn(language, message) ?? message, code, params, ...place };
}

/** The code of a message that is not in the table, such as an extension's. */
function unknownCode({ code }: AppError): string {
  return code === 'VALIDATION' || code === 'INVALID_INPUT' ? 'invalid' : code.toLowerCase();
}

/** That of the message, where it tells the error from others of its type; else the name of the error. */
function codeOf(error: AppError, problems: ErrorBody['errors']): string {
  const { code, message, errors } = error;
  if (code === 'VALIDATION') return 'validation';
  if (!listsProblems(error) && isOfError(message)) return problemOf(message)!.code;
  const [first, ...others] = Object.keys(errors).flatMap((field) =>
    errors[field]!.map((problem, at) => ({ message: problem.message, code: problems[field]![at]!.code })),
  );
  const isOne = first !== undefined && others.every((other) => other.code === first.code);
  return isOne && isOfError(first.message) ? first.code : code.toLowerCase();
}

function messageIn(language: Language, error: AppError, problems: FieldErrors): string {
  if (language !== 'en' && listsProblems(error)) return describe(problems);
  return textIn(language, error.message) ?? error.message;
}

/** Whether the message is not its own, but lists the problems of fields. */
function listsProblems({ message, errors }: AppError): boolean {
  return message === describe(errors);
}

function textIn(language: Language, message: string): string | undefined {
  return language === 'en' ? message : translated(message, language);
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, once it was: the code of the error, and the fields that have problems. */
    refusal?: { readonly code: string; readonly fields: readonly string[] };
  }
}

/** Keeps with a request why it is refused, for who logs it: neither values nor messages, which may have values in them. */
export function keepRefusal(failure: AppError, request: FastifyRequest): void {
  request.refusal = { code: errorBody(failure, request.id).code, fields: Object.keys(failure.errors) };
}

/** The error response to a request: in the format of docs/spec/commerce-api.md#7.2, or in that of its route. */
export function failureAnswer(failure: AppError, request: FastifyRequest): FailureAnswer {
  // Undefined if the URL could not be parsed.
  const shape = (request.routeOptions as typeof request.routeOptions | undefined)?.config?.failureShape;
  if (shape !== undefined) return shape.answer(failure);
  const language = chooseLanguage(preferredLanguages(request.headers['accept-language']));
  return {
    status: failure.status,
    headers: language === 'en' ? failure.headers : { ...failure.headers, 'content-language': language },
    body: errorBody(failure, request.id, language),
  };
}
