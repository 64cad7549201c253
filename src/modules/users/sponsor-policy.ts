import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { FIND_SPONSOR } from './users.queries.js';

/** Who asks for a sponsor, and what the form said. */
export interface SponsorRequest {
  caller: Caller;
  /** The sponsor's username as sent; undefined when none was. */
  sponsor: string | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  countryCode: string;
}

/** The sponsor's uid (null: nobody), or why the request is refused: a Validation Error on `sponsor`. */
export type SponsorVerdict = { uid: number | null } | { refusal: string };

/**
 * Decides who sponsors a new member. A replaceable provider; it runs inside the transaction of the sign-up.
 * @example
 * ```ts
 * @Injectable()
 * class HouseSponsor extends ExistingSponsor {
 *   // Whoever comes without a sponsor belongs to the house.
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
   * @param request the sponsor that was asked for
   */
  abstract sponsorOf(tx: EntityManager, request: SponsorRequest): Promise<SponsorVerdict>;
}

/** The usual policy: a sponsor need not be named, and one that is must be an active member. */
@Injectable()
export class ExistingSponsor extends SponsorPolicy {
  constructor(private readonly db: Database) {
    super();
  }

  override async sponsorOf(tx: EntityManager, { sponsor }: SponsorRequest): Promise<SponsorVerdict> {
    if (sponsor === undefined) return { uid: null };
    const row = await this.db.queryOne<{ uid: number }>(tx, FIND_SPONSOR, [sponsor]);
    return row ?? { refusal: 'is not the username of an active member' };
  }
}
