import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiHeaderOptions } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { preferredLanguages } from '../languages.js';

/** The languages that the client of a request prefers, as a controller parameter; see {@link preferredLanguages}. */
export const LanguagesParam = createParamDecorator((_: unknown, context: ExecutionContext): string[] =>
  preferredLanguages(context.switchToHttp().getRequest<FastifyRequest>().headers['accept-language']),
);

/** The header in the OpenAPI document. */
export const ACCEPT_LANGUAGE_HEADER: ApiHeaderOptions = {
  name: 'Accept-Language',
  required: false,
  description: 'the languages in which texts are wanted; without a translation they are in English',
  schema: { type: 'string', example: 'de-AT, de;q=0.9' },
};
