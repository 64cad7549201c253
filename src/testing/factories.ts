import type { Role } from '#common/access/index.js';
import { ChangeFeed } from '#common/database/index.js';
import { newId } from '#common/ids.js';
import { AccessTokens } from '#platform/auth/index.js';
import { Application, ApplicationKeys } from '#platform/client-apps/index.js';
import { SessionsService } from '#people/sessions/index.js';
import { Passwords, UsersService } from '#people/users/index.js';
import { Catalogue, type TestProduct } from './catalogue.js';
import type { Answer, TestedService, TestRequest } from './tested-service.js';

/** Fields of a test application. */
type ApplicationFields = Omit<Partial<Application>, 'webhookEvents'> & { webhookEvents?: string[] };

/** The password of all test users. */
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

/** A product in an order. */
export interface OrderItem {
  product: TestProduct;
  quantity?: number;
}

/** A placed order. */
export interface TestOrder {
  order_id: number;
  order_number: string;
}

/** The data of an answer with 200. */
export async function done<Data>(answer: Promise<Answer>): Promise<Data> {
  const { status, body, text } = (await answer) as Answer<{ data: Data }>;
  if (status !== 200) throw new Error(`answered with ${status}: ${text}`);
  return body.data;
}

/** A client of the API: an application with a logged-in user. */
export class TestClient {
  constructor(
    private readonly app: TestedService,
    readonly application: TestApplication | null,
    readonly user: TestUser,
    /** Another one once the client has logged in again: see `app.moveClock`. */
    public token: string,
  ) {}

  /** The headers of every request of this client. */
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

  put(path: string, payload: object, request: TestRequest = {}): Promise<Answer> {
    return this.app.send('PUT', path, this.with({ ...request, payload }));
  }

  delete(path: string, request: TestRequest = {}): Promise<Answer> {
    return this.app.send('DELETE', path, this.with(request));
  }

  private with(request: TestRequest): TestRequest {
    return { ...request, headers: { ...this.headers, ...request.headers } };
  }
}

/** Creates test data directly through the services, so that a test contains only what matters to it. */
export class Factories {
  /** Products and product types. */
  readonly catalogue: Catalogue;

  private count = 0;
  private readonly loggedIn: { client: TestClient; logIn: () => Promise<string> }[] = [];

  constructor(private readonly app: TestedService) {
    this.catalogue = new Catalogue(app.database);
  }

  /** Creates a user with {@link PASSWORD}. */
  async user(options: { username?: string; roles?: Role[]; sponsorUid?: number } = {}): Promise<TestUser> {
    this.count += 1;
    const username = options.username ?? `user-${this.count}`;
    const email = `${username}@example.com`;
    const passwordHash = await this.app.nest.get(Passwords, { strict: false }).hash(PASSWORD);
    const users = this.app.nest.get(UsersService, { strict: false });
    const roles = options.roles ?? ['member'];
    const { sponsorUid = null } = options;
    const fields = { username, email, passwordHash, roles, sponsorUid };
    const { uid } = await this.app.db.transaction((tx) => users.create(tx, fields));
    return { uid, username, email };
  }

  /** Creates an application with one key. */
  async application(fields: ApplicationFields = {}): Promise<TestApplication> {
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

  /** A member, logged in to an application. In the network they are a distributor without a sponsor. */
  async member(application?: TestApplication): Promise<TestClient> {
    return this.client(['member'], application);
  }

  /** A member whose sponsor is another one, logged in to the same application. */
  async memberBelow({ user, application }: TestClient): Promise<TestClient> {
    const below = await this.user({ roles: ['member'], sponsorUid: user.uid });
    return this.client(['member'], application ?? undefined, below);
  }

  /** An API admin, logged in to an application. */
  async apiAdmin(application?: TestApplication): Promise<TestClient> {
    return this.client(['api_admin'], application);
  }

  /**
   * An order that a member has placed and that is paid.
   * @param items default: one new product
   */
  async paidOrder(member: TestClient, ...items: OrderItem[]): Promise<TestOrder> {
    const bought = items.length > 0 ? items : [{ product: await this.catalogue.product() }];
    for (const { product, quantity = 1 } of bought)
      await done(member.post('commerce/add-cart-item/', { product_id: product.id, quantity }));
    const order = await done<TestOrder>(member.post('commerce/create-order/'));
    const admin = await this.apiAdmin(member.application ?? undefined);
    await done(admin.post('commerce/order-status/', { order_id: order.order_id, status: 'paid' }));
    return order;
  }

  /** A super admin, logged in to the admin module; default: a new user. */
  async superAdmin(existing?: TestUser): Promise<TestClient> {
    return this.admin(['super_admin'], existing);
  }

  /** A user with other roles of the admin module, logged in to it. */
  async admin(roles: Role[], existing?: TestUser): Promise<TestClient> {
    const user = existing ?? (await this.user({ roles }));
    const logIn = async (): Promise<string> => {
      const sessionId = await this.app.db.transaction((tx) =>
        this.sessions.beginAdmin(tx, { ...user, roles }, { ip: '127.0.0.1' }),
      );
      return this.tokens.forAdmin({ sessionId, uid: user.uid, roles, scopes: null }, 3600);
    };
    return this.logged(null, user, logIn);
  }

  /** Logs a user in to an application without checking a password. */
  async client(roles: Role[], application?: TestApplication, existing?: TestUser): Promise<TestClient> {
    const at = application ?? (await this.application());
    const user = existing ?? (await this.user({ roles }));
    const logIn = async (): Promise<string> => {
      const session = await this.app.db.transaction((tx) =>
        this.sessions.begin(tx, { ...user, roles }, at.id, { ip: '127.0.0.1' }),
      );
      return this.tokens.forApplication(session, at.id);
    };
    return this.logged(at, user, logIn);
  }

  /** Logs all clients in again: a moved clock ends their sessions. */
  async logInAgain(): Promise<void> {
    for (const { client, logIn } of this.loggedIn) client.token = await logIn();
  }

  private async logged(
    application: TestApplication | null,
    user: TestUser,
    logIn: () => Promise<string>,
  ): Promise<TestClient> {
    const client = new TestClient(this.app, application, user, await logIn());
    this.loggedIn.push({ client, logIn });
    return client;
  }

  private get sessions(): SessionsService {
    return this.app.nest.get(SessionsService, { strict: false });
  }

  private get tokens(): AccessTokens {
    return this.app.nest.get(AccessTokens, { strict: false });
  }
}
