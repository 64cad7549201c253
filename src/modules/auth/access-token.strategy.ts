import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../common/ids.js';
import { SessionCache, type LiveSession } from '../sessions/index.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../signing-keys/index.js';
import { ACCESS_TOKEN_TYP, ADMIN_CLIENT_ID, adminAudience } from './access-tokens.js';
import { forgetOwn, registerOwn } from './own-strategy.js';
import { keyProvider, type SignedClaims } from './signed-token.js';

/** The name of the strategy; each application adds a part of its own. */
const ACCESS_TOKEN = 'access-token';

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

/** Verifies an access token (RFC 9068) and that its session lives. Section 4 of the decisions. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, ACCESS_TOKEN) implements OnApplicationShutdown {
  /** What the guard asks passport for. */
  readonly ownName = registerOwn(this, ACCESS_TOKEN);

  constructor(
    signingKeys: SigningKeys,
    private readonly sessions: SessionCache,
  ) {
    super({
      jwtFromRequest: (request) => (request as unknown as FastifyRequest).accessToken ?? null,
      algorithms: [...SIGNING_ALGORITHMS],
      secretOrKeyProvider: keyProvider(signingKeys, ACCESS_TOKEN_TYP),
      passReqToCallback: true,
    });
  }

  onApplicationShutdown(): void {
    forgetOwn(this.ownName);
  }

  async validate(request: FastifyRequest, claims: AccessClaims): Promise<LiveSession | false> {
    return (await liveSessionOf(this.sessions, request.accessToken ?? '', claims)) ?? false;
  }
}

/**
 * The session that an access token is of whose signature was verified; undefined when it has ended, or was not made so.
 * @throws AppError INACTIVE_ACCOUNT
 */
export async function liveSessionOf(
  sessions: SessionCache,
  token: string,
  claims: AccessClaims,
): Promise<LiveSession | undefined> {
  const { sid, exp } = claims;
  if (typeof sid !== 'string' || !isUuid(sid) || typeof exp !== 'number') return undefined;
  return sessions.load(token, sid, exp * 1000, (live) => fits(claims, live));
}

/** Whether a token was made for this session, and for the part of the service that the session is of. */
function fits({ iss, aud, sub, client_id: clientId }: AccessClaims, { uid, applicationId }: LiveSession): boolean {
  const audience = applicationId === null ? adminAudience(String(iss)) : iss;
  return sub === String(uid) && aud === audience && clientId === (applicationId ?? ADMIN_CLIENT_ID);
}
