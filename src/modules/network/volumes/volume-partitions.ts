import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';

/** Makes the partitions of the instants $1, where there are none. */
const MAKE = statement(
  'volumes.make-partitions',
  'SELECT make_volume_partition(at) FROM unnest($1::timestamptz[]) AS at',
);

/** The ledger's partitions of months, in UTC, that nobody made ahead. */
@Injectable()
export class VolumePartitions {
  /** Months whose partition is known to be there: none is ever removed. */
  private readonly known = new Set<string>();

  constructor(private readonly db: Database) {}

  /** Makes sure that the rows of these instants have partitions; without a statement where that is known. */
  async ensure(tx: EntityManager, instants: readonly Date[]): Promise<void> {
    const missing = new Map(instants.map((at) => [monthOf(at), at]));
    for (const month of this.known) missing.delete(month);
    if (missing.size === 0) return;
    await this.db.query(tx, MAKE, [[...missing.values()]]);
    this.db.afterCommit(tx, () => [...missing.keys()].forEach((month) => this.known.add(month)));
  }
}

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}
