import { type Call, LESSER_ROLES, type LesserRole, roleMayCall, type Who } from './calls.js';
import type { Contract } from '../contract.js';
import { callOf, strayCalls } from './requests.js';

/** A page or a file, which the OpenAPI document leaves out; anybody may have it. */
interface File extends Pick<Call, 'changesNothing'> {
  /** An address of it, where the route has parameters. */
  at?: string;
  /** It leads elsewhere. */
  redirects?: true;
  /** Without what it needs it is a page that says so, with 400. */
  refuses?: true;
  /** It is there only once the console was built, or the picture uploaded. */
  needsBuild?: true;
}

const FILES: Readonly<Record<string, File>> = {
  'GET /': { redirects: true },
  'GET /oauth/authorize': { refuses: true },
  'POST /oauth/authorize': { refuses: true, changesNothing: true },
  'GET /oauth/consent': { refuses: true },
  'POST /oauth/consent': { refuses: true, changesNothing: true },
  'GET /docs/admin': {},
  'GET /docs/:file': { at: '/docs/page.css' },
  'GET /pictures/:file': { at: '/pictures/none.webp', needsBuild: true },
  'GET /admin': { needsBuild: true },
  'GET /admin/*': { at: '/admin/users', needsBuild: true },
  'GET /admin/assets/:file': { at: '/admin/assets/index.js', needsBuild: true },
  'GET /admin/extension-api/:file': { at: '/admin/extension-api/index.js', needsBuild: true },
  'GET /admin/extensions/:extension/assets/:file': { at: '/admin/extensions/none/assets/index.js', needsBuild: true },
  'GET /admin/favicon.svg': { needsBuild: true },
  // Only in a demo.
  'GET /shop': { needsBuild: true },
  'GET /shop/*': { at: '/shop/cart', needsBuild: true },
  'GET /shop/assets/:file': { at: '/shop/assets/index.js', needsBuild: true },
  'GET /shop/config.json': { needsBuild: true },
  'GET /shop/favicon.svg': { needsBuild: true },
  'GET /shop/pictures/:file': { at: '/shop/pictures/none.svg', needsBuild: true },
};

/** What is due on a route. */
export interface Row extends Call, File {
  /** Undefined for a file. */
  operationId?: string;
}

/** The rows of the table: the calls of the OpenAPI document's operations, and the files beside them. */
export class Rows {
  private readonly rows: ReadonlyMap<string, Row>;

  constructor(private readonly contract: Pick<Contract, 'operations'>) {
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
        // What stands for the back end of the demo's shop is 404 elsewhere (test/storefront.e2e-spec.ts).
        .filter((route) => this.of(route) === undefined && !route.includes(' /shop/back-end/'))
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

/** Columns of the page, and for whom a route is that each of them may call. */
const ROLES: readonly (readonly [role: string, may: readonly Who[]])[] = [
  ['nobody', ['anyone', 'entrance']],
  ['key alone', ['anyone', 'entrance', 'application']],
  ['member', ['anyone', 'entrance', 'application', 'user']],
  ['API admin', ['anyone', 'entrance', 'application', 'user', 'api_admin']],
  ['super admin', ['anyone', 'entrance', 'super_admin']],
  ...LESSER_ROLES.map((role): [string, readonly Who[]] => [role, ['anyone', 'entrance', 'super_admin']]),
];

/** docs/access-table.md: roles by routes, in the form that the formatter gives to it. */
export function accessPage(rows: Rows): string {
  const lines = rows.routes.sort(byAddress).map((route) => {
    const row = rows.of(route);
    const cells = ROLES.map(([role, may]) =>
      row !== undefined && may.includes(row.who) && !isBeyond(role, row, route) ? 'yes' : '',
    );
    return [`\`${route}\``, ...cells];
  });
  return [
    '# Who may call which route',
    '',
    '<!-- Written by `npm run openapi`; do not edit. -->',
    '',
    'The routes are those of the OpenAPI document, and the files beside them. `npm run prove -- access` tries each route of the running service with every caller of [trust.md](trust.md#2-who-may-do-what), and fails for one that is not here. "Key alone" is an application key without a user; member and API admin send one as well. Super admins, and the roles after them, have a session of the admin module; with a token of an application they are members. What answers GET answers HEAD.',
    '',
    ...table([['Route', ...ROLES.map(([role]) => role)], ...lines]),
    '',
  ].join('\n');
}

/** Whether a route of the admin module is not for a role. */
function isBeyond(role: string, { who, operationId = '' }: Row, route: string): boolean {
  const lesser = LESSER_ROLES.find((one): one is LesserRole => one === role);
  if (who !== 'super_admin' || lesser === undefined) return false;
  return !roleMayCall(lesser, operationId, route.split(' ')[0]!);
}

function byAddress(one: string, other: string): number {
  const key = (route: string): string => route.split(' ').reverse().join(' ');
  return key(one) < key(other) ? -1 : 1;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)];
}
