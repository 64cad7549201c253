import { Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { ConsolePages } from './console-page.js';

/** Paths without a page: the admin API and files. */
const NO_PAGE = /^\/admin\/(api|assets)(\/|\?|$)/;

/** The name of a file of the build, without directories. */
const FILE = /^[\w-]+(\.[\w-]+)+$/;

/** The super admin's console. The page is public: all data comes from the admin API. See docs/spec/service.md#8. */
@PublicController('admin')
export class ConsoleController {
  constructor(private readonly pages: ConsolePages) {}

  /** Scripts, styles and images; their names contain a hash of the content. */
  @Endpoint('GET assets/:file')
  async asset(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!FILE.test(file)) return reply.callNotFound();
    await reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true });
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
