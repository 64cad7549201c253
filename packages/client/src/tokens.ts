/** The tokens of a user who is logged in. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Where tokens are kept: anything that reads and writes, at once or later. */
export interface TokenStore {
  get(): Tokens | undefined | Promise<Tokens | undefined>;
  set(tokens: Tokens | undefined): unknown;
}

/** Keeps tokens in memory: they are gone with the page or the process. */
export function memoryTokens(tokens?: Tokens): TokenStore {
  return { get: () => tokens, set: (next) => void (tokens = next) };
}

/** What `localStorage`, `sessionStorage` and React Native's `AsyncStorage` have. */
interface KeyedStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** Keeps tokens in a storage under a key, such as `storedTokens(localStorage)`. */
export function storedTokens(storage: KeyedStorage, key = 'commerce.tokens'): TokenStore {
  return {
    async get() {
      try {
        return JSON.parse((await storage.getItem(key)) ?? '') as Tokens;
      } catch {
        return undefined;
      }
    },
    set: (tokens) => (tokens === undefined ? storage.removeItem(key) : storage.setItem(key, JSON.stringify(tokens))),
  };
}
