import { Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { ConsoleExtensions } from './console-extensions.js';
import { ConsolePages } from './console-page.js';

/** Paths without a page: the admin API and files. */
const NO_PAGE = /^\/admin\/(api|assets|extension-api|extensions\/[^/?]*\/assets)(\/|\?|$)/;

/** The name of a file of the build, without directories. */
const FILE = /^[\w-]+(\.[\w-]+)+$/;

/** What an extension's console part is made of; its types and source maps are nobody's business. */
const FILE_OF_EXTENSION = /^[\w-]+(\.[\w-]+)*\.(js|css|svg|png|jpg|webp|woff2)$/;

/** Browsers keep it, and ask each time whether it has changed. */
const ASKED_AGAIN = { maxAge: 0, cacheControl: true } as const;

/** The super admin's console. The page is public: all data comes from the admin API. See docs/spec/service.md#8. */
@PublicController('admin')
export class ConsoleController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly extensions: ConsoleExtensions,
  ) {}

  /** Scripts, styles and images; their names contain a hash of the content. */
  @Endpoint('GET assets/:file')
  async asset(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!FILE.test(file)) return reply.callNotFound();
    await reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true });
  }

  /** What the console gives to extensions; its names stay, so browsers ask whether it has changed. */
  @Endpoint('GET extension-api/:file')
  async extensionApi(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!/^[\w-]+\.js$/.test(file)) return reply.callNotFound();
    await reply.sendFile(`extension-api/${file}`, ASKED_AGAIN);
  }

  /** The files of an extension. */
  @Endpoint('GET extensions/:extension/assets/:file')
  async fileOfExtension(
    @Param('extension') extension: string,
    @Param('file') file: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const folder = this.extensions.folderOf(extension);
    if (folder === undefined || !FILE_OF_EXTENSION.test(file)) return reply.callNotFound();
    await reply.sendFile(file, folder, ASKED_AGAIN);
  }

  @Endpoint('GET favicon.svg')
  async icon(@Res() reply: FastifyReply): Promise<void> {
    await reply.sendFile('favicon.svg', { maxAge: '1d' });
  }

  @Endpoint('GET')
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.page(request, reply);
  }

  /** Every path of the console; routing is done in the browser. */
  @Endpoint('GET *')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (NO_PAGE.test(request.url)) return reply.callNotFound();
    const { html, headers } = await this.pages.make();
    await reply.headers(headers).send(html);
  }
}
