import { parseScopes, SCOPES, type Scope } from '#common/access/index.js';

/** What an application asks for by leading a browser to the sign-in page: RFC 6749, section 4.1.1, and RFC 7636. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
}

/** Errors that go back to the application: RFC 6749, section 4.1.2.1. */
type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'temporarily_unavailable'
  | 'request_not_supported'
  | 'request_uri_not_supported';

/** Why an application gets no code. */
export interface AuthorizationError {
  readonly error: AuthorizationErrorCode;
  /** Printable ASCII. */
  readonly description: string;
}

/** Where an answer goes. */
export type Return = Pick<AuthorizationRequest, 'redirectUri' | 'state'>;

/** The parameters of a query; a repeated one is a list. */
export type Query = Readonly<Record<string, unknown>>;

const MAX_STATE = 2_048;

/** Characters that no state may hold (RFC 6749, appendix A.5), nor a name, and that the database cannot keep. */
export const CONTROL_CHARACTER = /\p{Cc}/u;

/** 256 bits in base64url. */
const S256 = /^[A-Za-z0-9_-]{43}$/;

/** The parameters that say who asks and where the answer goes; undefined unless each was sent once. */
export function readClient({
  client_id: clientId,
  redirect_uri: redirectUri,
}: Query): { clientId: string; redirectUri: string } | undefined {
  return typeof clientId === 'string' && typeof redirectUri === 'string' ? { clientId, redirectUri } : undefined;
}

/** The `state` of a query; null if there is none, or none that can be sent back. */
export function stateOf({ state }: Query): string | null {
  const isGood = typeof state === 'string' && state.length <= MAX_STATE && !CONTROL_CHARACTER.test(state);
  return isGood && state !== '' ? state : null;
}

/** The rest of a request, once it is clear where the answer may go. */
export function readRequest(
  client: { clientId: string; redirectUri: string },
  query: Query,
): AuthorizationRequest | AuthorizationError {
  const repeated = Object.keys(query).filter((name) => typeof query[name] !== 'string');
  if (repeated.length > 0) return invalid('each parameter must be sent once');
  const { response_type, response_mode, code_challenge, code_challenge_method, scope } = query as Record<
    string,
    string
  >;
  const { request, request_uri, state = '' } = query as Record<string, string>;
  if (state.length > MAX_STATE) return invalid(`state must be at most ${MAX_STATE} characters`);
  if (CONTROL_CHARACTER.test(state)) return invalid('state must not hold control characters');
  if (request !== undefined) return { error: 'request_not_supported', description: 'send the parameters themselves' };
  if (request_uri !== undefined)
    return { error: 'request_uri_not_supported', description: 'send the parameters themselves' };
  if (!response_type) return invalid('response_type is missing');
  if (response_type !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code' };
  if (response_mode !== undefined && response_mode !== 'query') return invalid('response_mode must be query');
  if (code_challenge_method !== 'S256') return invalid('code_challenge_method must be S256');
  if (!S256.test(code_challenge ?? '')) return invalid('code_challenge must be 43 characters of base64url');
  const scopes = parseScopes(scope ?? '');
  if (scopes === undefined) return { error: 'invalid_scope', description: `scope must be of ${SCOPES.join(', ')}` };
  return { ...client, state: stateOf(query), scopes, codeChallenge: code_challenge! };
}

function invalid(description: string): AuthorizationError {
  return { error: 'invalid_request', description };
}

/**
 * The address that an answer goes to. It names the issuer, so that a client of several servers knows whose answer it is
 * (RFC 9207).
 */
export function returnAddress({ redirectUri, state }: Return, issuer: string, answer: Record<string, string>): string {
  const parameters = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`;
}

/**
 * What a page's policy has to name, so that its form may lead to a redirect URI in the end: an origin, or a scheme where it
 * has none that a policy can name.
 */
export function formTarget(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol;
}
