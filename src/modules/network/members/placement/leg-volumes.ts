import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../../../common/database/index.js';

/** Tells which leg has the less group volume, for the spill rule `lesser_volume`. */
export abstract class LegVolumes {
  /**
   * The group volume of each leg. It is only compared.
   * @param heads who stands at the heads of the legs
   */
  abstract of(tx: EntityManager, heads: readonly number[]): Promise<ReadonlyMap<number, bigint>>;
}

/** Most members that are counted in all legs together, level by level. */
const MAX_COUNTED = 1_000;

/** `$1` heads of legs. The recursion ends as soon as enough rows are there. */
const COUNT = statement(
  'network.count-legs',
  `WITH RECURSIVE below AS (
     SELECT h.uid AS head, h.uid FROM unnest($1::bigint[]) AS h (uid)
     UNION ALL
     SELECT b.head, e.uid FROM below b
       JOIN network_edges e ON e.tree = 'placement' AND e.parent_uid = b.uid AND e.to_at IS NULL
   )
   SELECT head, count(*) AS members FROM (SELECT head FROM below LIMIT ${MAX_COUNTED}) AS counted GROUP BY head`,
);

/** Counts members: what stands in for volumes until they are measured live. */
@Injectable()
export class MemberCounts extends LegVolumes {
  constructor(private readonly db: Database) {
    super();
  }

  override async of(tx: EntityManager, heads: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
    const rows = await this.db.query<{ head: number; members: number }>(tx, COUNT, [heads]);
    return new Map(rows.map(({ head, members }) => [head, BigInt(members)]));
  }
}
