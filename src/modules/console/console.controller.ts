import { Controller, Get, Param, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../common/access/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { ConsolePages } from './console-page.js';

/** The super admin's console. The page is public, for it holds nothing; all that it shows comes from the admin API. Section 8 of the decisions. */
@Access('public')
@ApiExcludeController()
@Controller({ path: 'admin', version: VERSION_NEUTRAL })
export class ConsoleController {
  constructor(private readonly pages: ConsolePages) {}

  /** Scripts, styles and pictures; their names hold a hash of what is in them. */
  @Get('assets/:file')
  async asset(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    reply.removeHeader('cache-control');
    await reply.sendFile(`assets/${file}`, { maxAge: '365d', immutable: true });
  }

  @Get('favicon.svg')
  async icon(@Res() reply: FastifyReply): Promise<void> {
    reply.removeHeader('cache-control');
    await reply.sendFile('favicon.svg', { maxAge: '1d' });
  }

  /** Every address of the console, for the page finds its way by itself. */
  @Get(['', '*'])
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (/^\/admin\/api(\/|\?|$)/.test(request.url)) throw new AppError('NOT_FOUND', 'there is nothing at this address');
    const { html, policy } = await this.pages.make();
    await reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);
  }
}
