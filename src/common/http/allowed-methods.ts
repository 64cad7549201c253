import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

/**
 * The methods of each path, so that a known path with the wrong method is 405 with `Allow` rather than 404 (docs/spec/service.md#1).
 *
 */
export class AllowedMethods {
  private readonly routers = new Map<string, ReturnType<typeof findMyWay>>();

  /** @param maxParamLength characters of a path parameter, as in Fastify's own router */
  constructor(private readonly maxParamLength: number) {}

  /** Collects routes as they are registered; call it before the first one. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of Array.isArray(method) ? method : [method]) this.add(one, url);
    });
  }

  /** The methods of a path, sorted; none for an unknown path. */
  of(path: string): string[] {
    return [...this.routers]
      .filter(([, router]) => router.find('GET', path) !== null)
      .map(([method]) => method)
      .sort();
  }

  private add(method: string, url: string): void {
    // Only its handler knows which paths a wildcard serves.
    if (url.endsWith('*') || method === 'OPTIONS') return;
    let router = this.routers.get(method);
    if (router === undefined) {
      router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: this.maxParamLength });
      this.routers.set(method, router);
    }
    // Fastify has checked for duplicates already.
    if (router.findRoute('GET', url) === null) router.on('GET', url, () => undefined);
  }
}
