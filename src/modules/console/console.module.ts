import { Module } from '@nestjs/common';
import { ConsolePages } from './console-page.js';
import { ConsoleController } from './console.controller.js';

/** The super admin's console, as the browser gets it. Its source is the workspace `console`. */
@Module({ controllers: [ConsoleController], providers: [ConsolePages] })
export class ConsoleModule {}
