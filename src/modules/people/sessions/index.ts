export { OwnSessions } from './own-sessions.service.js';
export { SessionCache, type LiveSession } from './session-cache.js';
export { SessionEndings } from './session-endings.service.js';
export type { SessionEndedData } from './sessions.events.js';
export { SessionsModule } from './sessions.module.js';
export {
  ADMIN_SESSION_SECONDS,
  CONFIRMED_MINUTES,
  REFRESH_SECONDS,
  SessionsService,
  type LogInFrom,
  type OpenSession,
} from './sessions.service.js';
