export { adminCookieName } from './access-token.guard.js';
export { AccessTokens } from './access-tokens.js';
export { AdminIdentityView, AdminLogInDto, AdminSessionView } from './admin-session.dto.js';
export { AdminSessions, type AdminSession } from './admin-sessions.service.js';
export { AuthModule } from './auth.module.js';
export { leaveBodiesOfRefusedUnread, markAccess } from './unread-bodies.js';
