import type { INestApplication } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';
import { declaredDemand, type Demand } from './access.decorator.js';

/** A controller route and what it declares that callers need, if anything. */
export interface DeclaredRoute {
  controller: string;
  method: string;
  demand: Demand | undefined;
  /** Where metadata is read from: the method, then its class. */
  targets: [() => unknown, new (...args: never[]) => unknown];
}

/** All controller routes, including those of extensions. Also works in Nest's preview mode, without instances. */
export function declaredRoutes(app: INestApplication): DeclaredRoute[] {
  const scanner = new MetadataScanner();
  return [...app.get(ModulesContainer).values()]
    .flatMap((room) => [...room.controllers.values()])
    .flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function' || !instance) return [];
      const type = metatype as DeclaredRoute['targets'][1];
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return scanner
        .getAllMethodNames(prototype)
        .filter((name) => Reflect.hasMetadata(PATH_METADATA, prototype[name]!))
        .map((name) => ({
          controller: type.name,
          method: name,
          demand: declaredDemand(prototype[name]!, type),
          targets: [prototype[name]!, type] as DeclaredRoute['targets'],
        }));
    });
}

/**
 * Deny by default: a route without `@Access` fails the start, and so does an admin route without a permission.
 * @throws Error naming the route
 */
export function assertEveryRouteDeclaresAccess(app: INestApplication): void {
  for (const { controller, method, demand } of declaredRoutes(app)) {
    if (demand === undefined) throw new Error(`${controller}.${method} does not declare @Access(…)`);
    if (demand.level === 'admin' && demand.permission === undefined)
      throw new Error(`${controller}.${method} does not name the permission that it needs`);
  }
}

/** Adds to Fastify's `routeOptions.config` of a route; call it before routes are registered. */
export function addToRouteConfig({ targets: [handler] }: DeclaredRoute, more: FastifyContextConfig): void {
  const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as object | undefined;
  Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { ...config, ...more }, handler);
}
