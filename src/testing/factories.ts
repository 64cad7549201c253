import type { Role } from '../common/access/index.js';
import { ChangeFeed } from '../common/database/index.js';
import { newId } from '../common/ids.js';
import { AccessTokens } from '../modules/auth/index.js';
import { Application, ApplicationKeys } from '../modules/client-apps/index.js';
import { SessionsService } from '../modules/sessions/index.js';
import { Passwords, UsersService } from '../modules/users/index.js';
import { Catalogue } from './catalogue.js';
import type { Answer, TestApp, TestRequest } from './test-app.js';

/** The password of every user that tests make. */
export const PASSWORD = 'correct horse battery staple';

export interface TestUser {
  uid: number;
  username: string;
  email: string;
}

export interface TestApplication {
  id: string;
  apikey: string;
}

/** Somebody who uses the service: an application, and a user signed in at it. */
export class TestClient {
  constructor(
    private readonly app: TestApp,
    readonly application: TestApplication | null,
    readonly user: TestUser,
    readonly token: string,
  ) {}

  /** The headers that every request of this client carries. */
  get headers(): Record<string, string> {
    return {
      ...(this.application === null ? {} : { apikey: this.application.apikey }),
      authorization: `Bearer ${this.token}`,
    };
  }

  get(path: string, request: TestRequest = {}): Promise<Answer> {
    return this.app.send('GET', path, this.with(request));
  }

  post(path: string, payload?: TestRequest['payload'], request: TestRequest = {}): Promise<Answer> {
    return this.app.send('POST', path, this.with({ ...request, ...(payload === undefined ? {} : { payload }) }));
  }

  patch(path: string, payload: object, request: TestRequest = {}): Promise<Answer> {
    return this.app.send('PATCH', path, this.with({ ...request, payload }));
  }

  delete(path: string, request: TestRequest = {}): Promise<Answer> {
    return this.app.send('DELETE', path, this.with(request));
  }

  private with(request: TestRequest): TestRequest {
    return { ...request, headers: { ...this.headers, ...request.headers } };
  }
}

/** Makes what tests need, straight through the services, so that a test says only what matters to it. */
export class Factories {
  /** Products and what they need. */
  readonly catalogue: Catalogue;

  private count = 0;

  constructor(private readonly app: TestApp) {
    this.catalogue = new Catalogue(app);
  }

  /** A user with {@link PASSWORD}. */
  async user(options: { username?: string; roles?: Role[] } = {}): Promise<TestUser> {
    this.count += 1;
    const username = options.username ?? `user-${this.count}`;
    const email = `${username}@example.com`;
    const passwordHash = await this.app.nest.get(Passwords, { strict: false }).hash(PASSWORD);
    const users = this.app.nest.get(UsersService, { strict: false });
    const roles = options.roles ?? ['member'];
    const uid = await this.app.db.transaction((tx) => users.create(tx, { username, email, passwordHash, roles }));
    return { uid, username, email };
  }

  /** An application with one key. */
  async application(fields: Partial<Application> = {}): Promise<TestApplication> {
    const admin = fields.apiAdminUid ?? (await this.user({ roles: ['api_admin'] })).uid;
    return this.app.db.transaction(async (tx) => {
      const application = Object.assign(new Application(), {
        id: newId(),
        name: 'Test shop',
        apiVersion: 'v1',
        clientType: 'server',
        apiAdminUid: admin,
        ...fields,
      });
      await tx.save(application);
      const { apikey } = await this.app.nest.get(ApplicationKeys, { strict: false }).issue(tx, application);
      await this.app.nest.get(ChangeFeed).publish(tx, 'application', application.id);
      return { id: application.id, apikey };
    });
  }

  /** A member signed in at an application. */
  async member(application?: TestApplication): Promise<TestClient> {
    return this.client(['member'], application);
  }

  /** An API admin signed in at an application. */
  async apiAdmin(application?: TestApplication): Promise<TestClient> {
    return this.client(['api_admin'], application);
  }

  /** A super admin with a session of the admin module: somebody new, or a user that is there. */
  async superAdmin(existing?: TestUser): Promise<TestClient> {
    const user = existing ?? (await this.user({ roles: ['super_admin'] }));
    const roles: Role[] = ['super_admin'];
    const sessionId = await this.app.db.transaction((tx) =>
      this.sessions.beginAdmin(tx, { ...user, roles }, '127.0.0.1'),
    );
    return new TestClient(this.app, null, user, this.tokens.forAdmin({ sessionId, uid: user.uid, roles }, 3600));
  }

  /** Signs a user in at an application without the work of a password. */
  async client(roles: Role[], application?: TestApplication, existing?: TestUser): Promise<TestClient> {
    const at = application ?? (await this.application());
    const user = existing ?? (await this.user({ roles }));
    const session = await this.app.db.transaction((tx) =>
      this.sessions.begin(tx, { ...user, roles }, at.id, '127.0.0.1'),
    );
    return new TestClient(this.app, at, user, this.tokens.forApplication(session, at.id));
  }

  private get sessions(): SessionsService {
    return this.app.nest.get(SessionsService, { strict: false });
  }

  private get tokens(): AccessTokens {
    return this.app.nest.get(AccessTokens, { strict: false });
  }
}
