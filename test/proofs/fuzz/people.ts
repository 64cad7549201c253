import { BASE } from '#test/support/shop.js';
import { callOf } from '#test/support/calls/requests.js';
import { PASSWORD, type Ask, type Headers } from './http.js';

/** Who sends a request. */
export const ROLES = [
  'nobody',
  'key only',
  'strange key',
  'member',
  'member by cookie',
  'API admin',
  'another application’s token',
  'super admin',
  'super admin by cookie',
  'super admin with a key',
] as const;
export type Role = (typeof ROLES)[number];

/** What a role's own things are: the pools that its slots are filled from. */
export interface Belongings {
  cart: { id: number; version: number; lines: number[] };
  orders: number[];
  wishes: number[];
}

/** An application that roles belong to, and its key. */
export interface Place {
  id: string;
  apikey: string;
}

/** Milliseconds after which everybody signs in again; access tokens are good for 15 minutes. */
const SIGNED_IN_MS = 6 * 60_000;

interface Person {
  username: string;
  headers: Headers;
  at: number;
}

/** The people of a run. Whoever was logged out, or signed in long ago, signs in again before the next request. */
export class People {
  private readonly signedIn = new Map<Role, Person>();
  private readonly belongings = new Map<Role, Belongings>();
  /** How often anybody signed in. */
  signIns = 0;

  constructor(
    private readonly ask: Ask,
    private readonly home: Place,
    private readonly elsewhere: Place,
    private readonly publicUrl: string,
    private readonly root: string,
  ) {}

  /** The headers of a role; `strangeKey` is the key of some application that requests may have spoiled. */
  async headersOf(role: Role, strangeKey: string): Promise<Headers> {
    const key = ['apikey', this.home.apikey] as const;
    switch (role) {
      case 'nobody':
        return [];
      case 'key only':
        return [key];
      case 'strange key':
        return [['apikey', strangeKey]];
      default:
        return (await this.person(role)).headers;
    }
  }

  /** What a role owns; roles that nobody is own nothing. */
  of(role: Role): Belongings {
    let owned = this.belongings.get(role);
    if (owned === undefined) {
      owned = { cart: { id: 0, version: 0, lines: [] }, orders: [], wishes: [] };
      this.belongings.set(role, owned);
    }
    return owned;
  }

  /** Someone's session has ended. */
  forget(role: Role): void {
    this.signedIn.delete(role);
  }

  private async person(role: Role): Promise<Person> {
    const known = this.signedIn.get(role);
    if (known !== undefined && performance.now() - known.at < SIGNED_IN_MS) return known;
    const username = usernameOf(role, this.root);
    const person = { username, headers: await this.signIn(role, username), at: performance.now() };
    this.signedIn.set(role, person);
    return person;
  }

  private async signIn(role: Role, username: string): Promise<Headers> {
    const key = ['apikey', this.home.apikey] as const;
    this.signIns += 1;
    // From an address of its own, so that failed logins elsewhere do not count.
    const from = ['x-forwarded-for', `192.0.2.${this.signIns % 250}`] as const;
    if (role.startsWith('super admin')) {
      const { access_token: token } = await this.ask('POST', '/admin/api/session/', [from], {
        username,
        password: PASSWORD,
      });
      if (role === 'super admin by cookie') {
        return [
          ['cookie', `admin_session=${String(token)}`],
          ['origin', this.publicUrl],
        ];
      }
      const bearer = ['authorization', `Bearer ${String(token)}`] as const;
      return role === 'super admin' ? [bearer] : [key, bearer];
    }
    const at = role === 'another application’s token' ? this.elsewhere : this.home;
    const credentials = { username, password: PASSWORD };
    const { access_token: token } = await this.ask(
      'POST',
      `${BASE}/token/`,
      [['apikey', at.apikey], from],
      credentials,
    );
    return role === 'member by cookie'
      ? [key, ['cookie', `access_token=${String(token)}`]]
      : [key, ['authorization', `Bearer ${String(token)}`]];
  }
}

/** The username of a role; all super admins are one. */
export function usernameOf(role: Role, root: string): string {
  if (role.startsWith('super admin')) return root;
  return `fuzz-${role.replace(/[^A-Za-z]+/g, '-').toLowerCase()}`;
}

/** Who may use an operation; these are drawn more often than others. */
export function usualRoles(operationId: string): readonly Role[] {
  const { who } = callOf(operationId);
  if (who === 'super_admin' || who === 'entrance') return ['super admin', 'super admin by cookie'];
  if (who === 'application' || who === 'oauth_client') return ['key only'];
  return ['member', 'member by cookie', 'API admin', 'API admin'];
}
