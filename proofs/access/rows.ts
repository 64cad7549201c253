/**
 * Who may call a route:
 * - `anyone`: without any credential;
 * - `application`: who has an application key;
 * - `oauth_client`: the same, refused in the words of OAuth 2.0;
 * - `user`: any user of the application;
 * - `api_admin`, `super_admin`: users with that role, the second without an application key;
 * - `entrance`: anyone, but for pages of another site, since the answer sets a cookie.
 */
export type Who = 'anyone' | 'application' | 'oauth_client' | 'user' | 'api_admin' | 'super_admin' | 'entrance';

export interface Row {
  who: Who;
  /** Another method than GET that changes nothing, though it may be called. */
  changesNothing?: true;
  /** The caller's session is over after it. */
  endsSession?: true;
  /** `?uid=` with another user is refused here even to an API admin. Record 25 of the decisions. */
  forCallerAlone?: true;
  /** A page or a file, which the OpenAPI document leaves out. */
  isFile?: true;
  /** It leads elsewhere. */
  redirects?: true;
  /** It is there only once the console was built. */
  needsBuild?: true;
}

const group = (who: Who, routes: Readonly<Record<string, Omit<Row, 'who'>>>): Record<string, Row> =>
  Object.fromEntries(Object.entries(routes).map(([route, rest]) => [route, { who, ...rest }]));

const USER = group('user', {
  'GET /api/v1/commerce/cart-items': {},
  'POST /api/v1/commerce/add-cart-item': {},
  'POST /api/v1/commerce/remove-cart-item': {},
  'POST /api/v1/commerce/update-cart': {},
  'POST /api/v1/commerce/create-order': {},
  'GET /api/v1/commerce/orders': {},
  'GET /api/v1/commerce/orders/:id': {},
  'GET /api/v1/commerce/wishlist-items': {},
  'POST /api/v1/commerce/wishlist-add': {},
  'POST /api/v1/commerce/wishlist-remove': {},
  'GET /api/v1/commerce/product/list': {},
  'GET /api/v1/commerce/product/list/api-products': {},
  'POST /api/v1/logout': { endsSession: true },
  'POST /api/v1/sso/ticket': { forCallerAlone: true },
});

const API_ADMIN = group('api_admin', {
  'POST /api/v1/commerce/product/create': {},
  'POST /api/v1/commerce/product/update': {},
  'POST /api/v1/commerce/product/bulk/create': {},
  'DELETE /api/v1/commerce/product/delete': {},
  'DELETE /api/v1/commerce/product/delete/product-varient': {},
  'POST /api/v1/commerce/order-status': {},
  'GET /api/v1/get/countries': {},
  'GET /api/v1/get/states/:country_code': {},
  'POST /api/v1/user/signup': {},
});

