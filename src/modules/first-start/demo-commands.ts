import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config/config.js';
import { Database } from '../../common/database/index.js';
import { API_VERSION } from '../../common/http/api-version.js';
import { AccessTokens } from '../auth/index.js';
import { KeyAdministration } from '../client-apps/index.js';
import { SessionsService } from '../sessions/index.js';
import { UsersService } from '../users/index.js';
import { DEMO_MEMBERS, DEMO_PASSWORD, DEMO_SERVER } from './demo-accounts.js';
import { FIND_OPEN_APPLICATION, FIND_PRODUCT } from './first-start.queries.js';

const [{ username: SHOPPER }] = DEMO_MEMBERS;

/** Writes commands that work as they stand: to log in, to add to the cart, and to read it. Section 9 of the decisions. */
@Injectable()
export class DemoCommands {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly keys: KeyAdministration,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * Three commands, each on a line of its own; none when the demo's application, its catalogue or its member is gone.
   * The access token in two of them is good for 15 minutes.
   */
  async lines(): Promise<string[]> {
    const open = await this.db.queryOne<{ application_id: string; key_id: string }>(null, FIND_OPEN_APPLICATION, [
      DEMO_SERVER,
      API_VERSION,
    ]);
    const product = await this.db.queryOne<{ id: number }>(null, FIND_PRODUCT);
    if (open === undefined || product === undefined) return [];
    const token = await this.token(open.application_id);
    if (token === undefined) return [];
    const base = `${this.config.publicUrl}/${this.config.apiPrefix}/${API_VERSION}`;
    const apikey = header('apikey', await this.keys.text(open.application_id, open.key_id));
    const authorization = header('Authorization', `Bearer ${token}`);
    return [
      `curl -s '${base}/token/' ${apikey} ${json({ username: SHOPPER, password: DEMO_PASSWORD })}`,
      `curl -s '${base}/commerce/add-cart-item/' ${apikey} ${authorization} ${json({ product_id: product.id, quantity: 1 })}`,
      `curl -s '${base}/commerce/cart-items/' ${apikey} ${authorization}`,
    ];
  }

  private async token(applicationId: string): Promise<string | undefined> {
    const user = await this.users.findCredentials(SHOPPER);
    if (user?.status !== 'active') return undefined;
    const session = await this.db.transaction((tx) => this.sessions.begin(tx, user, applicationId, '127.0.0.1'));
    return this.tokens.forApplication(session, applicationId);
  }
}

function header(name: string, value: string): string {
  return `-H '${name}: ${value}'`;
}

function json(body: object): string {
  return `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
