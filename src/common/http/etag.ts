import { createHash } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addToRouteConfig, declaredRoutes } from '../access/access.decorator.js';
import { ENDPOINT, type EndpointOptions } from './endpoint.js';

/** Characters of a tag: 132 bits. */
const TAG_LENGTH = 22;

/** Headers of a request by which its response differs: a kept copy is for the same key, token and languages. */
const VARYING = ['apikey', 'Authorization', 'Cookie', 'Accept-Language'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See `EndpointOptions`. */
    revalidated?: boolean;
  }
}

/** Adds `ETag` to revalidated endpoints; call it before routes are registered, and after encrypted bodies are watched, which have none. */
export function answerRevalidations(fastify: FastifyInstance, app: INestApplication): void {
  for (const route of declaredRoutes(app)) {
    const endpoint = Reflect.getMetadata(ENDPOINT, route.targets[0]) as EndpointOptions | undefined;
    if (endpoint?.revalidated === true) addToRouteConfig(route, { revalidated: true });
  }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.revalidated !== true || reply.statusCode !== 200 || !isJson(reply, payload))
      return done(null, payload);
    const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, TAG_LENGTH)}"`;
    const vary = reply.getHeader('vary');
    reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', [...(vary === undefined ? [] : [vary]), ...VARYING].join(', '));
    if (!matches(request, tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return done(null, '');
  });
}

function isJson(reply: FastifyReply, payload: unknown): payload is string {
  return typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('application/json');
}

function matches({ headers }: FastifyRequest, tag: string): boolean {
  const wanted = headers['if-none-match'];
  return (
    wanted !== undefined &&
    wanted.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*')
  );
}
