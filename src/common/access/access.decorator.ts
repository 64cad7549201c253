import {
  applyDecorators,
  type CustomDecorator,
  type ExecutionContext,
  type INestApplication,
  RequestMethod,
  SetMetadata,
} from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { ConfigError } from '../config/config-error.js';
import { allPermissions, type Permission } from './roles.js';
import type { NeededScope } from './scopes.js';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';

/**
 * Who may call a route:
 * - `public`: anyone, without an application key;
 * - `application`: a valid application key;
 * - `visitor`: an application key, and the access token of any user unless the application's catalogue is public;
 * - `user`: an application key and the access token of any user;
 * - `api_admin`: an application key and the access token of an API admin;
 * - `admin`: a session of the admin module, without an application key, whose user has the route's permission.
 */
export type AccessLevel = 'public' | 'application' | 'visitor' | 'user' | 'api_admin' | 'admin';

/** The permission that an admin route needs; for a controller one for `GET` and one for everything else. */
export type NeededPermission = Permission | { readonly read: Permission; readonly write?: Permission };

/** What a route asks of those who call it. */
export interface Demand {
  level: AccessLevel;
  /** Of an admin route. */
  permission?: Permission | undefined;
  /** A second factor, or without one the password, must have been given within the last minutes. */
  isConfirmed?: true;
  /** Of tokens that have scopes; without it they are refused. */
  scope?: NeededScope | undefined;
}

type Target = Parameters<Reflector['getAllAndOverride']>[1][number];

/** Metadata key of {@link Access}. */
const ACCESS = 'access';

/** Metadata key of the permission in {@link Access}. */
const PERMISSION = 'permission';

/** Metadata key of {@link Scoped}. */
const SCOPE = 'scope';

/** Metadata key of {@link Confirmed}. */
const CONFIRMED = 'confirmed';

/** Metadata key of {@link TakesInactive}. */
export const TAKES_INACTIVE = 'takes-inactive';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Undefined if several classes share the handler and demand something different. */
    demand?: Demand | undefined;
  }
}

const reflector = new Reflector();

/** What the requested route demands. The route config is faster than a metadata lookup. */
export function demandOf(context: ExecutionContext): Demand {
  const { demand } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions.config;
  return demand ?? declaredDemand(context.getHandler(), context.getClass())!;
}

/** What a route demands as it is declared; undefined without `@Access`. */
function declaredDemand(handler: Target, controller: Target): Demand | undefined {
  const level = reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS, [handler, controller]);
  if (level === 'user' || level === 'visitor')
    return { level, scope: reflector.getAllAndOverride<NeededScope | undefined>(SCOPE, [handler, controller]) };
  if (level !== 'admin') return level && { level };
  const needed = reflector.getAllAndOverride<NeededPermission | undefined>(PERMISSION, [handler, controller]);
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
  const permission = typeof needed !== 'object' ? needed : method === RequestMethod.GET ? needed.read : needed.write;
  return { level, permission, ...(reflector.get<true | undefined>(CONFIRMED, handler) && { isConfirmed: true }) };
}

/**
 * Lets an API admin make this change for an inactive user too (`?uid=`), such as cancelling an existing order. Other
 * changes are refused for inactive users; reads are always allowed.
 */
export function TakesInactive(): CustomDecorator {
  return SetMetadata(TAKES_INACTIVE, true);
}

/**
 * Declares who may call a controller's routes, or one route. A route without it fails the start, and so does an admin route
 * without a permission: deny by default.
 * @param level `super_admin`, for extensions, is `admin` with a permission that only super admins have
 * @param needed the permission of level `admin`
 * @example `@Access('user') @Get('cart-items') read(@CallerParam() caller: Caller) { … }`
 * @example `@Access('admin', 'orders.read') @Get('admin/api/parcels') parcels() { … }`
 */
export function Access(
  level: AccessLevel | 'super_admin',
  needed?: NeededPermission,
): ClassDecorator & MethodDecorator {
  if (level === 'super_admin') return Access('admin', 'extensions.use');
  return applyDecorators(SetMetadata(ACCESS, level), ...(needed === undefined ? [] : [Permitted(needed)]));
}

/** Overrides the permission that the controller of an admin route names. */
export function Permitted(needed: NeededPermission): CustomDecorator {
  return SetMetadata(PERMISSION, needed);
}

/**
 * Lets tokens that have this scope reach a controller's routes, or one route, of users; without it no token with scopes does.
 * Decision 97.
 */
export function Scoped(scope: NeededScope): CustomDecorator {
  return SetMetadata(SCOPE, scope);
}

/** An admin route that needs a second factor, or without one the password, given within the last 10 minutes. */
export function Confirmed(): CustomDecorator {
  return SetMetadata(CONFIRMED, true);
}

/** A controller route and what it declares that callers need, if anything. */
export interface DeclaredRoute {
  controller: string;
  method: string;
  demand: Demand | undefined;
  /** Where metadata is read from: the method, then its class. */
  targets: [() => unknown, new (...args: never[]) => unknown];
}

const ROUTES = new WeakMap<INestApplication, readonly DeclaredRoute[]>();

/** All controller routes, including those of extensions. Also works in Nest's preview mode, without instances. */
export function declaredRoutes(app: INestApplication): readonly DeclaredRoute[] {
  const known = ROUTES.get(app);
  if (known !== undefined) return known;
  const routes = findRoutes(app);
  ROUTES.set(app, routes);
  return routes;
}

function findRoutes(app: INestApplication): DeclaredRoute[] {
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
    if (demand.permission !== undefined && !allPermissions().includes(demand.permission))
      throw new ConfigError(`${controller}.${method} needs the permission ${demand.permission}, which nobody declares`);
  }
}

/** Adds to Fastify's `routeOptions.config` of a route; call it before routes are registered. */
export function addToRouteConfig({ targets: [handler] }: DeclaredRoute, more: FastifyContextConfig): void {
  const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as object | undefined;
  Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { ...config, ...more }, handler);
}
