import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Config } from '#common/config/config.js';
import { requestHost } from './access-rules.rules.js';
import { ApplicationDirectory } from '../application-directory.js';

const ADMITTED: FastifyCorsOptions = {
  origin: true,
  methods: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  allowedHeaders:
    'apikey, authorization, content-type, accept, idempotency-key, if-match, if-none-match, x-request-id, traceparent, tracestate, baggage',
  exposedHeaders:
    'x-request-id, etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotency-replayed',
  // Seconds.
  maxAge: 600,
};
const REFUSED: FastifyCorsOptions = { origin: false };

/**
 * CORS: pages of a host may call the API when a browser application admits that host. A preflight has no application key,
 * so it is checked against all browser applications; the key's own rules apply to the request itself. Everything except the
 * API and its public keys (the admin module, health, metrics) is same-origin only. See docs/spec/service.md#3.
 */
export async function allowBrowserApplications(fastify: FastifyInstance, app: INestApplication): Promise<void> {
  const directory = app.get(ApplicationDirectory);
  const open = [`/${app.get(Config).apiPrefix}/`, '/.well-known/', '/openapi.json'];
  const optionsOf = async ({ url, headers }: FastifyRequest, origin: string): Promise<FastifyCorsOptions> => {
    // `null` is the origin of any sandboxed page, of whatever site.
    const host = open.some((start) => url.startsWith(start)) ? requestHost(origin, undefined) : undefined;
    const admission = host === undefined ? 'refused' : await directory.admissionOf(host);
    if (admission === 'refused') return REFUSED;
    return {
      ...ADMITTED,
      // Cookies only for hosts that an application names: one without a host list admits every page.
      credentials: admission === 'named',
      preflight: headers['access-control-request-method'] !== undefined,
    };
  };
  await fastify.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers;
      if (origin === undefined) return done(null, REFUSED);
      optionsOf(request, origin).then((options) => done(null, options), done);
    },
  });
}
