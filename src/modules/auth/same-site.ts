import type { FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors/app-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site's page makes with the admin's cookie. The cookie is SameSite=Strict already; this
 * holds for browsers and subdomains where that is not enough. The service's own pages are those of the host that was asked
 * for, and of `publicUrl`: a proxy may ask for another host.
 * @param publicUrl the origin that clients reach the service by
 * @throws AppError PERMISSION_DENIED
 */
export function assertSameSite(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const foreignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  const foreignOrigin = origin !== undefined && origin !== publicUrl && URL.parse(origin)?.host !== request.host;
  if (foreignSite || foreignOrigin) throw new AppError('PERMISSION_DENIED', 'this request comes from another site');
}
