import type { FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors/app-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Names of this very machine: a service that is reached by one of them is started for somebody who sits at it. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a change that another site's page makes with the admin's cookie. The cookie is SameSite=Strict already; this
 * holds for browsers and subdomains where that is not enough. The request's own `Host` is not asked: a page that has its
 * name point at this machine (DNS rebinding) has its own name there.
 * @param publicUrl the origin that clients reach the service by
 * @throws AppError PERMISSION_DENIED
 */
export function assertSameSite(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const foreignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin !== undefined && !isOwn(origin, publicUrl)))
    throw new AppError('PERMISSION_DENIED', `this request comes from another site than ${publicUrl} (PUBLIC_URL)`);
}

/** Whether pages of an origin are the service's own; on one's own machine it has several names. */
function isOwn(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  const own = new URL(publicUrl);
  const given = URL.parse(origin);
  if (given === null || given.origin !== origin || !LOCAL_NAMES.includes(own.hostname)) return false;
  return LOCAL_NAMES.includes(given.hostname) && given.protocol === own.protocol && given.port === own.port;
}
