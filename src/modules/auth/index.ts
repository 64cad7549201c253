export { ADMIN_COOKIE } from './access-token.guard.js';
export { AccessTokens } from './access-tokens.js';
export { AuthModule } from './auth.module.js';
export { AuthService, type TokenPair } from './auth.service.js';
