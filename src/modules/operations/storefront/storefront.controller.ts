import { Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BuiltPagesController } from '#common/http/built-pages.js';
import { Bare } from '#common/http/envelope.js';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { StorefrontPages } from './storefront-pages.js';

/** The example shop of the demo: all that it shows comes from the client API. */
@PublicController('shop')
export class StorefrontController extends BuiltPagesController {
  constructor(private readonly shop: StorefrontPages) {
    super(shop);
  }

  /** Where the API is, and the key of the shop's application, which is public. */
  @Endpoint('GET config.json')
  @Bare()
  config(): Promise<object> {
    return this.shop.describe();
  }

  /** Pictures of the demo's bundles. */
  @Endpoint('GET pictures/:file')
  async picture(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    await this.file(reply, 'pictures', file, { maxAge: '1d' });
  }
}
