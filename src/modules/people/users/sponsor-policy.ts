import { Injectable } from '@nestjs/common';
import { ArrayContains, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { caseInsensitive } from '#common/database/index.js';
import { User } from './user.entity.js';
import { NO_SPONSOR } from './users.failures.js';

/** A sign-up that needs a sponsor. */
export interface SponsorRequest {
  /** The API admin; null for who signs up by themselves. */
  caller: Caller | null;
  /** The sponsor's username as sent; undefined when none was. */
  sponsor: string | undefined;
  /** ISO 3166-1 alpha-2, upper case; '' in a form that is refused for its country. */
  countryCode: string;
}

/** The sponsor's uid (null: none), or the message of a Validation Error on `sponsor`. */
export type SponsorVerdict = { uid: number | null } | { refusal: string };

/**
 * Decides who sponsors a new member. Replaceable; it runs in the transaction of the sign-up.
 * @example
 * ```ts
 * @Injectable()
 * class HouseSponsor extends ExistingSponsor {
 *   // Members without a sponsor get the house account.
 *   override async sponsorOf(tx: EntityManager, request: SponsorRequest) {
 *     return super.sponsorOf(tx, { ...request, sponsor: request.sponsor ?? 'house' });
 *   }
 * }
 *
 * createApp({ …, extensions: [{ module: HouseModule, replaces: [{ provide: SponsorPolicy, useClass: HouseSponsor }] }] });
 * ```
 */
export abstract class SponsorPolicy {
  /**
   * @param tx the transaction of the sign-up
   */
  abstract sponsorOf(tx: EntityManager, request: SponsorRequest): Promise<SponsorVerdict>;
}

/** The default policy: a sponsor is optional, and must be an active member. */
@Injectable()
export class ExistingSponsor extends SponsorPolicy {
  override async sponsorOf(tx: EntityManager, { sponsor }: SponsorRequest): Promise<SponsorVerdict> {
    if (sponsor === undefined) return { uid: null };
    const found = await findSponsor(tx, sponsor);
    return found === null ? { refusal: NO_SPONSOR.message } : { uid: found.uid };
  }
}

/** An active member by username, case-insensitive. */
export async function findSponsor(tx: EntityManager, username: string): Promise<User | null> {
  const roles = ArrayContains(['member']);
  return tx.findOneBy(User, { username: caseInsensitive(username), status: 'active', roles });
}
