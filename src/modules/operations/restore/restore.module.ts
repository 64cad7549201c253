import { Module } from '@nestjs/common';
import { Events } from '#common/events/index.js';
import { SessionsModule } from '#people/sessions/index.js';
import { CartModule } from '#sales/orders/index.js';
import { AfterRestore } from './after-restore.service.js';
import { RESTORE_EVENTS } from './restore.events.js';

/** What a database needs that was restored from a backup. */
@Events(RESTORE_EVENTS)
@Module({ imports: [CartModule, SessionsModule], providers: [AfterRestore] })
export class RestoreModule {}
