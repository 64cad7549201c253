import { Module } from '@nestjs/common';
import { CONSOLE_FOLDER, ConsolePages } from './console-page.js';
import { ConsoleController } from './console.controller.js';
import { AdminServiceController } from './admin-service.controller.js';

/** Serves the super admin's console. Its source is the workspace `console`. */
@Module({
  controllers: [ConsoleController, AdminServiceController],
  providers: [{ provide: ConsolePages, useFactory: () => new ConsolePages(CONSOLE_FOLDER) }],
})
export class ConsoleModule {}
