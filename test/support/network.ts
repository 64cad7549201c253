import type { TestClient } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';

/** A row of an open edge. */
export interface OpenEdge {
  uid: number;
  parent_uid: number | null;
  leg: number | null;
}

/** Hands for tests of the network. */
export class NetworkHands {
  private count = 0;

  private constructor(
    private readonly app: TestApp,
    readonly apiAdmin: TestClient,
    readonly root: TestClient,
  ) {}

  static async of(app: TestApp): Promise<NetworkHands> {
    return new NetworkHands(app, await app.make.apiAdmin(), await app.make.superAdmin());
  }

  settings(change: object): Promise<Answer> {
    return this.root.patch('/admin/api/network/settings/', change);
  }

  /** Sends a sign-up of somebody new. */
  signUp(fields: object = {}): Promise<Answer> {
    return this.apiAdmin.post('user/signup/', this.form(fields));
  }

  form(fields: object = {}): Record<string, unknown> {
    this.count += 1;
    const username = `member-${this.count}`;
    return {
      username,
      email: `${username}@example.com`,
      password: 'a good password',
      first_name: 'Maria',
      last_name: 'Schmidt',
      country_code: 'DE',
      ...fields,
    };
  }

  /** Somebody new, who came in by a sign-up that succeeded. */
  async member(fields: object = {}): Promise<{ uid: number; username: string }> {
    const form = this.form(fields);
    const { status, text, body } = await this.apiAdmin.post('user/signup/', form);
    if (status !== 200) throw new Error(`a sign-up was answered with ${status} ${text}`);
    return { uid: body.data.uid, username: String(form.username) };
  }

  /** Somebody new below a sponsor, or at the top. */
  join(sponsor?: { username: string }, fields: object = {}): Promise<{ uid: number; username: string }> {
    return this.member({ ...(sponsor === undefined ? {} : { sponsor: sponsor.username }), ...fields });
  }

  /** A client of somebody who is there. */
  as({ uid, username }: { uid: number; username: string }): Promise<TestClient> {
    const user = { uid, username, email: `${username}@example.com` };
    return this.app.make.client(['member'], this.apiAdmin.application!, user);
  }

  /** Where a member stands; undefined for who is not placed. */
  async position(uid: number, tree = 'placement'): Promise<Omit<OpenEdge, 'uid'> | undefined> {
    const [row] = await this.app.database.query<OpenEdge>(
      'SELECT parent_uid, leg FROM network_edges WHERE tree = $1 AND uid = $2 AND to_at IS NULL',
      [tree, uid],
    );
    return row;
  }

  /** All that a tree is at present. */
  async tree(tree = 'placement'): Promise<OpenEdge[]> {
    return this.app.database.query<OpenEdge>(
      'SELECT uid, parent_uid, leg FROM network_edges WHERE tree = $1 AND to_at IS NULL ORDER BY id',
      [tree],
    );
  }

  /** As an admin does. */
  async setStatus(uid: number, status: string): Promise<void> {
    const answer = await this.root.post(`/admin/api/network/${uid}/status/`, { status, reason: 'a test' });
    if (answer.status !== 200) throw new Error(`a status was answered with ${answer.status} ${answer.text}`);
  }
}
