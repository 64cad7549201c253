import { Controller, Get, Param, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../common/access/index.js';
import { ApiExcludeController } from '../../common/openapi/decorators.js';
import { ConsolePages } from './console-page.js';

/** Addresses that have no page: those of the admin API and of files. */
const NO_PAGE = /^\/admin\/(api|assets)(\/|\?|$)/;

/** The name of a file of the build, and no path. */
const FILE = /^[\w-]+(\.[\w-]+)+$/;

/** The super admin's console. The page is public, for it holds nothing; all that it shows comes from the admin API. Section 8 of the decisions. */
@Access('public')
@ApiExcludeController()
@Controller({ path: 'admin', version: VERSION_NEUTRAL })
export class ConsoleController {
  constructor(private readonly pages: ConsolePages) {}

  /** Scripts, styles and pictures; their names hold a hash of what is in them. */
  @Get('assets/:file')
  async asset(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!FILE.test(file)) return reply.callNotFound();
    await reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true });
  }

  @Get('favicon.svg')
  async icon(@Res() reply: FastifyReply): Promise<void> {
    await reply.sendFile('favicon.svg', { maxAge: '1d' });
  }

  /** Every address of the console, for the page finds its way by itself. */
  @Get(['', '*'])
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (NO_PAGE.test(request.url)) return reply.callNotFound();
    const { html, headers } = await this.pages.make();
    await reply.headers(headers).send(html);
  }
}
