import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ACCESS, type AccessLevel } from '../../common/access/index.js';
import { addToRouteConfig, declaredRoutes } from '../../common/access/declared-access.js';
import { AppError } from '../../common/errors/app-error.js';
import { hasBody, leaveUnread, SMALL_BODY } from '../../common/http/bodies-in-flight.js';
import { AccessTokenGuard } from './access-token.guard.js';
import { ApplicationKeyGuard } from './application-key.guard.js';

const ENCRYPTED = /^application\/jose *(;|$)/i;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; undefined where a handler is that of several, which do not agree. */
    access?: AccessLevel | undefined;
  }
}

/**
 * Looks at key and token before a body is read: that of a request which is refused, or for which there is no route, never
 * is. The guards look again when it has come, which may take its time: what was revoked meanwhile does not hold. Where the
 * key may be in the body, and at a log-in, the body is a small one.
 */
export function leaveBodiesOfRefusedUnread(fastify: FastifyInstance, app: INestApplication): void {
  const keys = app.get(ApplicationKeyGuard);
  const tokens = app.get(AccessTokenGuard);
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access, smallBody } = request.routeOptions.config;
    if (access === undefined || smallBody === true) return;
    const known = await keys.admit(request, access);
    // Its body names the key that the refusal of a token is encrypted with.
    if (ENCRYPTED.test(request.headers['content-type'] ?? '')) return;
    await tokens.admit(request, reply, access).catch((error: unknown) => {
      // The refusal is the application's, as that of the guard is.
      if (known !== undefined) request.application = known.application;
      throw error;
    });
  };
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request)) return done();
    const refuse = (error: unknown): void => {
      leaveUnread(request, reply);
      done(error as Error);
    };
    if (request.is404) return refuse(new AppError('NOT_FOUND', 'there is nothing at this address; see /docs'));
    admit(request, reply).then(() => done(), refuse);
  });
}

/** Lets Fastify know who may call a route, and which take small bodies alone; before they are registered. */
export function markAccess(app: INestApplication): void {
  const reflector = new Reflector();
  const levels = new Map<unknown, Set<AccessLevel>>();
  for (const route of declaredRoutes(app)) {
    const [handler] = route.targets;
    const access = reflector.getAllAndOverride<AccessLevel>(ACCESS, route.targets);
    const all = (levels.get(handler) ?? new Set()).add(access);
    levels.set(handler, all);
    const smallBody = reflector.get<boolean | undefined>(SMALL_BODY, handler) === true;
    addToRouteConfig(route, { access: all.size === 1 ? access : undefined, smallBody });
  }
}
