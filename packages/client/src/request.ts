/** What a call may be told besides its input. */
export interface CallOptions {
  /** The user for whom an API admin acts. */
  uid?: number | undefined;
  /** The version of the cart on which a change is based: any other is an error with the code `stale_version`. */
  ifMatch?: number | '*' | undefined;
  /** The language of texts and messages, instead of the client's. */
  language?: string | undefined;
  /** Instead of a random one: for a change that another process may make again. */
  idempotencyKey?: string | undefined;
  /** More headers, such as `X-End-User-IP`. */
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

/** A request without what all requests have. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * The request of a call.
 * @param route method and path, such as `GET commerce/orders/{id}/`
 * @param input fields of the path, and of the query or, unless it is a GET or DELETE, of the body
 */
export function requestOf(baseUrl: string, route: string, input: object = {}, options: CallOptions = {}): Sent {
  const [method = '', path = ''] = route.split(' ');
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest;
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query = { ...(!hasBody && rest), uid: options.uid };
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return {
    method,
    url: `${baseUrl.replace(/\/+$/, '')}/${filled}${search && `?${search}`}`,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      ...(options.ifMatch !== undefined && { 'if-match': String(options.ifMatch) }),
      ...(options.language !== undefined && { 'accept-language': options.language }),
      ...options.headers,
    },
    ...(hasBody && { body: JSON.stringify(rest) }),
  };
}

/** The fields of the query of a URL. React Native's `URL` cannot do that. */
export function queryOf(url: string): Record<string, string> {
  const [, query = ''] = url.split('?');
  const decoded = (text = ''): string => decodeURIComponent(text.replaceAll('+', ' '));
  return Object.fromEntries(
    query.split('&').map((pair) => {
      const [name, value] = pair.split('=');
      return [decoded(name), decoded(value)];
    }),
  );
}

/** A key for a request that may be repeated with one; undefined for others. */
export function newKey(route: string): string | undefined {
  if (!/^(POST|DELETE) /.test(route)) return undefined;
  // It has to be unique, not secret: React Native has no `crypto`.
  const random = (): string => Math.random().toString(36).slice(2);
  return globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${random()}${random()}`;
}
