import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { CallingApplication } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { SessionCache, SessionEndings, type LiveSession } from '#people/sessions/index.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../../signing-keys/index.js';
import { ACCESS_TOKEN_TYP, type AccessClaims, liveSessionOf } from '../guards/access-tokens.js';
import { asPassportKey, findKey } from '../guards/signed-token.js';

/** Revokes tokens: RFC 7009. */
@Injectable()
export class TokenRevocation {
  private readonly jwt = new JwtService();

  constructor(
    private readonly db: Database,
    private readonly sessions: SessionEndings,
    private readonly cache: SessionCache,
    private readonly signingKeys: SigningKeys,
  ) {}

  /**
   * Ends the session of an access or refresh token. Tokens that are invalid or of another application are ignored.
   */
  async revoke({ id: applicationId }: CallingApplication, token: string): Promise<void> {
    const sessionId = (await this.liveSession(token))?.sessionId;
    await this.db.transaction(async (tx) => {
      if (sessionId === undefined) await this.sessions.endByRefreshToken(tx, token, applicationId, 'logout');
      else await this.sessions.endAt(tx, sessionId, applicationId, 'logout');
    });
  }

  /** The session of a valid access token; undefined for any other text. @throws AppError INACTIVE_ACCOUNT */
  async liveSession(token: string): Promise<LiveSession | undefined> {
    const key = await findKey(this.signingKeys, ACCESS_TOKEN_TYP, token);
    if (key === undefined) return undefined;
    const options = { publicKey: asPassportKey(key), algorithms: [...SIGNING_ALGORITHMS] };
    const claims = await this.jwt.verifyAsync<AccessClaims>(token, options).catch(() => undefined);
    return claims && liveSessionOf(this.cache, token, claims);
  }
}
