import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { ClientAppsModule } from '../client-apps/index.js';
import { SessionsModule } from '../sessions/index.js';
import { SigningKeysModule } from '../signing-keys/index.js';
import { SsoModule } from '../sso/index.js';
import { UsersModule } from '../users/index.js';
import { AccessTokenGuard } from './access-token.guard.js';
import { AccessTokenStrategy } from './access-token.strategy.js';
import { AccessTokens } from './access-tokens.js';
import { ApplicationKeyGuard } from './application-key.guard.js';
import { ApplicationKeyStrategy } from './application-key.strategy.js';
import { AdminSessions } from './admin-sessions.service.js';
import { AuthService } from './auth.service.js';
import { CallerPlacesGuard } from './caller-places.guard.js';
import { FailedLoginJournal } from './failed-login-journal.js';
import { LogOut } from './log-out.service.js';
import { LoginCounters } from './login-counters.js';
import { LoginLimiter } from './login-limiter.js';
import { LoginSlowing } from './login-slowing.js';
import { OAuthEndpoint } from './oauth-endpoint.js';
import { OAuthController, OAuthMetadataController } from './oauth.controller.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenRevocation } from './token-revocation.js';
import { TokenController } from './token.controller.js';

/** The guard chain of every request, in its order, and the tokens it looks at. */
@Module({
  imports: [PassportModule, SessionsModule, SigningKeysModule, ClientAppsModule, SsoModule, UsersModule],
  controllers: [TokenController, OAuthController, OAuthMetadataController],
  providers: [
    // The order is that of section 3 of the decisions.
    { provide: APP_GUARD, useExisting: ApplicationKeyGuard },
    { provide: APP_GUARD, useExisting: AccessTokenGuard },
    { provide: APP_GUARD, useClass: CallerPlacesGuard },
    ApplicationKeyGuard,
    AccessTokenGuard,
    ApplicationKeyStrategy,
    AccessTokenStrategy,
    AccessTokens,
    AdminSessions,
    AuthService,
    FailedLoginJournal,
    LogOut,
    LoginCounters,
    LoginLimiter,
    LoginSlowing,
    OAuthEndpoint,
    TokenEndpoint,
    TokenRevocation,
  ],
  exports: [AccessTokens, AdminSessions, AuthService],
})
export class AuthModule {}
