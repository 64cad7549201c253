import { SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';

/**
 * Who may call a route:
 * - `public`: anyone, without an application key;
 * - `application`: a valid application key;
 * - `user`: an application key and the access token of any user;
 * - `api_admin`: an application key and the access token of an API admin;
 * - `super_admin`: the session of a super admin, without an application key (the admin module).
 */
export type AccessLevel = 'public' | 'application' | 'user' | 'api_admin' | 'super_admin';

/** Metadata key of {@link Access}. */
export const ACCESS = 'access';

/** Metadata key of {@link TakesInactive}. */
export const TAKES_INACTIVE = 'takes-inactive';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Undefined if several classes share the handler and declare different levels. */
    access?: AccessLevel | undefined;
  }
}

const reflector = new Reflector();

/** The access level of the requested route. The route config is faster than a metadata lookup. */
export function accessOf(context: ExecutionContext): AccessLevel {
  const { access } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions.config;
  return access ?? reflector.getAllAndOverride<AccessLevel>(ACCESS, [context.getHandler(), context.getClass()]);
}

/**
 * Lets an API admin make this change for an inactive user too (`?uid=`), such as cancelling an existing order. Other
 * changes are refused for inactive users; reads are always allowed.
 */
export function TakesInactive(): CustomDecorator {
  return SetMetadata(TAKES_INACTIVE, true);
}

/**
 * Declares who may call a controller's routes, or one route. A route without it fails the start: deny by default.
 * @example `@Access('user') @Get('cart-items') read(@CallerParam() caller: Caller) { … }`
 */
export function Access(level: AccessLevel): CustomDecorator {
  return SetMetadata(ACCESS, level);
}
