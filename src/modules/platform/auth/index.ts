export { AccessTokens } from './guards/access-tokens.js';
export { AuthModule } from './auth.module.js';
export { CallerLimitGuard } from './guards/caller-limit.guard.js';
export { rejectBeforeReadingBody, markAccess } from './guards/unread-bodies.js';
