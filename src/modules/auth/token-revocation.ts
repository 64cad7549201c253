import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { CallingApplication } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { SessionCache, SessionsService } from '../sessions/index.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../signing-keys/index.js';
import { liveSessionOf, type AccessClaims } from './access-token.strategy.js';
import { ACCESS_TOKEN_TYP } from './access-tokens.js';
import { asPassportHasIt, findKey } from './signed-token.js';

/** Ends sessions for clients that give a token back: RFC 7009. */
@Injectable()
export class TokenRevocation {
  private readonly jwt = new JwtService();

  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsService,
    private readonly cache: SessionCache,
    private readonly signingKeys: SigningKeys,
  ) {}

  /**
   * Ends the session that an access or refresh token is of, and with it all its tokens. What is no token of the
   * application, or no longer one, is as good as revoked.
   */
  async revoke({ id: applicationId }: CallingApplication, token: string): Promise<void> {
    const sessionId = await this.sessionOf(token);
    await this.db.transaction(async (tx) => {
      if (sessionId === undefined) await this.sessions.endByRefreshToken(tx, token, applicationId, 'logout');
      else await this.sessions.endAt(tx, sessionId, applicationId, 'logout');
    });
  }

  /** The session of an access token that would be let in; undefined for whatever else. */
  private async sessionOf(token: string): Promise<string | undefined> {
    const key = await findKey(this.signingKeys, ACCESS_TOKEN_TYP, token);
    if (key === undefined) return undefined;
    const options = { publicKey: asPassportHasIt(key), algorithms: [...SIGNING_ALGORITHMS] };
    const claims = await this.jwt.verifyAsync<AccessClaims>(token, options).catch(() => undefined);
    return claims === undefined ? undefined : (await liveSessionOf(this.cache, token, claims))?.sessionId;
  }
}
