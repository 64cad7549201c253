import { Query, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { Events } from '#common/events/index.js';
import { ImportsQuery, ImportView, ListedImportView, ImportIdParam } from './imports.dto.js';
import { IS_OVER } from './imports.rules.js';
import { ImportStorage } from './import-storage.js';
import { Imports } from './imports.service.js';
import { ImportRunner } from './import-runner.js';
import { Import, ImportChunk } from './import.entity.js';
import { IMPORT_EVENTS } from './imports.events.js';

/** Imports in the admin module. See docs/spec/commissions.md#1 and #2. */
@AdminController(
  'imports',
  {
    name: 'Admin: imports',
    order: 176,
    description: 'Files that are imported: all of their rows are written, or none.',
  },
  { read: 'imports.read', write: 'imports.write' },
)
class AdminImportsController {
  constructor(private readonly imports: Imports) {}

  @Endpoint('GET', {
    id: 'adminListImports',
    summary: 'List imports',
    description:
      'Newest first, in any state. Each import lists its own refused rows. `search` is part of the kind, or of the username of who asked for it.',
    answer: ListedImportView,
    paged: true,
    csv: true,
  })
  list(@Query() query: ImportsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<ListedImportView>> {
    return this.imports.list(query, reader);
  }

  @Endpoint('GET :id', {
    id: 'adminGetImport',
    summary: 'Read an import',
    description: 'Its progress, and the rows that it has refused. An import with refused rows writes nothing.',
    answer: ImportView,
    failures: [notFound('import')],
  })
  read(@ImportIdParam() id: string): Promise<ImportView> {
    return this.imports.read(id);
  }

  @Endpoint('POST :id/cancel', {
    id: 'adminCancelImport',
    summary: 'Cancel an import',
    description: 'It ends soon, and nothing is written. 409 if it has ended already.',
    answer: ImportView,
    failures: [notFound('import'), IS_OVER],
  })
  cancel(@CallerParam() caller: Caller, @ImportIdParam() id: string): Promise<ImportView> {
    return this.imports.cancel(caller, id);
  }
}

/** Takes files in and does their imports; what is imported is said by the rooms above. */
@Events(IMPORT_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([Import, ImportChunk])],
  controllers: [AdminImportsController],
  providers: [Imports, ImportRunner, ImportStorage],
  exports: [Imports, ImportRunner],
})
export class ImportsModule {}
