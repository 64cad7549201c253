import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';
import { fixed } from '#common/money/fixed.js';
import type { Measured } from './live-thread.js';
import type { LiveMember } from './tree/reads.js';

/** The three volumes of a member's own rows, of the uid $1 from $2 to before $3. */
const OWN_VOLUMES = statement(
  'live.own-volumes',
  `SELECT ARRAY[coalesce(sum(business_volume), 0), coalesce(sum(points), 0), coalesce(sum(cumulative_volume), 0)]::text[] AS volumes
     FROM volume_rows WHERE uid = $1 AND at >= $2 AND at < $3`,
);

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
