import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Injectable, type INestApplication } from '@nestjs/common';
import { Config } from '../../common/config/config.js';
import { AppError } from '../../common/errors/app-error.js';
import { buildOpenApi, clientDocument } from '../../common/openapi/index.js';
import { PAGE_SCRIPT, PAGE_STYLE } from './page.js';

const require = createRequire(import.meta.url);

/** A file of the reference page. */
export interface Asset {
  type: string;
  content: Buffer;
}

/** The document, and the part of it that client applications need. */
interface Documents {
  whole: Buffer;
  client: Buffer;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The files of Swagger UI that the page needs, and their media types. */
const FOREIGN: Record<string, string> = {
  'swagger-ui.css': STYLE,
  'swagger-ui-bundle.js': SCRIPT,
  'favicon-32x32.png': 'image/png',
};

const OWN: Record<string, Asset> = {
  'page.css': { type: STYLE, content: Buffer.from(PAGE_STYLE) },
  'page.js': { type: SCRIPT, content: Buffer.from(PAGE_SCRIPT) },
};

/** The OpenAPI document and what shows it: made when first asked for, so that the start stays fast, and kept. */
@Injectable()
export class ApiReference {
  private app: INestApplication | undefined;
  private documents: Promise<Documents> | undefined;
  private readonly files = new Map<string, Promise<Asset>>();

  constructor(private readonly config: Config) {}

  /** Says which application to describe; a module cannot know it by itself. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** The document as JSON, whole or the part for clients, encoded once for all: it is large, and anybody may ask for it. */
  async openApi(which: keyof Documents): Promise<Buffer> {
    if (this.app === undefined) throw new Error('describe() comes first');
    const documents = await (this.documents ??= buildOpenApi(this.app, this.config).then((whole) => ({
      whole: Buffer.from(JSON.stringify(whole)),
      client: Buffer.from(JSON.stringify(clientDocument(whole))),
    })));
    return documents[which];
  }

  /**
   * A file of the page.
   * @throws AppError NOT_FOUND for a name that the page does not use
   */
  async asset(name: string): Promise<Asset> {
    if (Object.hasOwn(OWN, name)) return OWN[name]!;
    if (!Object.hasOwn(FOREIGN, name)) throw AppError.notFound('file');
    const file = this.files.get(name) ?? readForeign(name);
    this.files.set(name, file);
    return file;
  }
}

async function readForeign(name: string): Promise<Asset> {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  return { type: FOREIGN[name]!, content: await readFile(join(folder, name)) };
}
