import { Module } from '@nestjs/common';
import { CONSOLE_FOLDER, ConsolePages } from './console-page.js';
import { ConsoleController } from './console.controller.js';

/** The super admin's console, as the browser gets it. Its source is the workspace `console`. */
@Module({
  controllers: [ConsoleController],
  providers: [{ provide: ConsolePages, useFactory: () => new ConsolePages(CONSOLE_FOLDER) }],
})
export class ConsoleModule {}
