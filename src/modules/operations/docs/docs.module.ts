import { Module } from '@nestjs/common';
import { ApiReference } from './api-reference.js';
import { DocsController } from './docs.controller.js';

@Module({ controllers: [DocsController], providers: [ApiReference], exports: [ApiReference] })
export class DocsModule {}
