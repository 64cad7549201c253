import { CallError } from './errors.js';
import { type Operations, ROUTES } from './generated/operations.js';
import type { Answer, OperationId, Page, Schemas } from './operations.js';
import { type CallOptions, newKey, queryOf, requestOf } from './request.js';
import { send, type SendOptions } from './send.js';
import { Session } from './session.js';
import { memoryTokens, type TokenStore } from './tokens.js';

/** How a client is made. */
export interface ClientOptions extends SendOptions {
  /** The address of the API, such as `https://shop.example.com/api/v1`; for a page of the same origin also `/api/v1`. */
  baseUrl: string;
  /** The key of the application. */
  applicationKey: string;
  /** Where the tokens of the user are kept: in memory, unless you say where. */
  tokens?: TokenStore | undefined;
  /** The language of texts and messages, as in `Accept-Language`: the browser's, unless you say which. */
  language?: string | undefined;
  /** Called when the session has ended, but not by `logOut`. */
  onSessionEnd?: (() => void) | undefined;
}

/** All operations by their ids; they throw an {@link CallError}. */
export interface Client extends Omit<Operations, 'getToken' | 'logOut'> {
  /** Logs a user in with username and password or with a single sign-on ticket, and keeps the tokens. */
  logIn(
    input: { username: string; password: string } | { ticket: string },
    options?: CallOptions,
  ): Promise<Schemas['TokenView']>;
  /** Ends the session, or all sessions of the log-in, and forgets the tokens, also if the service cannot be reached. */
  logOut(input?: { everywhere?: boolean }): Promise<Answer<'logOut'>>;
  /** Calls what is no operation of the document, such as an extension's `POST loyalty/redeem/`. */
  request<Data>(route: string, input?: object, options?: CallOptions): Promise<Data>;
  /** The tokens of the user; undefined for a visitor. */
  readonly tokens: TokenStore;
}

/** Makes a client of the API. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, applicationKey, tokens = memoryTokens(), language, onSessionEnd = () => {} } = options;

  function sendAs(token: string | undefined, route: string, input?: object, call: CallOptions = {}, id?: OperationId) {
    const request = requestOf(baseUrl, route, input, { ...call, language: call.language ?? language });
    Object.assign(request.headers, { apikey: applicationKey }, token && { authorization: `Bearer ${token}` });
    return send(request, id, options, call.signal);
  }

  // Without an idempotency key: whoever knew it would be logged in.
  function getToken(input: object, call?: CallOptions): Promise<Schemas['TokenView']> {
    return sendAs(undefined, ROUTES.getToken, input, call, 'getToken') as Promise<Schemas['TokenView']>;
  }

  const session = new Session(tokens, (refresh_token) => getToken({ refresh_token }), onSessionEnd);

  function request(route: string, input?: object, call: CallOptions = {}, id?: OperationId): Promise<unknown> {
    const { idempotencyKey = newKey(route) } = call;
    return session.do((token) => sendAs(token, route, input, { ...call, idempotencyKey }, id));
  }

  async function* rowsOf(first: Promise<unknown>, follow: (query: object) => Promise<unknown>) {
    for (let page = (await first) as Page<unknown>; ; page = (await follow(queryOf(page.next))) as Page<unknown>) {
      yield* page.results;
      if (page.next === null) return;
    }
  }

  function methodOf(id: OperationId) {
    return (input?: object, call?: CallOptions) => {
      const first = request(ROUTES[id], input, call, id);
      const rows = () => rowsOf(first, (query) => request(ROUTES[id], { ...input, ...query }, call, id));
      return Object.assign(first, { [Symbol.asyncIterator]: rows });
    };
  }

  const ids = Object.keys(ROUTES) as OperationId[];
  const methods = Object.fromEntries(ids.map((id) => [id, methodOf(id)])) as unknown as Operations;
  return {
    ...methods,
    tokens,
    request: (route, input, call) => request(route, input, call) as Promise<never>,
    async logIn(input, call) {
      const answer = await getToken(input, call);
      await tokens.set(answer);
      return answer;
    },
    async logOut(input) {
      try {
        return (await request(ROUTES.logOut, input, {}, 'logOut')) as Answer<'logOut'>;
      } catch (error) {
        // It had ended before.
        if (error instanceof CallError && error.type === 'Invalid Token') return {};
        throw error;
      } finally {
        await tokens.set(undefined);
      }
    },
  };
}
