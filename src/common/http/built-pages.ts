import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic, { type SendOptions } from '@fastify/static';
import { Logger, type OnModuleInit, Param, Req, Res } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PACKAGE_ROOT } from '../package-root.js';
import { AppError } from '../errors/app-error.js';
import { Endpoint } from './endpoint.js';

const PLACE_OF_NONCE = 'CSP_NONCE';

/** The name of a file of a build, without directories. */
const FILE = /^[\w-]+(\.[\w-]+)+$/;

/** What a browser application is that this service serves: its page is the response at every path. */
interface BuiltPagesOptions {
  /** What it is called: `console`. */
  name: string;
  /** The directory of the build. */
  folder: string;
  /** Where it is: `/admin/`. */
  address: string;
  /** Addresses below it that are no pages: the API, files. */
  others: RegExp;
  /** Further headers of the page. */
  headers?: Readonly<Record<string, string>>;
}

/** How long browsers keep a file. */
type Caching = Pick<SendOptions, 'maxAge' | 'immutable' | 'cacheControl'>;

/** A page and its headers. */
interface Page {
  html: string;
  headers: Record<string, string>;
}

/** Renders the single page of a browser application, and sends the files of its build. */
export class BuiltPages implements OnModuleInit {
  private readonly logger = new Logger('Pages');

  constructor(private readonly options: BuiltPagesOptions) {}

  /** Without a build, the service logs a warning and does everything else. */
  async onModuleInit(): Promise<void> {
    const { name, address } = this.options;
    if (!(await this.isOpen()) || existsSync(this.file)) return;
    this.logger.warn(`there is no ${name} at ${address}: it was not built (npm run build)`);
  }

  /** Whether it is there at all. */
  isOpen(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Whether an address is one of its pages. */
  hasPage(url: string): boolean {
    return !this.options.others.test(url);
  }

  /**
   * The page with a new nonce, if it has a place for one: only with it may a component library add styles.
   * @throws AppError NOT_FOUND when it was not built
   */
  async make(): Promise<Page> {
    const template = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new AppError('NOT_FOUND', `there is no ${this.options.name} here: it was not built`);
    });
    const nonce = template.includes(PLACE_OF_NONCE) ? randomBytes(16).toString('base64') : undefined;
    const html = nonce === undefined ? template : template.replace(PLACE_OF_NONCE, nonce);
    return { html, headers: { ...headersWith(nonce), ...this.options.headers } };
  }

  /** Sends a file of the build, precompressed if there is such a copy. */
  async send(reply: FastifyReply, file: string, caching: Caching): Promise<void> {
    await reply.sendFile(file, this.options.folder, caching);
  }

  private get file(): string {
    return join(this.options.folder, 'index.html');
  }
}

/** The routes of a browser application. Its page and files are public: all data comes from an API. */
export abstract class BuiltPagesController {
  constructor(private readonly pages: BuiltPages) {}

  /** Scripts, styles and images; their names contain a hash of the content. */
  @Endpoint('GET assets/:file')
  async asset(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    await this.file(reply, 'assets', file, { maxAge: '365d', immutable: true });
  }

  @Endpoint('GET favicon.svg')
  async icon(@Res() reply: FastifyReply): Promise<void> {
    await this.file(reply, '.', 'favicon.svg', { maxAge: '1d' });
  }

  @Endpoint('GET')
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.page(request, reply);
  }

  /** Every path of the application; routing is done in the browser. */
  @Endpoint('GET *')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!this.pages.hasPage(request.url) || !(await this.pages.isOpen())) return reply.callNotFound();
    const { html, headers } = await this.pages.make();
    await reply.headers(headers).send(html);
  }

  protected async file(reply: FastifyReply, folder: string, file: string, caching: Caching): Promise<void> {
    if (!FILE.test(file) || !(await this.pages.isOpen())) return reply.callNotFound();
    await this.pages.send(reply, join(folder, file), caching);
  }
}

/** Enables controllers of browser applications to send the files of their builds, precompressed. */
export async function serveBuiltPages(fastify: FastifyInstance): Promise<void> {
  // BuiltPages logs a missing build.
  const options = { serve: false, preCompressed: true, suppressWarning: true };
  await fastify.register(fastifyStatic, { root: PACKAGE_ROOT, ...options });
}

/** Allows only resources of this service. */
function headersWith(nonce: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
}
