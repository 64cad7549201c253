import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed } from '#common/money/fixed.js';
import type { Measured } from './live.messages.js';
import { OWN_VOLUMES } from './people.queries.js';
import type { LiveMember } from './tree/reads.js';

/** Volumes of a member's own rows, from the ledger: what the member bought counts at once. */
@Injectable()
export class OwnVolumes {
  constructor(private readonly db: Database) {}

  /**
   * How much more qualifying volume a member has in the open period than the live network knows yet, in whole ten-thousandths;
   * nothing for who is left out there.
   */
  async newer({ uid, own, isLeftOut }: LiveMember, { period, qualifying }: Measured): Promise<number> {
    if (isLeftOut) return 0;
    const values = [uid, new Date(period.from), new Date(period.to)];
    const { volumes } = (await this.db.queryOne<{ volumes: string[] }>(null, OWN_VOLUMES, values))!;
    const volume = Number(fixed(volumes[qualifying]!));
    // A row that the live network is about to leave out.
    return Number.isSafeInteger(volume) ? volume - own : 0;
  }
}
