import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { AdminImportsController } from './admin-imports.controller.js';
import { ImportRunner } from './import-runner.js';
import { Import, ImportChunk } from './import.entity.js';
import { IMPORT_EVENTS } from './imports.events.js';
import { Imports, ImportStorage } from './imports.service.js';

/** Takes files in and does their imports; what is imported is said by the rooms above. */
@Events(IMPORT_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([Import, ImportChunk])],
  controllers: [AdminImportsController],
  providers: [Imports, ImportRunner, ImportStorage],
  exports: [Imports, ImportRunner],
})
export class ImportsModule {}
