import type { Pool } from 'pg';
import type { Contract } from '#test/support/contract.js';
import { ADMIN_TOKENS, CLIENT_TOKENS, type Credentials, type KeyName, type TokenName } from './columns.js';
import type { Sent, Service } from './service.js';
import {
  BLOCKED_IP,
  BLOCKED_ORIGIN,
  OWN_ORIGIN,
  type Application,
  type ClientType,
} from '#test/support/calls/shop-world.js';
import type { World } from '#test/support/calls/world.js';
import { SUPER_ADMIN as ROOT } from '#test/support/shop.js';

/** A page that no list names. */
const FOREIGN_ORIGIN = 'https://elsewhere.example.net';

/** No user has it, and no line, cart, order or product. */
export const NOBODYS_UID = 999_999_999;

/** Where all of it takes place. */
export interface Scene {
  world: World;
  service: Service;
  pool: Pool;
  contract: Contract;
}

/** Somebody who signs in. */
interface Person {
  uid: number;
  username: string;
}

/** What a person is there for: its roles, the application it signs in at, and what happens to it then. */
interface Part {
  roles: readonly string[];
  at?: KeyName;
  then?: (stage: Stage, token: string, person: Person, refreshToken: string) => Promise<string | void>;
}

const MEMBER = ['member'];
const SUPER_ADMIN = ['super_admin'];

const change =
  (fields: object) =>
  async (stage: Stage, _token: string, { uid }: Person) => {
    await stage.world.root('adminChangeUser', { path: { uid }, body: fields });
  };

const PARTS: Readonly<Record<TokenName, Part>> = {
  member: { roles: MEMBER },
  api_admin: { roles: ['api_admin'] },
  super_admin: { roles: SUPER_ADMIN },
  refreshed: {
    roles: MEMBER,
    then: async (stage, _token, _person, refresh_token) => {
      const headers = { apikey: stage.keys.own, origin: OWN_ORIGIN };
      const { access_token } = await stage.world.ask('getToken', headers, { body: { refresh_token } });
      return String(access_token);
    },
  },
  'logged out': {
    roles: MEMBER,
    then: async (stage, token) => {
      const headers = { apikey: stage.keys.own, origin: OWN_ORIGIN, authorization: `Bearer ${token}` };
      await stage.world.ask('logOut', headers);
    },
  },
  deactivated: { roles: MEMBER, then: change({ status: 'inactive' }) },
  'demoted api_admin': { roles: ['api_admin', 'member'], then: change({ roles: MEMBER }) },
  elsewhere: { roles: MEMBER, at: 'other' },
  inactive: { roles: MEMBER, at: 'inactive' },
  maintenance: { roles: MEMBER, at: 'maintenance' },
  'version 2': { roles: MEMBER, at: 'version 2' },
  root: { roles: SUPER_ADMIN },
  'root logged out': {
    roles: SUPER_ADMIN,
    then: async (stage, token) => {
      await stage.world.ask('adminLogOut', { authorization: `Bearer ${token}` });
    },
  },
  'root deactivated': { roles: SUPER_ADMIN, then: change({ status: 'inactive' }) },
  'root demoted': { roles: SUPER_ADMIN, then: change({ roles: MEMBER }) },
  finance: { roles: ['finance'] },
  support: { roles: ['support'] },
  catalogue: { roles: ['catalogue'] },
  developer: { roles: ['developer'] },
  auditor: { roles: ['auditor'] },
};

const isAdmin = (name: TokenName): boolean => (ADMIN_TOKENS as readonly string[]).includes(name);

/** All who call through applications of one type of client. */
export class Stage {
  readonly keys: Record<KeyName, string>;
  private readonly tokens = new Map<TokenName, string>();
  private readonly people = new Map<TokenName, Person>();

  readonly world: World;
  readonly service: Service;

  private constructor(
    private readonly scene: Scene,
    readonly type: ClientType,
    readonly own: Application,
    readonly other: Application,
    private readonly shut: Readonly<Record<'inactive' | 'maintenance' | 'version 2', Application>>,
    /** Whom API admins act for. */
    readonly anotherUid: number,
  ) {
    this.world = scene.world;
    this.service = scene.service;
    const { inactive, maintenance, 'version 2': version2 } = shut;
    this.keys = {
      own: own.apikey,
      other: other.apikey,
      'no key at all': 'none',
      revoked: '',
      inactive: inactive.apikey,
      maintenance: maintenance.apikey,
      'version 2': version2.apikey,
    };
  }

  /** Registers the applications, signs everybody in, and then takes from some what they had. */
  static async set(scene: Scene, type: ClientType): Promise<Stage> {
    const { world } = scene;
    const applications = {
      inactive: await world.application(type),
      maintenance: await world.application(type),
      'version 2': await world.application(type),
    };
    const [own, other] = [await world.application(type), await world.application(type)];
    world.shopId = own.id;
    const { uid } = await world.user('another', MEMBER);
    const stage = new Stage(scene, type, own, other, applications, uid);
    await stage.revokeOne();
    for (const name of [...CLIENT_TOKENS, ...ADMIN_TOKENS]) await stage.enter(name);
    await stage.shutApplications();
    return stage;
  }

