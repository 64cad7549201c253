import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { parseId } from '#common/ids.js';
import { Referrals, type Referral } from '#people/users/index.js';
import { SIGNING_ALGORITHMS, SigningKeys } from './signing-keys.service.js';

/** The header's `typ`: no other token passes for a referral, nor a referral for another token. */
const REFERRAL_TYP = 'ref+jwt';

interface Decoded {
  header: { kid?: unknown; typ?: unknown };
  payload: { iss?: unknown; sub?: unknown; leg?: unknown };
}

/** Referrals as JWTs, signed by the keys that sign all else. They do not expire: links are printed and handed on. */
@Injectable()
export class SignedReferrals extends Referrals {
  constructor(
    private readonly keys: SigningKeys,
    private readonly jwt: JwtService,
  ) {
    super();
  }

  override sign({ sponsorUid, leg }: Referral): string {
    return this.keys.sign({ sub: String(sponsorUid), ...(leg === undefined ? {} : { leg }) }, REFERRAL_TYP);
  }

  override async read(token: string): Promise<Referral | undefined> {
    const unverified = this.jwt.decode<Decoded | null>(token, { complete: true });
    const { kid, typ } = unverified?.header ?? {};
    const key = typeof kid === 'string' && typ === REFERRAL_TYP ? await this.keys.find(kid) : undefined;
    if (key === undefined) return undefined;
    const { sub, leg } = this.verified(token, key) ?? {};
    const sponsorUid = typeof sub === 'string' ? parseId(sub) : undefined;
    return sponsorUid === undefined ? undefined : { sponsorUid, leg: typeof leg === 'number' ? leg : undefined };
  }

  private verified(
    token: string,
    { publicKey, issuer }: NonNullable<Awaited<ReturnType<SigningKeys['find']>>>,
  ): Decoded['payload'] | undefined {
    try {
      const algorithms = [...SIGNING_ALGORITHMS];
      return this.jwt.verify<Decoded['payload']>(token, { publicKey: publicKey as never, algorithms, issuer });
    } catch {
      // Whatever is wrong with it, it is no referral.
      return undefined;
    }
  }
}
