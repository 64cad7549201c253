import { ApiError, type Failure } from './errors.js';
import { OPERATIONS } from './generated/operations.js';
import type { Answer, Operations, OperationId, Schemas } from './operations.js';
import { type CallOptions, requestOf } from './request.js';
import { memoryTokens, type Tokens, type TokenStore } from './tokens.js';

/** How a client is made. */
export interface ClientOptions {
  /** The address of the API, such as `https://shop.example.com/api/v1`; in a page of the same origin also `/api/v1`. */
  baseUrl: string;
  /** The key of the application. */
  applicationKey: string;
  /** Where the tokens of the user are kept: in memory, unless told otherwise. */
  tokens?: TokenStore;
  /** The language of texts and messages, as in `Accept-Language`. */
  language?: string;
  fetch?: typeof fetch;
  /** Called when the session of the user has ended, and not by `logOut`. */
  onSessionEnd?: () => void;
}

/** All operations by their ids, and the tokens of the user. */
export interface Client extends Operations {
  /** Logs a user in by name and password or by a single sign-on ticket, and keeps the tokens. */
  logIn(input: { username: string; password: string } | { ticket: string }): Promise<Schemas['TokenView']>;
  /** Ends the session, or all sessions of the log-in, and forgets the tokens. */
  logOut(input?: { everywhere?: boolean }): Promise<Answer<'logOut'>>;
  readonly tokens: TokenStore;
}

interface Page {
  results: unknown[];
  next: string | null;
}

/** A client of the API. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, applicationKey, tokens = memoryTokens(), fetch: send = fetch } = options;
  let refresh: Promise<Tokens | undefined> | undefined;

  async function once(id: OperationId, input?: object, call: CallOptions = {}, user?: Tokens): Promise<unknown> {
    const { language = options.language } = call;
    const { url, headers, ...request } = requestOf(baseUrl, OPERATIONS[id], input, { ...call, language });
    const response = await send(url, {
      ...request,
      headers: { ...headers, apikey: applicationKey, ...(user && { authorization: `Bearer ${user.access_token}` }) },
      signal: call.signal,
    });
    const body = (await response.json()) as { data: unknown };
    if (response.ok) return body.data;
    const after = response.headers.get('retry-after');
    throw new ApiError(body as unknown as Failure, after === null ? undefined : Number(after));
  }

  /** New tokens, once for all calls that need them. */
  function refreshed(user: Tokens): Promise<Tokens | undefined> {
    return (refresh ??= (async () => {
      const next = (await once('getToken', { refresh_token: user.refresh_token })) as Tokens;
      await tokens.set(next);
      return next;
    })().finally(() => (refresh = undefined)));
  }

  async function call(id: OperationId, input?: object, callOptions?: CallOptions): Promise<unknown> {
    const user = await tokens.get();
    try {
      return await once(id, input, callOptions, user);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid_token') || user === undefined) throw error;
      return once(id, input, callOptions, await refreshed(user));
    }
  }

  function method(id: OperationId) {
    return (input?: object, callOptions?: CallOptions) => {
      const page = call(id, input, callOptions);
      return Object.assign(page, {
        async *[Symbol.asyncIterator]() {
          let { results, next } = (await page) as Page;
          for (;;) {
            yield* results;
            if (next === null) return;
            const query = Object.fromEntries(new URL(next, 'http://localhost').searchParams);
            ({ results, next } = (await call(id, { ...input, ...query }, callOptions)) as Page);
          }
        },
      });
    };
  }

  const methods = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationId[]).map((id) => [id, method(id)]),
  ) as unknown as Operations;
  return {
    ...methods,
    tokens,
    async logIn(input) {
      const answer = (await once('getToken', input)) as Schemas['TokenView'];
      await tokens.set(answer);
      return answer;
    },
    async logOut(input) {
      const answer = (await call('logOut', input)) as Answer<'logOut'>;
      await tokens.set(undefined);
      return answer;
    },
  };
}
