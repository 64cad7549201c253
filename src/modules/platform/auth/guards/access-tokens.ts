import { Injectable } from '@nestjs/common';
import { newId } from '#common/ids.js';
import { SigningKeys } from '../../signing-keys/index.js';

/** Lifetime of an access token: 15 minutes. See docs/spec/service.md#4. */
export const ACCESS_SECONDS = 15 * 60;

/** The header's `typ` of an access token (RFC 9068). */
export const ACCESS_TOKEN_TYP = 'at+jwt';

/** The `client_id` of tokens of the admin module. */
export const ADMIN_CLIENT_ID = 'admin';

/**
 * The `aud` of tokens for the admin module; that of tokens for applications is the issuer itself. Both follow the signing
 * key rather than `PUBLIC_URL`, so that instances with different ones accept each other's tokens.
 */
export function adminAudience(issuer: string): string {
  return `${issuer}/admin/api`;
}

/** The session of an access token. */
export interface Subject {
  sessionId: string;
  uid: number;
  roles: readonly string[];
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

  private sign({ sessionId, uid, roles }: Subject, aud: string, clientId: string, seconds: number): string {
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      aud,
      sub: String(uid),
      client_id: clientId,
      iat,
      exp: iat + seconds,
      jti: newId(),
      sid: sessionId,
      roles,
    };
    return this.signingKeys.sign(claims, ACCESS_TOKEN_TYP);
  }
}
