import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata key of {@link Costly}. */
export const COSTLY = 'costly';

/** Query parameters by which any list is searched. */
const SEARCHES = ['search', 'name'];

/**
 * Marks a route that keeps the database busy for long: of one user one such request is at work at a time, of one address a
 * few. Lists that are searched count as such by themselves.
 * @param parameters only requests with one of these query parameters; default: all requests
 */
export function Costly(...parameters: readonly string[]): CustomDecorator {
  return SetMetadata(COSTLY, parameters.length === 0 ? true : parameters);
}

/**
 * Whether a request keeps the database busy.
 * @param marked the metadata of {@link COSTLY}
 */
export function isCostly(marked: true | readonly string[] | undefined, method: string, query: object): boolean {
  if (marked === true) return true;
  const given = query as Record<string, unknown>;
  return method === 'GET' && [...SEARCHES, ...(marked ?? [])].some((name) => Boolean(given[name]));
}
