import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

/**
 * Knows which methods each path takes, so that a known path with the wrong method is 405 with `Allow` rather than 404
 * (section 1 of the decisions). It watches the routes as they are registered.
 */
export class AllowedMethods {
  private readonly routers = new Map<string, ReturnType<typeof findMyWay>>();

  /** @param maxParamLength most characters of a parameter in a path, as Fastify's own router has it */
  constructor(private readonly maxParamLength: number) {}

  /** Starts watching; before any route is registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of Array.isArray(method) ? method : [method]) this.add(one, url);
    });
  }

  /** The methods that a path takes, sorted; none for an unknown path. */
  of(path: string): string[] {
    return [...this.routers]
      .filter(([, router]) => router.find('GET', path) !== null)
      .map(([method]) => method)
      .sort();
  }

  private add(method: string, url: string): void {
    // A wildcard stands for addresses that only its handler knows.
    if (url.endsWith('*') || method === 'OPTIONS') return;
    let router = this.routers.get(method);
    if (router === undefined) {
      router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: this.maxParamLength });
      this.routers.set(method, router);
    }
    // The router's own duplicate check is of no use here: Fastify has made it already.
    if (router.findRoute('GET', url) === null) router.on('GET', url, () => undefined);
  }
}
