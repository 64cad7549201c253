import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { callOf } from '#test/support/calls/requests.js';
import { World } from '#test/support/calls/world.js';
import { SUPER_ADMIN } from '#test/support/shop.js';
import { canary, type Kind, type SecretIndex } from './search.js';
import type { Call, Service } from './service.js';

export type Headers = Readonly<Record<string, string>>;

/** Who takes part in the story, and what they hold. */
export interface Cast {
  service: Service;
  world: World;
  receiver: Receiver;
  secrets: SecretIndex;
  superAdmin: { username: string; password: string };
  admin: Headers;
  adminToken: string;
  application: { id: string; apikey: string };
  target: { id: string; apikey: string };
  apiAdmin: Headers;
  member: Headers;
  memberAccount: { username: string; password: string };
  memberTokens: { access: string; refresh: string };
  memberUid: number;
  product: number;
  webhookSecret: string;
  encryptionKey: { kid: string; k: string };
}

/** A new secret that the run chooses; it is looked for from now on. */
export function chosen(secrets: SecretIndex, kind: Kind): string {
  const value = canary();
  secrets.add(kind, value);
  return value;
}

let names = 0;

/** A name that nobody has. */
export function freshName(kind: string): string {
  names += 1;
  return `own-${kind}-${names}`;
}

/** A new person's names and password. */
export function freshAccount(secrets: SecretIndex): { username: string; email: string; password: string } {
  const username = freshName('person');
  return { username, email: `${username}@example.com`, password: chosen(secrets, 'password') };
}

/** Brings everybody in who takes part. */
export async function assemble(
  service: Service,
  secrets: SecretIndex,
  superAdminPassword: string,
  receiver: Receiver,
  pool: Pool,
): Promise<Cast> {
  const own = { username: SUPER_ADMIN.username, password: superAdminPassword };
  const session = await service.ok('adminLogIn', { body: own });
  const adminToken = String(session.access_token);
  const admin = bearer(adminToken);
  const send = (operationId: string, call: Call) => service.send(operationId, call);
  const query = async (statement: string, values: unknown[]) => (await pool.query<object>(statement, values)).rows;
  const world = new World(send, query, own, receiver.url);
  await world.begin();
  const owner = freshAccount(secrets);
  const webhook = {
    url: receiver.url,
    events: [
      'user.created',
      'session.ended',
      'application.updated',
      'cart.updated',
      'account.confirmation_requested',
      'account.email_change_requested',
      'account.password_reset_requested',
    ],
  };
  const application = await register(service, admin, { api_admin: owner, webhook });
  world.shopId = application.id;
  const ofApplication = { headers: admin, path: { id: application.id } };
  await service.ok('adminChangeApplication', { ...ofApplication, body: { self_service: true } });
  const target = await register(service, admin, {
    api_admin: { username: freshName('owner'), email: `${freshName('owner')}@example.com` },
    sso: { login_url: 'https://target.example/enter', logout_url: 'https://target.example/leave' },
  });
  const headers = { apikey: application.apikey };
  const signIn = async (body: object) => service.ok('getToken', { headers, body });
  const ofOwner = await signIn({ username: owner.username, password: owner.password });
  const apiAdmin = { ...headers, ...bearer(ofOwner.access_token) };
  const person = freshAccount(secrets);
  await service.ok('signUp', { headers: apiAdmin, body: { ...person, ...PERSON } });
  const ofMember = await signIn({ username: person.email, password: person.password });
  const path = { id: application.id };
  const { secret } = await service.ok('adminGetWebhook', { headers: admin, path });
  const { jwk } = await service.ok('adminIssueEncryptionKey', { headers: admin, path, body: { platform: 'server' } });
  return {
    service,
    world,
    receiver,
    secrets,
    superAdmin: own,
    admin,
    adminToken,
    application,
    target,
    apiAdmin,
    member: { ...headers, ...bearer(ofMember.access_token) },
    memberAccount: { username: person.username, password: person.password },
    memberTokens: { access: String(ofMember.access_token), refresh: String(ofMember.refresh_token) },
    memberUid: Number(ofMember.uid),
    product: world.productId,
    webhookSecret: String(secret),
    encryptionKey: jwk as { kid: string; k: string },
  };
}

/** The credentials of somebody who may call an operation; new ones for one that ends the session. */
export async function headersFor(cast: Cast, operationId: string): Promise<Headers> {
  const { service, application, superAdmin, memberAccount, admin, apiAdmin, member } = cast;
  const { who, endsSession } = callOf(operationId);
  const key = { apikey: application.apikey };
  switch (who) {
    case 'anyone':
    case 'entrance':
      return {};
    case 'application':
    case 'oauth_client':
      return key;
    case 'user':
      if (endsSession !== true) return member;
      return { ...key, ...bearer((await service.ok('getToken', { headers: key, body: memberAccount })).access_token) };
    case 'api_admin':
      return apiAdmin;
    case 'super_admin':
      if (endsSession !== true) return admin;
      return bearer((await service.ok('adminLogIn', { body: superAdmin })).access_token);
  }
}

/** Another member, whom nothing else needs. */
export async function freshMember({
  world,
  application: { apikey },
}: Cast): Promise<{ uid: number; headers: Headers }> {
  const { uid, username } = await world.user('newcomer', ['member']);
  const { access_token } = await world.logIn(apikey, username);
  return { uid, headers: { apikey, ...bearer(access_token) } };
}

/** Another super admin, whom nothing else needs. */
export async function freshAdmin({ world }: Cast): Promise<{ uid: number; headers: Headers }> {
  const { uid, username } = await world.user('admin', ['super_admin']);
  return { uid, headers: await world.enterAdmin({ username, password: await world.knownPassword(uid) }) };
}

/** Registers an application. */
export async function register(
  service: Service,
  admin: Headers,
  fields: object,
): Promise<{ id: string; apikey: string }> {
  const body = { name: freshName('shop'), api_version: 'v1', client_type: 'server', ...fields };
  const { id, apikey } = await service.ok('adminRegisterApplication', { headers: admin, body });
  return { id: String(id), apikey: String(apikey) };
}

/** The header of a bearer token. */
export function bearer(token: unknown): { authorization: string } {
  return { authorization: `Bearer ${String(token)}` };
}

/** What a sign-up asks for beside the account. */
export const PERSON = { first_name: 'Proof', last_name: 'Member', country_code: 'DE' };

/** The media type of forms. */
export const FORM = 'application/x-www-form-urlencoded';

/** Ways to answer a webhook, in turn: also those that fail, and one that gives back what it got. */
const ANSWERS = ['accepts', 'fails', 'echoes', 'hangs up'] as const;

/** An endpoint of webhooks: keeps all that it is sent, and answers well and badly by turns. */
export class Receiver {
  /** Headers and bodies as they came. */
  readonly received: string[] = [];
  /** Answers that there is nothing any more, which disables the webhook. */
  isGone = false;
  private readonly server: Server;

  constructor(secrets: SecretIndex) {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = `${JSON.stringify(request.headers)} ${Buffer.concat(parts).toString('utf8')}`;
        const how = this.isGone ? 'is gone' : ANSWERS[this.received.length % ANSWERS.length];
        this.received.push(text);
        for (const [, token] of text.matchAll(/"token":\s*"([\w-]{43})"/g)) secrets.add('token for an e-mail', token!);
        if (how === 'hangs up') request.socket.destroy();
        else if (how === 'is gone') response.writeHead(410).end();
        else if (how === 'fails') response.writeHead(500).end('it failed');
        else response.writeHead(how === 'echoes' ? 400 : 200).end(how === 'echoes' ? text : '');
      });
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