  /** What a caller sends beside its request. */
  sent({ key, token, via = 'bearer', origin, fetchSite, blockedIp }: Credentials): Pick<Sent, 'headers' | 'ip'> {
    const headers: Record<string, string> = {};
    if (key !== undefined) headers.apikey = this.keys[key];
    const page = origin ?? (key !== undefined && this.type === 'web' ? 'own' : 'none');
    if (page !== 'none') headers.origin = this.originOf(page);
    if (fetchSite !== undefined) headers['sec-fetch-site'] = fetchSite;
    if (token !== undefined) this.present(headers, this.tokenOf(token), via);
    return { headers, ...(blockedIp === true ? { ip: BLOCKED_IP } : {}) };
  }

  /** The query that names for whom the caller acts. */
  query({ uid }: Credentials): Record<string, string> {
    if (uid === undefined) return {};
    return { uid: String(uid === 'nobody' ? NOBODYS_UID : this.uidOf(uid)) };
  }

  /**
   * The user whose data the caller's requests are about.
   * @param ofCaller also in the admin module
   */
  owner({ token = 'member', uid }: Credentials, ofCaller = false): number {
    if (uid !== undefined && uid !== 'nobody') return this.uidOf(uid);
    return this.person(isAdmin(token) && !ofCaller ? 'member' : token).uid;
  }

  /** Somebody by what the session is called. */
  person(name: TokenName): Person {
    const person = this.people.get(name);
    if (person === undefined) throw new Error(`nobody signed in as ${name}`);
    return person;
  }

  /** Signs somebody in, for the first time or again. */
  async enter(name: TokenName): Promise<void> {
    const { roles, at = 'own', then } = PARTS[name];
    const person = this.people.get(name) ?? (await this.world.user(name, roles));
    this.people.set(name, person);
    const { token, refreshToken } = isAdmin(name)
      ? {
          token: (
            await this.world.enterAdmin({ username: person.username, password: ROOT.password })
          ).authorization!.slice('Bearer '.length),
          refreshToken: '',
        }
      : await this.signIn(at, person);
    this.tokens.set(name, (await then?.(this, token, person, refreshToken)) ?? token);
  }

  /** Somebody else is signed in under that name the next time. */
  leave(name: TokenName): void {
    this.people.delete(name);
  }

  private uidOf(uid: 'another user' | 'the member'): number {
    return uid === 'another user' ? this.anotherUid : this.person('member').uid;
  }

  private async signIn(at: KeyName, { username }: Person): Promise<{ token: string; refreshToken: string }> {
    const { access_token, refresh_token } = await this.world.logIn(this.keys[at], username);
    return { token: String(access_token), refreshToken: String(refresh_token) };
  }

  private async revokeOne(): Promise<void> {
    const { id } = this.own;
    const { apikey, key_id } = await this.world.root('adminRotateApplicationKey', { path: { id }, body: {} });
    await this.world.root('adminRevokeApplicationKey', { path: { id, key_id } });
    this.keys.revoked = String(apikey);
  }

  /** After their users have signed in. */
  private async shutApplications(): Promise<void> {
    const { inactive, maintenance, 'version 2': version2 } = this.shut;
    const change = ({ id }: Application, body: object) =>
      this.world.root('adminChangeApplication', { path: { id }, body });
    await change(inactive, { status: 'inactive' });
    await change(maintenance, { status: 'maintenance' });
    // Only a version that is served can be registered for; others may stand in old rows.
    await this.scene.pool.query(`UPDATE applications SET api_version = 'v2' WHERE id = $1`, [version2.id]);
    await change(version2, { name: 'Version 2' });
  }

  private originOf(page: 'own' | 'foreign' | 'blocked' | 'service'): string {
    const { publicUrl } = this.service;
    return { own: OWN_ORIGIN, foreign: FOREIGN_ORIGIN, blocked: BLOCKED_ORIGIN, service: publicUrl }[page];
  }

  private tokenOf(name: TokenName): string {
    const token = this.tokens.get(name);
    if (token === undefined) throw new Error(`nobody signed in as ${name}`);
    return token;
  }

  private present(headers: Record<string, string>, token: string, via: NonNullable<Credentials['via']>): void {
    if (via === 'bearer') headers.authorization = `Bearer ${token}`;
    else if (via === 'basic') headers.authorization = `Basic ${token}`;
    else if (via === 'cookie behind a bad bearer') {
      headers.authorization = 'Bearer none';
      headers.cookie = `access_token=${token}`;
    } else headers.cookie = `${via}=${token}`;
  }
}
