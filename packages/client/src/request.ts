/** What a call may be told besides its input. */
export interface CallOptions {
  /** An API admin acts on behalf of this user. */
  uid?: number;
  /** The version that a change of the cart is based on. */
  ifMatch?: number | '*';
  /** The language of texts and messages, instead of the client's. */
  language?: string;
  /** Instead of a random key: for requests that may be sent again by another process. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** A request as it is sent. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * The request of a call.
 * @param route method and path, such as `GET commerce/orders/{id}/`
 * @param input fields of the path, and of the query or the body
 */
export function requestOf(baseUrl: string, route: string, input: object = {}, options: CallOptions = {}): Request {
  const [method = '', path = ''] = route.split(' ');
  const rest: Record<string, string | number | boolean | undefined> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest;
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(hasBody ? {} : rest))
    if (value !== undefined) query.set(name, String(value));
  if (options.uid !== undefined) query.set('uid', String(options.uid));
  const search = query.toString();
  return {
    method,
    url: `${baseUrl.replace(/\/$/, '')}/${filled}${search && `?${search}`}`,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(options.ifMatch !== undefined && { 'if-match': String(options.ifMatch) }),
      ...(options.language !== undefined && { 'accept-language': options.language }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    ...(hasBody && { body: JSON.stringify(rest) }),
  };
}
