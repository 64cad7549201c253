import { RequestMethod, type INestApplication, type NestInterceptor } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { declaredRoutes } from '../access/declared-access.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: IdempotencyInterceptor;
  }
}

const CHANGES: readonly RequestMethod[] = [RequestMethod.POST, RequestMethod.DELETE, RequestMethod.ALL];

/** Uses the interceptor of the request's application: one process may have several, which share classes. */
const delegate: NestInterceptor = {
  intercept: (context, next) =>
    context.switchToHttp().getRequest<FastifyRequest>().server.idempotency.intercept(context, next),
};

/**
 * Adds the {@link IdempotencyInterceptor} to every POST and DELETE, including those of extensions. Not to reads: an
 * interceptor would take longer than all guards together.
 */
export function applyIdempotency(fastify: FastifyInstance, app: INestApplication): void {
  fastify.decorate('idempotency', app.get<IdempotencyInterceptor>(IdempotencyInterceptor));
  for (const { targets } of declaredRoutes(app)) {
    const [handler] = targets;
    if (!CHANGES.includes(Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod)) continue;
    const others = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
    if (!others.includes(delegate)) {
      Reflect.defineMetadata(INTERCEPTORS_METADATA, [delegate, ...others], handler);
    }
  }
}
