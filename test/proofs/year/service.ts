import { exchange, type Answer, type Sent } from '../support/http.js';
import type { Instance } from '../support/instance.js';
import { account, BASE, LENIENT_APPROVALS, PRODUCT_TYPE, SUPER_ADMIN } from '../support/shop.js';

type Data = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;

/** Entries of a page; the most that one has. */
const PAGE = 100;

/** Two super admins and an API admin, who do over HTTP what a company does. */
export class Service {
  private root: Headers = {};
  private other: Headers = {};
  private keeper: Headers = {};

  constructor(private readonly instance: Instance) {}

  /** Opens sessions, and registers the application of the API admin. */
  async enter(): Promise<void> {
    this.root = await this.session(SUPER_ADMIN);
    await this.admin('PATCH', 'approvals/settings/', LENIENT_APPROVALS);
    await this.admin('POST', 'users/', { ...account('second-admin'), roles: ['super_admin'] });
    this.other = await this.session({ username: 'second-admin', password: SUPER_ADMIN.password });
    await this.admin('POST', 'product-types/', PRODUCT_TYPE);
    const application = { name: 'Shop', api_version: 'v1', client_type: 'server', api_admin: account('api-admin') };
    const { apikey } = await this.admin('POST', 'applications/', application);
    const credentials = { username: 'api-admin', password: SUPER_ADMIN.password };
    const { access_token } = await this.ask('POST', `${BASE}/token/`, { apikey: String(apikey) }, credentials);
    this.keeper = { apikey: String(apikey), authorization: `Bearer ${String(access_token)}` };
  }

  /** Asks the admin module as the first super admin. @throws Error for any answer but 200 */
  admin(method: Sent['method'], path: string, body?: object): Promise<Data> {
    return this.ask(method, `/admin/api/${path}`, this.root, body);
  }

  /** As {@link admin}, as the second one. */
  second(method: Sent['method'], path: string, body?: object): Promise<Data> {
    return this.ask(method, `/admin/api/${path}`, this.other, body);
  }

  /** Asks the admin module for what may be refused. */
  tryAdmin(method: Sent['method'], path: string, body?: object): Promise<Answer> {
    return this.send(method, `/admin/api/${path}`, this.root, body);
  }

  /** Asks the client API as the API admin, for a member if one is named. */
  client(method: Sent['method'], path: string, { uid, body }: { uid?: number; body?: object } = {}): Promise<Data> {
    return this.ask(method, `${BASE}/${path}${uid === undefined ? '' : `?uid=${uid}`}`, this.keeper, body);
  }

  /** All entries of a list of the admin module. */
  async all<Entry>(path: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (;;) {
      const { results, next } = await this.admin('GET', `${path}?limit=${PAGE}&offset=${entries.length}`);
      entries.push(...(results as Entry[]));
      if (next === null) return entries;
    }
  }

  private async session(credentials: object): Promise<Headers> {
    const { access_token } = await this.ask('POST', '/admin/api/session/', {}, credentials);
    return { authorization: `Bearer ${String(access_token)}` };
  }

  private async ask(method: Sent['method'], path: string, headers: Headers, body?: object): Promise<Data> {
    const answer = await this.send(method, path, headers, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${JSON.stringify(answer)}`);
    return answer.data;
  }

  private async send(method: Sent['method'], path: string, headers: Headers, body?: object): Promise<Answer> {
    const request = { method, path, headers, ...(body === undefined ? {} : { body }) };
    let answer = await exchange(this.instance, request);
    if (typeof answer !== 'string' && answer.type === 'Reauthentication Required') {
      // A log-in counts for minutes, and a year takes longer.
      await this.ask('POST', '/admin/api/session/confirm/', headers, { password: SUPER_ADMIN.password });
      answer = await exchange(this.instance, request);
    }
    if (typeof answer === 'string') throw new Error(`${method} ${path} got no answer`);
    return answer;
  }
}
