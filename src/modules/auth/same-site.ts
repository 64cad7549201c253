import type { FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors/app-error.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that another site's page makes with the admin's cookie. The cookie is SameSite=Strict already; this
 * holds for browsers and subdomains where that is not enough.
 * @throws AppError PERMISSION_DENIED
 */
export function assertSameSite(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const foreignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  const foreignOrigin = origin !== undefined && URL.parse(origin)?.host !== request.host;
  if (foreignSite || foreignOrigin) throw new AppError('PERMISSION_DENIED', 'this request comes from another site');
}
