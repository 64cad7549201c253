import { AppError } from '#common/errors/app-error.js';
import { FormBody } from '#common/validation/form-fields.js';

const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** The parts of a request that hold client credentials. */
export interface ClientRequest {
  headers: {
    authorization?: string | undefined;
    apikey?: string | string[] | undefined;
    'content-type'?: string | undefined;
  };
  body?: unknown;
}

/** An application key, and the id of its application, if sent; an id alone for a public client. */
export interface ClientCredentials {
  apikey: string | undefined;
  clientId: string | undefined;
}

/**
 * The parameters of an OAuth request; empty ones count as not sent (RFC 6749, section 3.2).
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for a body that is no form; BAD_REQUEST naming parameters that came twice
 */
export function formParameters({ headers, body }: ClientRequest): Record<string, string> {
  if (body === undefined) return {};
  if (!(body instanceof FormBody) || !FORM.test(headers['content-type'] ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'send application/x-www-form-urlencoded');
  }
  const entries = Object.entries(body.fields);
  const repeated = entries.filter(([, value]) => typeof value !== 'string').map(([name]) => name);
  if (repeated.length > 0) throw new AppError('BAD_REQUEST', `must be sent once: ${repeated.join(', ')}`);
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>;
}

/** Grants for which a public client may send its id alone (RFC 6749, section 2.1). */
const PUBLIC_GRANTS = ['authorization_code', 'refresh_token'];

/**
 * The credentials of a client: by HTTP Basic, or `client_id` and `client_secret` in the form (RFC 6749, section 2.3.1), or
 * the header `apikey`. The id is the application's, the secret its key.
 * @param isKeyless whether the id alone will do for the grants of public clients, and where a token is sent
 * @throws AppError BAD_REQUEST for more than one way at once; API_KEY_MISSING, API_KEY_INVALID
 */
export function clientCredentials(request: ClientRequest, isKeyless = false): ClientCredentials {
  const { client_id: clientId, client_secret: secret, grant_type: grant, token } = formParameters(request);
  const { authorization = '', apikey = '' } = request.headers;
  const isBasic = /^basic( |$)/i.test(authorization);
  if ([isBasic, secret !== undefined, apikey !== ''].filter(Boolean).length > 1) {
    throw new AppError('BAD_REQUEST', 'authenticate in one way: HTTP Basic, client_secret, or the header apikey');
  }
  if (isBasic) {
    const basic = readBasic(authorization);
    if (basic === undefined || (clientId !== undefined && clientId !== basic.clientId)) throw wrongClient();
    return basic;
  }
  if (secret !== undefined) {
    if (clientId === undefined) throw wrongClient();
    return { apikey: secret, clientId };
  }
  const isPublic = grant === undefined ? token !== undefined : PUBLIC_GRANTS.includes(grant);
  if (apikey === '' && clientId !== undefined && isKeyless && isPublic) return { apikey: undefined, clientId };
  if (apikey === '') {
    throw new AppError(
      'API_KEY_MISSING',
      'authenticate as a client: by HTTP Basic, client_secret, or the header apikey',
    );
  }
  return { apikey: String(apikey), clientId };
}

/** Does not reveal which of id and key is wrong. */
function wrongClient(): AppError {
  return new AppError('API_KEY_INVALID');
}

/** Id and secret are form-encoded, then joined by a colon. */
function readBasic(authorization: string): ClientCredentials | undefined {
  const text = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (text === undefined) return undefined;
  const [id, ...rest] = Buffer.from(text, 'base64').toString('utf8').split(':');
  const clientId = formDecoded(id ?? '');
  const apikey = formDecoded(rest.join(':'));
  return clientId === undefined || !apikey ? undefined : { apikey, clientId };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
