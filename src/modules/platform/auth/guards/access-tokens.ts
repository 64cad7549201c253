import { Injectable } from '@nestjs/common';
import { rolesWithin, type Scope } from '#common/access/index.js';
import { isUuid, newId } from '#common/ids.js';
import { SigningKeys } from '../../signing-keys/index.js';
import type { FastifyRequest } from 'fastify';
import { type LiveSession, SessionCache } from '#people/sessions/index.js';
import { type SignedClaims, SignedTokenStrategy } from './signed-token.js';

/** Lifetime of an access token: 15 minutes. See docs/spec/service.md#4. */
export const ACCESS_SECONDS = 15 * 60;

/** The header's `typ` of an access token (RFC 9068). */
export const ACCESS_TOKEN_TYP = 'at+jwt';

/** The `client_id` of tokens of the admin module. */
const ADMIN_CLIENT_ID = 'admin';

/**
 * The `aud` of tokens for the admin module; that of tokens for applications is the issuer itself. Both follow the signing
 * key rather than `PUBLIC_URL`, so that instances with different ones accept each other's tokens.
 */
function adminAudience(issuer: string): string {
  return `${issuer}/admin/api`;
}

/** The session of an access token. */
export interface Subject {
  sessionId: string;
  uid: number;
  roles: readonly string[];
  /** What the token may be used for; null for all that its user may. */
  scopes: readonly Scope[] | null;
}

/** Signs access tokens per RFC 9068. */
@Injectable()
export class AccessTokens {
  constructor(private readonly signingKeys: SigningKeys) {}

  forApplication(subject: Subject, applicationId: string): string {
    return this.sign(subject, this.signingKeys.issuer, applicationId, ACCESS_SECONDS);
  }

  /** A token for the admin module, valid as long as its session. */
  forAdmin(subject: Subject, seconds: number): string {
    return this.sign(subject, adminAudience(this.signingKeys.issuer), ADMIN_CLIENT_ID, seconds);
  }

  private sign({ sessionId, uid, roles, scopes }: Subject, aud: string, clientId: string, seconds: number): string {
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      aud,
      sub: String(uid),
      client_id: clientId,
      iat,
      exp: iat + seconds,
      jti: newId(),
      sid: sessionId,
      roles: rolesWithin(scopes, roles),
      ...(scopes !== null && { scope: scopes.join(' ') }),
    };
    return this.signingKeys.sign(claims, ACCESS_TOKEN_TYP);
  }
}

export interface AccessClaims extends SignedClaims {
  aud?: unknown;
  sub?: unknown;
  client_id?: unknown;
  sid?: unknown;
  exp?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The access token that the guard found. */
    accessToken?: string;
  }
}

/** Verifies an access token (RFC 9068) and that its session has not ended. See docs/spec/service.md#4. */
@Injectable()
export class AccessTokenStrategy extends SignedTokenStrategy {
  constructor(
    signingKeys: SigningKeys,
    private readonly sessions: SessionCache,
  ) {
    super(signingKeys, ACCESS_TOKEN_TYP, (request) => request.accessToken);
  }

  async validate(request: FastifyRequest, claims: AccessClaims): Promise<LiveSession | false> {
    return (await liveSessionOf(this.sessions, request.accessToken ?? '', claims)) ?? false;
  }
}

/**
 * The session of an access token whose signature was verified; undefined when it has ended or the claims do not match it.
 * @throws AppError INACTIVE_ACCOUNT
 */
export async function liveSessionOf(
  sessions: SessionCache,
  token: string,
  claims: AccessClaims,
): Promise<LiveSession | undefined> {
  const { sid, exp } = claims;
  if (typeof sid !== 'string' || !isUuid(sid) || typeof exp !== 'number') return undefined;
  return sessions.load(token, sid, exp * 1000, (live) => matches(claims, live));
}

/** Whether a token was issued for this session, and for the admin module or the client API as the session is. */
function matches({ iss, aud, sub, client_id: clientId }: AccessClaims, { uid, applicationId }: LiveSession): boolean {
  const audience = applicationId === null ? adminAudience(String(iss)) : iss;
  return sub === String(uid) && aud === audience && clientId === (applicationId ?? ADMIN_CLIENT_ID);
}
