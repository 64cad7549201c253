import { Injectable, type INestApplication } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { API_VERSION } from '#common/http/api-version.js';
import { clientDocument } from '#common/api-document/index.js';
import { describeApi } from './introduction.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { LOG_IN, renderLogIn, renderPage, type Credentials, type Part } from './page.js';

/** A file of the API reference. */
export interface Asset {
  type: string;
  content: Buffer;
}

/** The whole document, its part for client applications, and the pages. */
interface Made extends Record<Part, string> {
  documents: { whole: Buffer; client: Buffer };
}

const FILES: Record<string, Asset> = {
  'page.css': { type: 'text/css; charset=utf-8', content: Buffer.from(PAGE_STYLE) },
  'page.js': { type: 'text/javascript; charset=utf-8', content: Buffer.from(PAGE_SCRIPT) },
};

/** The OpenAPI document and the pages that show it: built at the first request, so that the start stays fast, and cached. */
@Injectable()
export class ApiReference {
  private app: INestApplication | undefined;
  private made: Promise<Made> | undefined;
  private demo: () => Promise<Credentials | undefined> = () => Promise.resolve(undefined);

  constructor(private readonly config: Config) {}

  /** Sets the application to describe; a module cannot inject it. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Sets the credentials to prefill in the login form; evaluated at each view of the page. */
  offer(demo: () => Promise<Credentials | undefined>): void {
    this.demo = demo;
  }

  /** The document as JSON, whole or the part for clients; serialized once, because it is large and public. */
  async openApi(which: keyof Made['documents']): Promise<Buffer> {
    return (await this.make()).documents[which];
  }

  /** A page of the reference. */
  async page(part: Part): Promise<string> {
    const { [part]: page } = await this.make();
    const logIn = renderLogIn(part, await this.demo(), `/${this.config.apiPrefix}/${API_VERSION}/token/`);
    return page.replace(LOG_IN, () => logIn);
  }

  /**
   * A script or style of the pages.
   * @throws AppError NOT_FOUND for unknown names
   */
  file(name: string): Asset {
    if (!Object.hasOwn(FILES, name)) throw AppError.notFound('file');
    return FILES[name]!;
  }

  private make(): Promise<Made> {
    if (this.app === undefined) throw new Error('describe() comes first');
    return (this.made ??= describeApi(this.app, this.config).then((whole) => ({
      documents: { whole: encode(whole), client: encode(clientDocument(whole)) },
      client: renderPage(whole, 'client'),
      admin: renderPage(whole, 'admin'),
    })));
  }
}

function encode(document: object): Buffer {
  return Buffer.from(JSON.stringify(document));
}
