import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { API_VERSION } from '#common/http/api-version.js';
import { KeyAdministration } from '#platform/client-apps/index.js';
import { UsersService } from '#people/users/index.js';
import { DEMO_PASSWORD, DEMO_SERVER, DEMO_SHOPPER } from './demo-accounts.js';
import { FIND_OPEN_APPLICATION, FIND_PRODUCT } from './first-start.queries.js';
import { ApiReference } from '../docs/index.js';

/** The response, for `node -p`. */
const ANSWER = 'JSON.parse(require("fs").readFileSync(0))';

/** Prints the response, one field per line. */
const PRETTY = 'node -p "JSON.stringify($answer,null,2)"';

/** Takes the access token from the response of a login. */
const TOKEN = 'node -p "$answer.data.access_token"';

/** Writes ready-made commands: list products, add to the cart, read the cart. See docs/spec/service.md#9. */
@Injectable()
export class DemoCommands {
  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly keys: KeyAdministration,
    private readonly users: UsersService,
  ) {}

  /** Application key and user for trying requests; undefined without the demo's application or member. */
  async access(): Promise<{ apikey: string; username: string } | undefined> {
    const open = await this.db.queryOne<{ application_id: string; key_id: string }>(null, FIND_OPEN_APPLICATION, [
      DEMO_SERVER,
      API_VERSION,
    ]);
    const user = await this.users.findByLogin(DEMO_SHOPPER);
    if (open === undefined || user?.status !== 'active') return undefined;
    return { apikey: await this.keys.text(open.application_id, open.key_id), username: DEMO_SHOPPER };
  }

  /**
   * Variables, such as the application key and a new access token, and three commands that use them, one per line. None
   * without the demo's application, catalogue or member. The lines can be run again.
   */
  async lines(): Promise<string[]> {
    const access = await this.access();
    const product = await this.db.queryOne<{ id: number }>(null, FIND_PRODUCT);
    if (access === undefined || product === undefined) return [];
    const base = `${this.config.publicUrl}/${this.config.apiPrefix}/${API_VERSION}`;
    const apikey = '-H "apikey: $key"';
    const asShopper = `${apikey} -H "$${DEMO_SHOPPER}"`;
    // Forms need no header, and every curl can send them.
    return [
      `answer='${ANSWER}'`,
      `key=${access.apikey}`,
      `token=$(curl -s '${base}/token/' ${apikey} -d 'username=${DEMO_SHOPPER}&password=${DEMO_PASSWORD}' | ${TOKEN})`,
      `${DEMO_SHOPPER}="Authorization: Bearer $token"`,
      `curl -s '${base}/commerce/product/list/?limit=3' ${asShopper} | ${PRETTY}`,
      `curl -s '${base}/commerce/add-cart-item/' ${asShopper} -d 'product_id=${product.id}&quantity=1' | ${PRETTY}`,
      `curl -s '${base}/commerce/cart-items/' ${asShopper} | ${PRETTY}`,
    ];
  }
}

/** Fills the demo's credentials in on the API reference page of a demo; never in production. */
@Injectable()
export class DemoOffer implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly commands: DemoCommands,
    private readonly reference: ApiReference,
  ) {}

  onModuleInit(): void {
    if (!this.config.demo || process.env.NODE_ENV === 'production') return;
    this.reference.offer(async () => {
      const access = await this.commands.access();
      return access && { apikey: access.apikey, username: access.username, password: DEMO_PASSWORD };
    });
  }
}
