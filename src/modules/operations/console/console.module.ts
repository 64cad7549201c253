import { type DynamicModule, Module } from '@nestjs/common';
import type { Extension } from '#common/replaceable.js';
import { AdminServiceController } from './admin-service.controller.js';
import { CONSOLE_FOLDER, ConsolePages } from './console-page.js';
import { ConsoleController } from './console.controller.js';
import { ConsoleExtensions } from './console-extensions.js';

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
