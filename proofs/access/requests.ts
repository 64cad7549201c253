import { ADMIN_REQUESTS } from './requests-admin.js';
import { CLIENT_REQUESTS } from './requests-client.js';
import type { Method, Sent } from './service.js';
import type { Stage } from './stage.js';

/** What a request needs beside the caller's credentials. */
export interface Parts {
  /** For the path: `id` for `:id`. */
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  body?: object;
}

/**
 * Makes what a valid request to a route needs, anew each time where the request uses it up.
 * @param owner the user whose data it is about
 */
export type Make = (stage: Stage, owner: number) => Parts | Promise<Parts>;

const HERE =
  (file: string): Make =>
  () => ({ params: { file } });

const PUBLIC_REQUESTS: Readonly<Record<string, Make>> = {
  'GET /.well-known/jwks.json': () => ({}),
  'GET /.well-known/oauth-authorization-server': () => ({}),
  'GET /health/live': () => ({}),
  'GET /health/ready': () => ({}),
  'GET /metrics': () => ({}),
  'GET /openapi.json': () => ({}),
  'GET /openapi.client.json': () => ({}),
  'GET /docs': () => ({}),
  'GET /': () => ({}),
  'GET /docs/admin': () => ({}),
  'GET /docs/:file': HERE('page.css'),
  'GET /admin': () => ({}),
  'GET /admin/*': () => ({ params: { '*': 'users' } }),
  'GET /admin/assets/:file': HERE('index.js'),
  'GET /admin/favicon.svg': () => ({}),
};

const REQUESTS: Readonly<Record<string, Make>> = { ...CLIENT_REQUESTS, ...ADMIN_REQUESTS, ...PUBLIC_REQUESTS };

/**
 * How a valid request to a route is made.
 * @throws Error for a route that nobody has said it of
 */
export function requestTo(route: string): Make {
  const make = REQUESTS[route.replace(/^HEAD /, 'GET ')];
  if (make === undefined) throw new Error(`${route} has no request`);
  return make;
}

/** The request itself, without credentials. */
export function address(route: string, { params = {}, query = {}, body }: Parts, more: Record<string, string>): Sent {
  const [method, pattern] = route.split(' ') as [Method, string];
  const path = pattern.replace(/:(\w+)|\*/g, (whole, name?: string) => {
    const value = params[name ?? whole];
    if (value === undefined) throw new Error(`${route} needs ${whole}`);
    return encodeURIComponent(value);
  });
  const text = new URLSearchParams({ ...query, ...more }).toString();
  return { method, path: text === '' ? path : `${path}?${text}`, ...(body === undefined ? {} : { body }) };
}
