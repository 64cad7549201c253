/**
 * The accounts of the demo data. Their passwords are public, which is why the demo is off in production: see `DEMO` in
 * the README.
 */
export const DEMO_PASSWORD = 'demo-password-123';

/** The super admin's password in a demo without `SUPER_ADMIN_PASSWORD`. */
export const DEMO_SUPER_ADMIN_PASSWORD = 'demo-admin-password-123';

/** The API admin of the demo applications. */
export const DEMO_API_ADMIN = { username: 'demo-api-admin', email: 'demo-api-admin@example.com' };

/**
 * A super admin who has left, and had moved members and brought volumes. Had the demo's super admin done so, they could approve
 * no run of that month that somebody else starts.
 */
export const DEMO_FORMER_ADMIN = { username: 'demo-former-admin', email: 'demo-former-admin@example.com' };

/** The member whom the printed commands and all examples are about. */
export const DEMO_SHOPPER = 'alice';

/** Members to log in as: the founder of the company, then each sponsored by the one before. */
export const DEMO_LOGINS = ['helena', DEMO_SHOPPER, 'bob', 'carol'] as const;

/** The application whose key the printed commands use. */
export const DEMO_SERVER = 'Demo back end';

/** The application in which the demo's people buy: that of the shop at /shop/. */
export const DEMO_SHOP = 'Demo web shop';

/** Fixed, because the shop and the examples of single sign-on refer to it. */
export const DEMO_SHOP_ID = '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47';

/** The member as whom the shop offers to log in: a rank is within reach of her cart. */
export const DEMO_SHOP_VISITOR = 'marta';

/** One application of each type. That of the shop allows local pages and its own host only, and has single sign-on. */
export const DEMO_APPLICATIONS = [
  { id: undefined, name: DEMO_SERVER, client_type: 'server', hosts: undefined, isShop: false, sso: null },
  {
    id: DEMO_SHOP_ID,
    name: DEMO_SHOP,
    client_type: 'web',
    hosts: ['localhost', '127.0.0.1'],
    isShop: true,
    sso: { login_url: 'http://localhost:8080/sso', logout_url: 'http://localhost:8080/sso/logout' },
  },
  { id: undefined, name: 'Demo mobile app', client_type: 'mobile', hosts: undefined, isShop: false, sso: null },
] as const;
