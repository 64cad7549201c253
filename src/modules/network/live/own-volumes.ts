import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/index.js';
import { fixed } from '../../../common/money/fixed.js';
import type { Measured } from './live.messages.js';
import { OWN_VOLUMES } from './people.queries.js';

/** Volumes of a member's own rows, from the ledger: what the member bought counts at once. */
@Injectable()
export class OwnVolumes {
  constructor(private readonly db: Database) {}

  /** The qualifying volume in the open period, in whole ten-thousandths. */
  async volume(uid: number, { period, qualifying }: Measured): Promise<number> {
    const values = [uid, new Date(period.from), new Date(period.to)];
    const { volumes } = (await this.db.queryOne<{ volumes: string[] }>(null, OWN_VOLUMES, values))!;
    return Number(fixed(volumes[qualifying]!));
  }
}
