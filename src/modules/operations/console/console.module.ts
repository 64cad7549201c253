import { type DynamicModule, Module, Param, Res } from '@nestjs/common';
import type { Extension } from '#common/extensions.js';
import { AdminServiceController } from './admin-service.controller.js';
import { CONSOLE_FOLDER, ConsolePages } from './console-page.js';
import { ConsoleExtensions } from './console-extensions.js';
import type { FastifyReply } from 'fastify';
import { BuiltPagesController } from '#common/http/built-pages.js';
import { Endpoint, PublicController } from '#common/http/endpoint.js';

/** What an extension's console part is made of; its types and source maps are nobody's business. */
const FILE_OF_EXTENSION = /^[\w-]+(\.[\w-]+)*\.(js|css|svg|png|jpg|webp|woff2)$/;

/** Browsers keep it, and ask each time whether it has changed. */
const ASKED_AGAIN = { maxAge: 0, cacheControl: true } as const;

/** The super admin's console: all data comes from the admin API. See docs/spec/service.md#8. */
@PublicController('admin')
class ConsoleController extends BuiltPagesController {
  constructor(
    pages: ConsolePages,
    private readonly extensions: ConsoleExtensions,
  ) {
    super(pages);
  }

  /** What the console gives to extensions; its names stay, so browsers ask whether it has changed. */
  @Endpoint('GET extension-api/:file')
  async extensionApi(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    if (!/^[\w-]+\.js$/.test(file)) return reply.callNotFound();
    await this.file(reply, 'extension-api', file, ASKED_AGAIN);
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
}

/** Serves the super admin's console. Its source is the workspace `console`. */
@Module({})
export class ConsoleModule {
  /** @param extensions those that add pages and blocks to it */
  static with(extensions: readonly Extension[]): DynamicModule {
    return {
      module: ConsoleModule,
      controllers: [ConsoleController, AdminServiceController],
      providers: [
        { provide: ConsolePages, useFactory: () => new ConsolePages(CONSOLE_FOLDER) },
        { provide: ConsoleExtensions, useValue: new ConsoleExtensions(extensions) },
      ],
    };
  }
}
