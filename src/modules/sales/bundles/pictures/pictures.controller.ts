import { Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { PictureStore } from './picture-store.js';
import { PICTURE_FILE } from './pictures.rules.js';

/** What a name has never changes, and pages of other hosts show it too. */
const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Pictures of bundles, for anyone: shops, mails and caches show them without a key. */
@PublicController('pictures')
export class PicturesController {
  constructor(private readonly store: PictureStore) {}

  @Endpoint('GET :file')
  async read(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!PICTURE_FILE.test(file)) return reply.callNotFound();
    // Who has it has what is there: the name is that of the content.
    const etag = `"${file}"`;
    if (request.headers['if-none-match'] === etag)
      return void (await reply
        .headers({ ...HEADERS, etag })
        .code(304)
        .send());
    const content = await this.store.get(file);
    if (content === undefined) return reply.callNotFound();
    await reply.headers({ ...HEADERS, etag }).send(content);
  }
}
