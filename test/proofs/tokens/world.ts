import type { Pool } from 'pg';
import { type ExactAnswer, type ExactRequest, sendExact } from '#test/support/http.js';
import { type Instance, startInstances } from '#test/support/instance.js';
import type { Place } from '#test/support/place.js';
import type { Run } from '#test/support/proof.js';
import { BASE, SUPER_ADMIN } from '#test/support/shop.js';

/** The password of every user that the run makes. */
export const PASSWORD = 'a password of the proof 1';

/** Where a signed-in user finds out that it is one. */
export const USER_PATH = `${BASE}/commerce/cart-items/`;

/** Where a super admin does. */
export const ADMIN_PATH = '/admin/api/session/';

/** The cookie of the admin module where `PUBLIC_URL` is https, as it is here. */
export const ADMIN_COOKIE = '__Host-admin_session';

export type Headers = Readonly<Record<string, string>>;

/** A registered application. */
export interface Application {
  id: string;
  apikey: string;
  keyId: string;
}

/** Tokens of a session. */
export interface Tokens {
  uid: number;
  access: string;
  refresh: string;
}

/** Two instances over one database: A believes the `X-Forwarded-For` of this machine, B nobody's. */
export class World {
  private addresses = 0;
  private names = 0;
  private adminToken = '';

  private constructor(
    readonly a: Instance,
    readonly b: Instance,
    readonly pool: Pool,
    readonly publicUrl: string,
  ) {}

  /** Starts both instances and signs the super admin in. */
  static async open(run: Run<unknown>, place: Place): Promise<World> {
    const publicUrl = 'https://shop.example';
    const [a, b] = await startInstances(run, {
      roles: ['A', 'B'],
      directory: place.dataDir,
      settings: {
        ...place.settings,
        PUBLIC_URL: publicUrl,
        DATABASE_POOL_SIZE: '20',
        // Were an address inside a token ever asked, this would let it reach the run's own listener.
        WEBHOOK_ALLOW_PRIVATE: 'true',
      },
      settingsOf: (role): Record<string, string> => (role === 'A' ? { TRUSTED_PROXIES: '127.0.0.1' } : {}),
    });
    const world = new World(a!, b!, place.pool, publicUrl);
    world.adminToken = String((await world.logInAdmin(SUPER_ADMIN.username, SUPER_ADMIN.password)).access_token);
    return world;
  }

  /** A fresh client address, for the headers of a request to A. */
  fromElsewhere(): Headers {
    this.addresses += 1;
    const { addresses } = this;
    return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` };
  }

  /** Lets no failed login count any more. */
  async forgetFailures(): Promise<void> {
    await this.pool.query(`DELETE FROM rate_limits WHERE key LIKE 'login-%'`);
  }

  /** A name that nobody has. */
  freshName(kind: string): string {
    this.names += 1;
    return `${kind}-${this.names}`;
  }

  /** The other instance. */
  other(instance: Instance): Instance {
    return instance === this.a ? this.b : this.a;
  }

  get adminHeaders(): Headers {
    return bearer(this.adminToken);
  }

  /** Sends a request to A, from an address of its own, that must be answered with 200; gives its data. */
  async ask(method: string, path: string, headers: Headers, body?: object, at = this.a): Promise<ExactAnswer['data']> {
    const request = { method, path, headers: { ...this.fromElsewhere(), ...headers }, ...(body ? { body } : {}) };
    const answer = await sendExact(at, request);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${answer.status} ${answer.text}`);
    return answer.data;
  }

  /** The same, as the super admin. */
  admin(method: string, path: string, body?: object, at = this.a): Promise<ExactAnswer['data']> {
    return this.ask(method, `/admin/api/${path}`, this.adminHeaders, body, at);
  }

  /** A session of the admin module. */
  logInAdmin(username: string, password: string): Promise<ExactAnswer['data']> {
    return this.ask('POST', ADMIN_PATH, {}, { username, password });
  }

  /** Registers an application; `fields` beside what all have. */
  async register(fields: object = {}): Promise<Application> {
    const name = this.freshName('application');
    const { id, apikey } = await this.admin('POST', 'applications/', {
      name,
      api_version: 'v1',
      client_type: 'server',
      api_admin: { username: this.freshName('api-admin'), email: `${name}@example.com`, password: PASSWORD },
      ...fields,
    });
    const keys = await this.admin('GET', `applications/${String(id)}/keys/`);
    const [{ key_id: keyId }] = keys.results as [{ key_id: string }];
    return { id: String(id), apikey: String(apikey), keyId };
  }

  /** Makes a user with {@link PASSWORD}. */
  async makeUser(roles: readonly string[] = ['member']): Promise<{ uid: number; username: string; email: string }> {
    const username = this.freshName('user');
    const email = `${username}@example.com`;
    const { uid } = await this.admin('POST', 'users/', { username, email, password: PASSWORD, roles });
    return { uid: Number(uid), username, email };
  }

  /** Logs somebody in at an application. */
  async logIn(application: Application, username: string): Promise<Tokens> {
    return tokensOf(await this.token(application, { username, password: PASSWORD }));
  }

  /** Somebody new, logged in. */
  async member(application: Application): Promise<Tokens> {
    return this.logIn(application, (await this.makeUser()).username);
  }

  /** What `/token/` gives, which must be 200. */
  token({ apikey }: Application, body: object, at = this.a): Promise<ExactAnswer['data']> {
    return this.ask('POST', `${BASE}/token/`, { apikey }, body, at);
  }

  /** Asks an instance whether a user's access token is good there. */
  use(at: Instance, { apikey }: Application, access: string, path = USER_PATH): Promise<ExactAnswer> {
    return sendExact(at, { method: 'GET', path, headers: { apikey, ...bearer(access) } });
  }
}

/** The header of a bearer token. */
export function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** What an answer of `/token/` holds. */
export function tokensOf({ uid, access_token, refresh_token }: ExactAnswer['data']): Tokens {
  return { uid: Number(uid), access: String(access_token), refresh: String(refresh_token) };
}

/** A form for OAuth's own addresses. */
export function atOAuth(
  name: 'token' | 'revoke',
  fields: Readonly<Record<string, string>>,
  headers: Headers = {},
): ExactRequest {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return {
    method: 'POST',
    path: `${BASE}/oauth/${name}/`,
    headers: form,
    body: new URLSearchParams(fields).toString(),
  };
}

/** An exchange at the token endpoint that may be refused. */
export function atToken({ apikey }: Application, body: unknown, headers: ExactRequest['headers'] = {}): ExactRequest {
  return { method: 'POST', path: `${BASE}/token/`, headers: { apikey, ...headers }, body };
}

/** The documented 401: the envelope, its type, no data, and for tokens the challenge of RFC 6750. */
export function isRefusal({ status, json, headers }: ExactAnswer, type: string): boolean {
  const isBare = JSON.stringify(json.data) === '{}';
  const challenge = type !== 'Invalid Token' || headers['www-authenticate'] === 'Bearer error="invalid_token"';
  return status === 401 && json.status_code === 401 && json.type === type && isBare && challenge;
}

/** The refusal of RFC 6749, section 5.2, with its challenge. */
export function isWrongClient({ status, json, headers }: ExactAnswer): boolean {
  const isTold = json.error === 'invalid_client' && Object.keys(json).length === 2;
  return status === 401 && isTold && String(headers['www-authenticate']).startsWith('Basic ');
}

/** An answer in a few words. */
export function told({ status, text }: ExactAnswer): string {
  return `${status} ${text.slice(0, 160)}`;
}
