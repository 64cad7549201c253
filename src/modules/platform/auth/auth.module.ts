import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientAppsModule } from '../client-apps/index.js';
import { SessionsModule } from '#people/sessions/index.js';
import { SigningKeysModule } from '../signing-keys/index.js';
import { SsoModule } from '../sso/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { UsersModule } from '#people/users/index.js';
import { AccessTokenGuard } from './guards/access-token.guard.js';
import { AccessTokens, AccessTokenStrategy } from './guards/access-tokens.js';
import { ApplicationKeyGuard, ApplicationKeyStrategy } from './guards/application-key.guard.js';
import { AdminCookie, AdminSessions } from './console-session/admin-sessions.service.js';
import { Authorization, Consent } from './authorization/authorization.entity.js';
import { AuthorizationController } from './authorization/authorization.controller.js';
import { Authorizations } from './authorization/authorizations.service.js';
import { Codes } from './authorization/codes.service.js';
import { AdminConsentsController, ConsentsController } from './authorization/consents.controller.js';
import { Consents } from './authorization/consents.service.js';
import { SignInCookie } from './authorization/sign-in-cookie.js';
import { AuthService } from './auth.service.js';
import { CallerLimitGuard } from './guards/caller-limit.guard.js';
import { FailedLoginJournal } from './login/failed-login-journal.js';
import { LoginCounters, LoginLimiter } from './login/login-limiter.js';
import { LoginDelay } from './login/login-delay.js';
import { OAuthController, OAuthMetadataController } from './oauth/oauth.controller.js';
import { TokenEndpoint } from './tokens/token-endpoint.js';
import { TokenIntrospection } from './tokens/token-introspection.js';
import { TokenRevocation } from './tokens/token-revocation.js';
import { TokenController } from './tokens/token.controller.js';
import { AdminSessionController } from './console-session/admin-session.controller.js';
import { FactorSteps } from './console-session/factor-steps.service.js';
import { LoginChallenge } from './console-session/login-challenge.entity.js';
import { LoginChallenges } from './console-session/login-challenges.service.js';

/** The guards of every request in their order, tokens and logins. */
@Module({
  imports: [
    PassportModule,
    SessionsModule,
    SigningKeysModule,
    ClientAppsModule,
    SsoModule,
    UsersModule,
    SecondFactorModule,
    TypeOrmModule.forFeature([Authorization, Consent, LoginChallenge]),
  ],
  controllers: [
    TokenController,
    OAuthController,
    OAuthMetadataController,
    AuthorizationController,
    ConsentsController,
    AdminConsentsController,
    AdminSessionController,
  ],
  providers: [
    AdminCookie,
    // The order is that of docs/spec/service.md#3.
    { provide: APP_GUARD, useExisting: ApplicationKeyGuard },
    { provide: APP_GUARD, useExisting: AccessTokenGuard },
    { provide: APP_GUARD, useExisting: CallerLimitGuard },
    ApplicationKeyGuard,
    AccessTokenGuard,
    CallerLimitGuard,
    ApplicationKeyStrategy,
    AccessTokenStrategy,
    AccessTokens,
    AdminSessions,
    AuthService,
    Authorizations,
    Codes,
    Consents,
    FactorSteps,
    FailedLoginJournal,
    LoginChallenges,
    LoginCounters,
    LoginLimiter,
    LoginDelay,
    SignInCookie,
    TokenEndpoint,
    TokenIntrospection,
    TokenRevocation,
  ],
  exports: [AccessTokens, AdminSessions, AuthService],
})
export class AuthModule {}
