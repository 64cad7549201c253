import { CallError } from './errors.js';
import type { Tokens, TokenStore } from './tokens.js';

/** The Web Locks of browsers, which tabs share. */
interface Locks {
  request<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}

/** The session of a user: gives calls the access token, and renews it once for all that need it. */
export class Session {
  private renewal: Promise<Tokens | undefined> | undefined;

  /**
   * @param renew sends the refresh token
   * @param onEnd called when the session has ended
   */
  constructor(
    private readonly store: TokenStore,
    private readonly renew: (refreshToken: string) => Promise<Tokens>,
    private readonly onEnd: () => void,
  ) {}

  /**
   * Does something as the user, again with a new token if the service refuses the present one.
   * @param work called with the access token; undefined for visitors
   */
  async do<Value>(work: (accessToken?: string) => Promise<Value>): Promise<Value> {
    const tokens = await this.store.get();
    if (tokens === undefined) return work();
    try {
      return await work(tokens.access_token);
    } catch (error) {
      if (!(error instanceof CallError && error.type === 'Invalid Token')) throw error;
      const next = await (this.renewal ??= this.renewed(tokens).finally(() => (this.renewal = undefined)));
      if (next === undefined) throw error;
      return work(next.access_token);
    }
  }

  /** New tokens; undefined if the session has ended. */
  private renewed(refused: Tokens): Promise<Tokens | undefined> {
    return exclusively(async () => {
      const tokens = await this.store.get();
      // Renewed meanwhile by another tab, or logged out.
      if (tokens?.access_token !== refused.access_token) return tokens;
      try {
        const next = await this.renew(tokens.refresh_token);
        await this.store.set(next);
        return next;
      } catch (error) {
        if (!isRefused(error)) throw error;
        await this.store.set(undefined);
        this.onEnd();
        return undefined;
      }
    });
  }
}

/** Whether the refresh token is no good, which says nothing of the application. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.code === 'validation' || (error.status === 401 && error.code !== 'api_key_invalid');
}

/** One tab at a time, where the browser can do that: a refresh token is good once. */
function exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
  const { locks } = (globalThis.navigator ?? {}) as { locks?: Locks };
  return locks === undefined ? work() : locks.request('commerce.tokens', work);
}
