import { createHash, randomBytes } from 'node:crypto';
import { PASSWORD, type TestApplication, type TestUser } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';

export const FORM = 'application/x-www-form-urlencoded';
export const CALLBACK = 'https://shop.example/callback';

/** What an application makes for each log-in: RFC 7636. */
export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The parameters with which an application leads to the sign-in page. */
export function asked({ id }: TestApplication, more: Record<string, string> = {}): Record<string, string> {
  return {
    response_type: 'code',
    client_id: id,
    redirect_uri: CALLBACK,
    scope: 'shop profile',
    state: 'xyz',
    code_challenge: newPkce().challenge,
    code_challenge_method: 'S256',
    ...more,
  };
}

/** The address of the sign-in page. */
export function addressOf(parameters: Record<string, string> | [string, string][]): string {
  return `/oauth/authorize?${new URLSearchParams(parameters).toString()}`;
}

/** The parameters of where an answer leads. */
export function answered({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(new URL(String(headers['location'])).searchParams);
}

/** A browser without scripts: it keeps the cookie, and sends forms as the pages have them. */
export class SignInBrowser {
  cookie = '';

  constructor(
    private readonly app: TestApp,
    private readonly headers: Record<string, string> = {},
  ) {}

  async get(url: string): Promise<Answer> {
    return this.keep(await this.app.send('GET', url, { headers: this.sent }));
  }

  /** Sends the form of the page at an address. */
  async submit(url: string, fields: Record<string, string>): Promise<Answer> {
    return this.post(url, { form_token: formTokenOf(await this.get(url)), ...fields });
  }

  async post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const payload = new URLSearchParams(fields).toString();
    const all = { ...this.sent, 'content-type': FORM, ...headers };
    return this.keep(await this.app.send('POST', url, { headers: all, payload }));
  }

  /** Signs in with the right password. */
  async signIn(url: string, { username }: Pick<TestUser, 'username'>): Promise<Answer> {
    return this.submit(url, { username, password: PASSWORD });
  }

  /** Signs in, and allows what the application asks for if that is due. */
  async allow(url: string, user: Pick<TestUser, 'username'>): Promise<Answer> {
    const answer = await this.signIn(url, user);
    const location = String(answer.headers['location']);
    return location.startsWith('/oauth/consent') ? this.submit(location, { decision: 'allow' }) : answer;
  }

  private get sent(): Record<string, string> {
    return { ...this.headers, ...(this.cookie !== '' && { cookie: this.cookie }) };
  }

  private keep(answer: Answer): Answer {
    const set = answer.headers['set-cookie'];
    if (set !== undefined) this.cookie = String([set].flat().at(-1)).split(';')[0]!;
    return answer;
  }
}

/** The hidden field of a page's form. */
export function formTokenOf({ text }: Answer): string {
  return /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** The whole way of an application: its tokens for a user. */
export async function tokensByCode(
  app: TestApp,
  shop: TestApplication,
  user: Pick<TestUser, 'username'>,
  scope = 'shop profile',
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
  const { verifier, challenge } = newPkce();
  const url = addressOf(asked(shop, { scope, code_challenge: challenge }));
  const { code } = answered(await new SignInBrowser(app).allow(url, user));
  return (await redeem(app, shop, { code: code!, code_verifier: verifier })).body as never;
}

/** Sends a code to the token endpoint, with the application's key. */
export function redeem(app: TestApp, { id, apikey }: TestApplication, fields: Record<string, string>): Promise<Answer> {
  const all = {
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    client_id: id,
    client_secret: apikey,
    ...fields,
  };
  const payload = new URLSearchParams(all).toString();
  return app.send('POST', 'oauth/token/', { headers: { 'content-type': FORM }, payload });
}
