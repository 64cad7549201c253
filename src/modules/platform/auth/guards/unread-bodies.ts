import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addToRouteConfig, declaredRoutes } from '#common/access/access.decorator.js';
import { AppError } from '#common/errors/app-error.js';
import { STREAMED_BODY } from '#common/http/streamed-body.js';
import { hasBody, skipBody, SMALL_BODY } from '#common/http/bodies-in-flight.js';
import { AccessTokenGuard } from './access-token.guard.js';
import { ApplicationKeyGuard, OAUTH_CLIENT, type OAuthClientKind } from './application-key.guard.js';

const ENCRYPTED = /^application\/jose *(;|$)/i;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the route accepts OAuth 2.0 client credentials, if it does. */
    oauthClient?: OAuthClientKind | undefined;
  }
}

/**
 * Checks key and token before the body is read, so that the body of a refused request is never read. The guards check again
 * once the body has arrived, since either may have been revoked meanwhile. Routes that take the key in the body, and logins,
 * accept only small bodies.
 */
export function rejectBeforeReadingBody(fastify: FastifyInstance, app: INestApplication): void {
  const keys = app.get(ApplicationKeyGuard);
  const tokens = app.get(AccessTokenGuard);
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { demand, smallBody } = request.routeOptions.config;
    if (demand === undefined || smallBody === true) return;
    const known = await keys.admit(request, demand.level);
    // The body names the key for encrypting the error.
    if (ENCRYPTED.test(request.headers['content-type'] ?? '')) return;
    await tokens.admit(request, reply, demand).catch((error: unknown) => {
      // The error is answered to the application, as the guard's is.
      if (known !== undefined) request.application = known.application;
      throw error;
    });
  };
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    if (!hasBody(request)) return done();
    const refuse = (error: unknown): void => {
      skipBody(request, reply);
      done(error as Error);
    };
    if (request.is404) return refuse(new AppError('NOT_FOUND', 'there is nothing at this address; see /docs'));
    admit(request, reply).then(() => done(), refuse);
  });
}

/**
 * Writes what routes demand, and their body options, to their Fastify configuration, before they are registered. Looking the
 * metadata up for each request would cost more than the guards themselves.
 */
export function markAccess(app: INestApplication): void {
  const reflector = new Reflector();
  const demands = new Map<unknown, Set<string>>();
  for (const route of declaredRoutes(app)) {
    const [handler] = route.targets;
    const all = (demands.get(handler) ?? new Set()).add(JSON.stringify(route.demand));
    demands.set(handler, all);
    const smallBody = reflector.get<boolean | undefined>(SMALL_BODY, handler) === true;
    const oauthClient = reflector.get<OAuthClientKind | undefined>(OAUTH_CLIENT, handler);
    const streamedBody = reflector.get<readonly string[] | undefined>(STREAMED_BODY, handler);
    const demand = all.size === 1 ? route.demand : undefined;
    addToRouteConfig(route, { demand, oauthClient, smallBody, streamedBody });
  }
}
