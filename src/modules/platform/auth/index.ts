export { AccessTokens } from './guards/access-tokens.js';
export { CallerLimitGuard } from './guards/caller-limit.guard.js';
export { rejectBeforeReadingBody, markAccess } from './guards/unread-bodies.js';
