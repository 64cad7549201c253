import { createClient, type Client, isApiError, type Schemas, storedTokens } from '@commerce/client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { forgetData, refresh, setData } from './data';
import { go } from './router';

/** What `/shop/config.json` says. */
export interface Config {
  base_url: string;
  apikey: string;
  currency_code: string;
  demo: { username: string; password: string };
}

export type Cart = Schemas['CartView'];

const tokens = storedTokens(localStorage, 'shop.tokens');

/** What somebody wanted to buy before they were logged in. */
let wanted: number | undefined;

const session = { isOpen: localStorage.getItem('shop.tokens') !== null, listeners: new Set<() => void>() };

function setSession(isOpen: boolean): void {
  session.isOpen = isOpen;
  forgetData();
  session.listeners.forEach((listener) => listener());
}

/** Whether somebody is logged in. */
export function useSession(): boolean {
  return useSyncExternalStore(
    (listener) => {
      session.listeners.add(listener);
      return () => session.listeners.delete(listener);
    },
    () => session.isOpen,
  );
}

/** The API, and what the pages do with it. */
export class Shop {
  readonly api: Client;

  constructor(
    readonly config: Config,
    readonly language: string,
  ) {
    const { base_url: baseUrl, apikey: applicationKey } = config;
    this.api = createClient({ baseUrl, applicationKey, tokens, language, onSessionEnd: () => setSession(false) });
  }

  /** Logs in, and puts into the cart what was wanted before. @returns where to go on */
  async logIn(username: string, password: string): Promise<string> {
    await this.api.logIn({ username, password });
    setSession(true);
    const product = wanted;
    wanted = undefined;
    if (product === undefined) return '/';
    await this.addToCart(product, 1);
    return '/cart';
  }

  async logOut(): Promise<void> {
    await this.api.logOut().catch(() => tokens.set(undefined));
    setSession(false);
    go('/');
  }

  /** Adds pieces to the cart; who is not logged in does that first. */
  async addToCart(product: number, quantity: number): Promise<boolean> {
    if (!session.isOpen) {
      wanted = product;
      go('/sign-in');
      return false;
    }
    this.showCart(await this.api.addCartItem({ product_id: product, quantity }));
    return true;
  }

  /** Shows a cart that a change has answered, and asks again what it would earn. */
  showCart(cart: Cart): void {
    setData('cart', cart);
    refresh('cart-commission');
  }

  /**
   * Asks what stands beside the API: in this demo the service plays the company's mailer, payment provider and returns
   * desk.
   */
  async backEnd<Data>(path: string, body: object): Promise<Data> {
    const user = await tokens.get();
    const response = await fetch(`/shop/back-end/${path}`, {
      method: 'POST',
      headers: {
        apikey: this.config.apikey,
        'accept-language': this.language,
        'content-type': 'application/json',
        ...(user !== undefined && { authorization: `Bearer ${user.access_token}` }),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Data; message?: string };
    if (!response.ok) throw new Error(answer.message);
    return answer.data;
  }
}

export const ShopContext = createContext<Shop | undefined>(undefined);

/** The shop of the page. */
export function useShop(): Shop {
  return useContext(ShopContext)!;
}

/** What to say of an error: the service says it in the language of the page. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The problems of the fields of a form, by their names. */
export function problemsOf(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([name, problems]) => [name, problems?.[0]?.message ?? '']),
  );
}

const REF = 'shop.ref';

/** Keeps the member's link by which somebody came, and takes it out of the address. */
export function keepReferral(): void {
  const query = new URLSearchParams(location.search);
  const ref = query.get('ref');
  if (ref === null) return;
  localStorage.setItem(REF, ref);
  query.delete('ref');
  const rest = query.toString();
  history.replaceState(null, '', location.pathname + (rest && `?${rest}`));
}

/** The member's link by which somebody came. */
export function referral(): string | undefined {
  return localStorage.getItem(REF) ?? undefined;
}

/** Forgets it: it has been used, or was none. */
export function forgetReferral(): void {
  localStorage.removeItem(REF);
}
