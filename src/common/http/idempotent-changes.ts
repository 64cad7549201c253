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

/** Classes are shared by all applications of a process; each has its own interceptor. */
const ofItsApplication: NestInterceptor = {
  intercept: (context, next) =>
    context.switchToHttp().getRequest<FastifyRequest>().server.idempotency.intercept(context, next),
};

/**
 * Puts the {@link IdempotencyInterceptor} before every POST and DELETE, of extensions too. Not before reads: any interceptor
 * costs them more than all guards together.
 */
export function letChangesRepeat(fastify: FastifyInstance, app: INestApplication): void {
  fastify.decorate('idempotency', app.get<IdempotencyInterceptor>(IdempotencyInterceptor));
  for (const { targets } of declaredRoutes(app)) {
    const [handler] = targets;
    if (!CHANGES.includes(Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod)) continue;
    const others = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
    if (!others.includes(ofItsApplication)) {
      Reflect.defineMetadata(INTERCEPTORS_METADATA, [ofItsApplication, ...others], handler);
    }
  }
}
