import type { INestApplication } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS } from './access.decorator.js';

/** A route of a controller: its class, its method, and the access that it declares, if any. */
export interface DeclaredRoute {
  controller: string;
  method: string;
  access: string | undefined;
}

/** All routes of all controllers, extensions' too. */
export function declaredRoutes(app: INestApplication): DeclaredRoute[] {
  const reflector = app.get(Reflector);
  const scanner = app.get(MetadataScanner);
  return app
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function' || !instance) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return scanner
        .getAllMethodNames(prototype)
        .filter((name) => Reflect.hasMetadata(PATH_METADATA, prototype[name]!))
        .map((name) => ({
          controller: metatype.name,
          method: name,
          access: reflector.getAllAndOverride<string | undefined>(ACCESS, [prototype[name]!, metatype]),
        }));
    });
}

/**
 * Deny by default: a route that does not say who may call it fails the start.
 * @throws Error naming the route
 */
export function assertEveryRouteDeclaresAccess(app: INestApplication): void {
  const open = declaredRoutes(app).find(({ access }) => access === undefined);
  if (open !== undefined) throw new Error(`${open.controller}.${open.method} does not declare @Access(…)`);
}
