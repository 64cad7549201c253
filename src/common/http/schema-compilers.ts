import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** What Fastify's own packages are found from. */
const require = createRequire(createRequire(import.meta.url).resolve('fastify'));

/**
 * Fastify's compilers of JSON Schemas, loaded for the first route that has one: 125 files, and the service's own routes have
 * DTOs instead.
 */
export const SCHEMA_COMPILERS: Required<Factories> = {
  buildValidator: lazily('@fastify/ajv-compiler'),
  buildSerializer: lazily('@fastify/fast-json-stringify-compiler'),
};

function lazily<Factory extends (...options: never[]) => unknown>(library: string): Factory {
  return ((...options) => (require(library) as () => Factory)()(...options)) as Factory;
}
