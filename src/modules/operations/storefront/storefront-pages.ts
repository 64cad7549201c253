import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { BuiltPages } from '#common/http/built-pages.js';
import { API_VERSION } from '#common/http/api-version.js';
import { PACKAGE_ROOT } from '#common/package-root.js';
import { KeyAdministration } from '#platform/client-apps/index.js';
import { DEMO_PASSWORD, DEMO_SHOP_ID, DEMO_SHOP_VISITOR } from '../first-start/index.js';

/** What the shop's page needs to know before anything else. */
interface ShopConfig {
  /** The client API, on the same origin. */
  base_url: string;
  /** The public key of the shop's application. */
  apikey: string;
  currency_code: string;
  /** Whom the page offers to log in as. */
  demo: { username: string; password: string };
}

/** The page of the demo's shop, which is there where the demo's data is. See docs/decisions/0099-a-shop-in-the-demo.md. */
@Injectable()
export class StorefrontPages extends BuiltPages {
  constructor(
    private readonly config: Config,
    private readonly keys: KeyAdministration,
  ) {
    super({
      name: 'shop',
      folder: join(PACKAGE_ROOT, 'examples/storefront/dist'),
      address: '/shop/',
      others: /^\/shop\/(assets|back-end|pictures|config\.json)(\/|\?|$)/,
      // The API knows a browser application by its host; reads of the same origin name it in `Referer` alone.
      headers: { 'referrer-policy': 'same-origin' },
    });
  }

  /** In a demo, while the application of its shop exists. */
  override async isOpen(): Promise<boolean> {
    return this.config.demo && (await this.key()) !== undefined;
  }

  /** @throws AppError NOT_FOUND where there is no shop */
  async describe(): Promise<ShopConfig> {
    const key = this.config.demo ? await this.key() : undefined;
    if (key === undefined) throw new AppError('NOT_FOUND');
    return {
      base_url: `/${this.config.apiPrefix}/${API_VERSION}`,
      apikey: await this.keys.text(DEMO_SHOP_ID, key),
      currency_code: this.config.currency,
      demo: { username: DEMO_SHOP_VISITOR, password: DEMO_PASSWORD },
    };
  }

  /** The id of the newest live key. */
  private async key(): Promise<string | undefined> {
    const keys = await this.keys.list(DEMO_SHOP_ID, {}).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return { results: [] };
      throw error;
    });
    if (!('results' in keys)) return undefined;
    return keys.results.find((one) => one.revoked_at === null && one.expires_at === null)?.key_id;
  }
}
