import { Injectable } from '@nestjs/common';
import type { CallingApplication, Scope } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { SessionsService } from '#people/sessions/index.js';
import { SigningKeys } from '../../signing-keys/index.js';
import { TokenRevocation } from './token-revocation.js';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';

/** What an application learns about a token: RFC 7662, section 2.2. */
export class IntrospectionView {
  @BooleanProperty(true, 'whether the token can be used; without it nothing else is told') active!: boolean;

  @TextProperty('shop team', 'missing if the token has no scopes: it may do all that the user may', { optional: true })
  scope?: string;

  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11', { optional: true }) client_id?: string;
  @TextProperty('alice', { optional: true }) username?: string;

  @ChoiceProperty(['access_token', 'refresh_token'], 'access_token', { optional: true })
  token_type?: 'access_token' | 'refresh_token';

  @IntegerProperty(1_795_600_000, 'in seconds since 1970', { optional: true }) exp?: number;
  @TextProperty('7', 'the user', { optional: true }) sub?: string;
  @TextProperty('http://localhost:3000', { optional: true }) iss?: string;
  @UuidProperty('8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63', 'the session', { optional: true }) sid?: string;
}

/** Tells applications of their own tokens: RFC 7662. */
@Injectable()
export class TokenIntrospection {
  constructor(
    private readonly access: TokenRevocation,
    private readonly sessions: SessionsService,
    private readonly signingKeys: SigningKeys,
  ) {}

  /** What a token is; one that is none, cannot be used, or is of another application is only not active. */
  async introspect({ id }: CallingApplication, token: string): Promise<IntrospectionView> {
    const session = await this.access.liveSession(token).catch(isInactive);
    if (session !== undefined)
      return session.applicationId === id
        ? this.view(id, 'access_token', { ...session, expiresAt: session.endsAt })
        : { active: false };
    const found = await this.sessions.findRefresh(token, id);
    if (found === undefined) return { active: false };
    const { session_id: sessionId, expires_at, uid, username, scopes } = found;
    return this.view(id, 'refresh_token', { sessionId, uid, username, scopes, expiresAt: expires_at.getTime() });
  }

  private view(
    clientId: string,
    type: 'access_token' | 'refresh_token',
    token: { sessionId: string; uid: number; username: string; scopes: readonly Scope[] | null; expiresAt: number },
  ): IntrospectionView {
    return {
      active: true,
      ...(token.scopes !== null && { scope: token.scopes.join(' ') }),
      client_id: clientId,
      username: token.username,
      token_type: type,
      exp: Math.floor(token.expiresAt / 1000),
      sub: String(token.uid),
      iss: this.signingKeys.issuer,
      sid: token.sessionId,
    };
  }
}

/** Whose account is inactive has no live session. */
function isInactive(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'INACTIVE_ACCOUNT') throw error;
}
