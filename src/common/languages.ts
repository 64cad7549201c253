import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiHeaderOptions } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

/** Most languages of a header that are read. */
const MOST = 20;

/**
 * The languages that a client prefers, best first, by `Accept-Language` (RFC 9110, section 12.5.4); what is not understood
 * is left out. Each is followed by its shorter forms (RFC 4647, section 3.4): `de-AT`, then `de`.
 * @param header undefined or `*` for no preference
 */
export function preferredLanguages(header: string | undefined): string[] {
  const ranges = (header ?? '').split(',', MOST).flatMap((part) => {
    const [, range, quality = '1'] =
      /^\s*([a-z0-9-]+|\*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? [];
    return range === undefined || Number(quality) === 0
      ? []
      : [{ range: range.toLowerCase(), quality: Number(quality) }];
  });
  const sorted = ranges.toSorted((a, b) => b.quality - a.quality);
  const end = sorted.findIndex(({ range }) => range === '*');
  return (end < 0 ? sorted : sorted.slice(0, end)).flatMap(({ range }) => shorterForms(range));
}

/** `zh-hant-tw`, `zh-hant`, `zh`. */
function shorterForms(range: string): string[] {
  const parts = range.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

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
