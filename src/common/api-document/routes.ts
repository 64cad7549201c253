import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, VERSION_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { SchemaObject } from '@nestjs/swagger';
import type { Demand } from '../access/index.js';
import { type DeclaredRoute, declaredRoutes } from '../access/access.decorator.js';
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
 * Generated clients have one method for each operation id, and each method and path has one route.
 * @throws ConfigError naming two routes that have the same
 */
export function assertUniqueRoutes(app: INestApplication): void {
  const known = new Map<string, string>();
  for (const route of declaredRoutes(app)) {
    const id = new Reflector().get<EndpointOptions | undefined>(ENDPOINT, route.targets[0])?.id;
    const name = `${route.controller}.${route.method}`;
    for (const claim of [...(id === undefined ? [] : [`the operation id ${id}`]), ...addressesOf(route)]) {
      if (known.has(claim)) throw new ConfigError(`two routes have ${claim}: ${known.get(claim)} and ${name}`);
      known.set(claim, name);
    }
  }
}

/** Such as `GET v1/commerce/orders/:id`; parameters have one name, as they are one to the router. */
function addressesOf({ targets }: DeclaredRoute): string[] {
  const [handler, controller] = targets;
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const version = new Reflector().getAllAndOverride<unknown>(VERSION_METADATA, targets);
  const paths = (of: object): string[] => [Reflect.getMetadata(PATH_METADATA, of) as string | string[]].flat();
  const versions = [version].flat().map((one) => (typeof one === 'string' ? `v${one}` : ''));
  return versions.flatMap((prefix) =>
    paths(controller).flatMap((base) =>
      paths(handler).map((path) => {
        const parts = [prefix, base, path].join('/').split('/');
        return `${method} ${parts.filter((part) => part !== '').join('/')}`.replace(/:\w+/g, ':id');
      }),
    ),
  );
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
