import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { AdminOwnSessionsController, OwnSessionsController } from './own-sessions.controller.js';
import { OwnSessions } from './own-sessions.service.js';
import { RefreshToken, Session } from './session.entity.js';
import { SessionCache } from './session-cache.js';
import { SessionEndings } from './session-endings.service.js';
import { SESSION_EVENTS } from './sessions.events.js';
import { SessionsService } from './sessions.service.js';

/** Sessions and their cache. */
@Events(SESSION_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([Session, RefreshToken])],
  controllers: [AdminOwnSessionsController, OwnSessionsController],
  providers: [OwnSessions, SessionCache, SessionEndings, SessionsService],
  exports: [OwnSessions, SessionCache, SessionEndings, SessionsService],
})
export class SessionsModule {}
