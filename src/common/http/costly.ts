import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Metadata key of {@link Costly}. */
export const COSTLY = 'costly';

/**
 * Marks a route that keeps the database busy for long: of one user one such request is at work at a time, of one address a
 * few. Lists that are searched count as such by themselves.
 */
export function Costly(): CustomDecorator {
  return SetMetadata(COSTLY, true);
}
