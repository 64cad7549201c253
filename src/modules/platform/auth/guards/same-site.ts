import type { FastifyRequest } from 'fastify';
import { AppError } from '#common/errors/app-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Names of the local machine. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a change by another site's page with the admin's cookie, in addition to SameSite=Strict, which does not protect
 * against subdomains and old browsers. The `Host` header is not used: DNS rebinding would control it.
 * @param publicUrl the origin of the service
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

/** Whether an origin is the service's own; the local machine has several names. */
function isOwn(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  const own = new URL(publicUrl);
  const given = URL.parse(origin);
  if (given === null || given.origin !== origin || !LOCAL_NAMES.includes(own.hostname)) return false;
  return LOCAL_NAMES.includes(given.hostname) && given.protocol === own.protocol && given.port === own.port;
}