const SUPER_ADMIN = group('super_admin', {
  'GET /admin/api/session': {},
  'DELETE /admin/api/session': { endsSession: true },
  'GET /admin/api/service': {},
  'GET /admin/api/applications': {},
  'POST /admin/api/applications': {},
  'POST /admin/api/applications/check-entries': { changesNothing: true },
  'GET /admin/api/applications/:id': {},
  'PATCH /admin/api/applications/:id': {},
  'DELETE /admin/api/applications/:id': {},
  'GET /admin/api/applications/:id/delete-impact': {},
  'POST /admin/api/applications/:id/explain': { changesNothing: true },
  'GET /admin/api/applications/:id/keys': {},
  'POST /admin/api/applications/:id/keys': {},
  'DELETE /admin/api/applications/:id/keys/:key_id': {},
  'POST /admin/api/applications/:id/keys/:key_id/reveal': {},
  'GET /admin/api/applications/:id/encryption-keys': {},
  'POST /admin/api/applications/:id/encryption-keys': {},
  'DELETE /admin/api/applications/:id/encryption-keys/:kid': {},
  'GET /admin/api/applications/:id/webhook': {},
  'POST /admin/api/applications/:id/webhook/enable': {},
  'POST /admin/api/applications/:id/webhook/rotate-secret': {},
  'POST /admin/api/applications/:id/webhook/test': {},
  'GET /admin/api/applications/:id/deliveries': {},
  'POST /admin/api/applications/:id/deliveries/redeliver': {},
  'GET /admin/api/applications/:id/deliveries/:delivery_id': {},
  'POST /admin/api/applications/:id/deliveries/:delivery_id/redeliver': {},
  'GET /admin/api/deliveries': {},
  'GET /admin/api/traffic': {},
  'GET /admin/api/audit': {},
  'GET /admin/api/bundles': {},
  'POST /admin/api/bundles': {},
  'GET /admin/api/bundles/:bundle_id': {},
  'PATCH /admin/api/bundles/:bundle_id': {},
  'DELETE /admin/api/bundles/:bundle_id': {},
  'GET /admin/api/bundles/:bundle_id/delete-impact': {},
  'DELETE /admin/api/bundles/:bundle_id/varients/:product_sku': {},
  'GET /admin/api/product-types': {},
  'POST /admin/api/product-types': {},
  'GET /admin/api/product-types/:name': {},
  'PATCH /admin/api/product-types/:name': {},
  'DELETE /admin/api/product-types/:name': {},
  'GET /admin/api/orders': {},
  'GET /admin/api/orders/:id': {},
  'PATCH /admin/api/orders/:id': {},
  'GET /admin/api/signing-keys': {},
  'POST /admin/api/signing-keys/rotate': {},
  'GET /admin/api/users': {},
  'POST /admin/api/users': {},
  'GET /admin/api/users/:uid': {},
  'PATCH /admin/api/users/:uid': {},
  'GET /admin/api/users/:uid/cart': {},
  'GET /admin/api/users/:uid/wishlist': {},
});

const ANYONE = group('anyone', {
  'GET /.well-known/jwks.json': {},
  'GET /.well-known/oauth-authorization-server': {},
  'GET /health/live': {},
  'GET /health/ready': {},
  'GET /metrics': {},
  'GET /openapi.json': {},
  'GET /openapi.client.json': {},
  'GET /docs': {},
  'GET /': { isFile: true, redirects: true },
  'GET /docs/admin': { isFile: true },
  'GET /docs/:file': { isFile: true },
  'GET /admin': { isFile: true, needsBuild: true },
  'GET /admin/*': { isFile: true, needsBuild: true },
  'GET /admin/assets/:file': { isFile: true, needsBuild: true },
  'GET /admin/favicon.svg': { isFile: true, needsBuild: true },
});

/**
 * The table of rows, written from section 5.4 of the specification and sections 4, 7, 8 and 9 of the decisions, and from
 * nothing that the service says of itself. What answers GET answers HEAD to the same people.
 */
export const ROWS: Readonly<Record<string, Row>> = {
  ...group('application', { 'POST /api/v1/token': {} }),
  ...group('oauth_client', {
    'POST /api/v1/oauth/token': {},
    // A token that is none: who may call it is seen from the status, and test/oauth.e2e-spec.ts sees sessions end.
    'POST /api/v1/oauth/revoke': { changesNothing: true },
  }),
  ...USER,
  ...API_ADMIN,
  ...group('entrance', { 'POST /admin/api/session': {} }),
  ...SUPER_ADMIN,
  ...ANYONE,
};

/** The row of a route; undefined for one that nobody has thought of. */
export function rowOf(route: string): Row | undefined {
  return ROWS[route.replace(/^HEAD /, 'GET ')];
}

/**
 * Where table, router and document are not of one mind: routes without a row, rows without a route, and routes that the
 * OpenAPI document leaves out or makes up.
 */
export function strays(routes: readonly string[], documented: readonly string[]): string[] {
  const known = new Set(routes);
  const operations = routes.filter((route) => !route.startsWith('HEAD ') && rowOf(route)?.isFile !== true);
  return [
    ...routes.filter((route) => rowOf(route) === undefined).map((route) => `${route} has no row`),
    ...Object.keys(ROWS)
      .filter((route) => !known.has(route))
      .map((route) => `${route} has a row, but there is no such route`),
    ...operations
      .filter((route) => !documented.includes(route))
      .map((route) => `${route} is not in the OpenAPI document`),
    ...documented
      .filter((route) => !operations.includes(route))
      .map((route) => `${route} is in the OpenAPI document, but there is no such route`),
  ];
}
