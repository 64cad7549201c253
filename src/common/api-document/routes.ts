import type { INestApplication, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { SchemaObject } from '@nestjs/swagger';
import type { Demand } from '../access/index.js';
import { declaredRoutes } from '../access/access.decorator.js';
import { ConfigError } from '../config/config-error.js';
import { FAILURE_SHAPE, type FailureShape } from '../errors/failure-shape.js';
import { ENDPOINT, type EndpointOptions } from '../http/endpoint.js';
import { BARE } from '../http/envelope.js';

/** The metadata key of `@ApiOperation`. */
const API_OPERATION = 'swagger/apiOperation';

/** The metadata of a route for the document. */
export interface RouteFacts {
  demand: Demand;
  bare: boolean;
  /** Undefined for a route of an extension with Nest's own decorators. */
  endpoint: EndpointOptions | undefined;
  failureShape: FailureShape | undefined;
}

/** The default operation id. */
export function fallbackOperationId(controller: string, method: string): string {
  return `${controller}_${method}`;
}

/**
 * Generated clients have one method for each operation id.
 * @throws ConfigError naming two routes that have the same
 */
export function assertUniqueOperations(app: INestApplication): void {
  const known = new Map<string, string>();
  for (const { controller, method, targets } of declaredRoutes(app)) {
    const id = new Reflector().get<EndpointOptions | undefined>(ENDPOINT, targets[0])?.id;
    if (id === undefined) continue;
    const name = `${controller}.${method}`;
    if (known.has(id)) throw new ConfigError(`two routes have the operation id ${id}: ${known.get(id)} and ${name}`);
    known.set(id, name);
  }
}

/** The metadata of all routes, by operation id. */
export function routeFacts(app: INestApplication): Map<string, RouteFacts> {
  const reflector = new Reflector();
  return new Map(
    declaredRoutes(app).map(({ controller, method, demand, targets }) => {
      const read = <T>(key: string): T | undefined => reflector.getAllAndOverride<T | undefined>(key, targets);
      const { operationId } = read<{ operationId?: string }>(API_OPERATION) ?? {};
      return [
        operationId ?? fallbackOperationId(controller, method),
        {
          demand: demand!,
          bare: read<boolean>(BARE) ?? false,
          endpoint: read<EndpointOptions>(ENDPOINT),
          failureShape: read<FailureShape>(FAILURE_SHAPE),
        },
      ];
    }),
  );
}

/** Schemas that no class stands for, of the documents that are sent to a route. */
export function componentsOf({ endpoint }: RouteFacts): Record<string, SchemaObject> {
  const { body } = endpoint ?? {};
  return typeof body === 'object' && 'component' in body ? body.components() : {};
}

/** The classes of responses and of items in list bodies; `@nestjs/swagger` only finds those of parameters. */
export function modelsOf({ endpoint, failureShape }: RouteFacts): Type[] {
  const { answer, sums, body, failures = [] } = endpoint ?? {};
  const carried = failures.map((failure) => (typeof failure === 'string' ? undefined : failure.data));
  const item = typeof body === 'object' && 'list' in body && body.list !== undefined ? body.type : undefined;
  return [answer, sums, item, failureShape?.view, ...carried].filter((one): one is Type => typeof one === 'function');
}
