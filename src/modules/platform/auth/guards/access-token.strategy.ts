import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '#common/ids.js';
import { SessionCache, type LiveSession } from '#people/sessions/index.js';
import { SigningKeys } from '../../signing-keys/index.js';
import { ACCESS_TOKEN_TYP, ADMIN_CLIENT_ID, adminAudience } from './access-tokens.js';
import type { SignedClaims } from './signed-token.js';
import { SignedTokenStrategy } from './signed-token.strategy.js';

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
