import type { INestApplication } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../common/config/config.js';
import { requestHost } from './access-rules.rules.js';
import { ApplicationDirectory } from './application-directory.js';

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
const REQUEST_HEADERS =
  'apikey, authorization, content-type, accept, idempotency-key, if-match, x-request-id, traceparent, tracestate, baggage';
const EXPOSED_HEADERS =
  'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, idempotency-replayed';

/** Seconds for which a browser may remember the answer to a preflight. */
const MAX_AGE = '600';

/**
 * CORS: pages of a host may call the API when a browser application admits that host. A preflight has no application key,
 * so it is held against all browser applications; the key's own rules come with the request itself. Everything
 * but the API and its keys - the admin module, health, metrics - is for its own origin only. Section 3 of the decisions.
 */
export async function allowBrowserApplications(fastify: FastifyInstance, app: INestApplication): Promise<void> {
  const directory = app.get(ApplicationDirectory);
  const open = [`/${app.get(Config).apiPrefix}/`, '/.well-known/', '/openapi.json'];
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!open.some((start) => request.url.startsWith(start))) return done();
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return done();
    admit(directory, origin, request, reply).then((isAnswered) => {
      if (!isAnswered) done();
    }, done);
  });
}

/** Lets the pages of an admitted host read the answer; true when it was a preflight, which is answered then. */
async function admit(
  directory: ApplicationDirectory,
  origin: string,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const host = requestHost(origin, undefined);
  // `null` is the origin of any sandboxed page, of whatever site.
  const admission = host === undefined ? 'refused' : await directory.admissionOf(host);
  if (admission === 'refused') return false;
  reply.header('access-control-allow-origin', origin);
  // Cookies only for pages of a host that an application names: one without a host list admits every page there is.
  if (admission === 'named') reply.header('access-control-allow-credentials', 'true');
  reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  await reply
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', MAX_AGE)
    .status(204)
    .send();
  return true;
}
