import type { Contract } from '#test/support/contract.js';
import type { Call } from '../support/calls/calls.js';
import { callOf, strayCalls } from '../support/calls/requests.js';

/** A page or a file, which the OpenAPI document leaves out; anybody may have it. */
interface File {
  /** An address of it, where the route has parameters. */
  at?: string;
  /** It leads elsewhere. */
  redirects?: true;
  /** It is there only once the console was built. */
  needsBuild?: true;
}

const FILES: Readonly<Record<string, File>> = {
  'GET /': { redirects: true },
  'GET /docs/admin': {},
  'GET /docs/:file': { at: '/docs/page.css' },
  'GET /admin': { needsBuild: true },
  'GET /admin/*': { at: '/admin/users', needsBuild: true },
  'GET /admin/assets/:file': { at: '/admin/assets/index.js', needsBuild: true },
  'GET /admin/favicon.svg': { needsBuild: true },
};

/** What is due on a route. */
export interface Row extends Call, File {
  /** Undefined for a file. */
  operationId?: string;
}

/** The rows of the table: the calls of the OpenAPI document's operations, and the files beside them. */
export class Rows {
  private readonly rows: ReadonlyMap<string, Row>;

  constructor(private readonly contract: Contract) {
    const files = Object.entries(FILES).map(([route, file]): [string, Row] => [route, { who: 'anyone', ...file }]);
    const calls = contract.operations.map(({ path, method, operation }): [string, Row] => {
      const operationId = operation.operationId!;
      return [routeOf(method, path), { ...callOf(operationId), operationId }];
    });
    this.rows = new Map([...calls, ...files]);
  }

  get routes(): string[] {
    return [...this.rows.keys()];
  }

  /** The row of a route as the router writes it; undefined for one that nobody has thought of. What answers GET answers HEAD. */
  of(route: string): Row | undefined {
    return this.rows.get(route.replace(/^HEAD /, 'GET '));
  }

  /** Where list, router and document are not of one mind. */
  strays(routes: readonly string[]): string[] {
    return [
      ...strayCalls(this.contract.operations),
      ...routes
        .filter((route) => this.of(route) === undefined)
        .map((route) => `${route} is not in the OpenAPI document`),
      ...this.routes
        .filter((route) => !routes.includes(route))
        .map((route) => `${route} has a row, but there is no such route`),
    ];
  }
}

/** A route as the router writes it: `GET /api/v1/commerce/orders/:id`. */
function routeOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')}`;
}
