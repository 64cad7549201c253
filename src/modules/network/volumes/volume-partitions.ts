import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../../common/database/index.js';
import { Job, JobType } from '../../../common/jobs/index.js';

/** Comes every day, a while after midnight in UTC. */
const VOLUME_PARTITIONS = new JobType('volumes.partitions', { schedule: '17 0 * * *' });

/** How many months after the present one have their partition made ahead; an installation may rest as long. */
const MONTHS_AHEAD = 3;

/** Makes the partitions of the instants $1, where there are none. */
const MAKE = statement(
  'volumes.make-partitions',
  'SELECT make_volume_partition(at) FROM unnest($1::timestamptz[]) AS at',
);

/** The same, of the months from now on, $1 of them after the present one. */
const MAKE_AHEAD = statement(
  'volumes.make-partitions-ahead',
  `SELECT make_volume_partition(now() + make_interval(months => n)) FROM generate_series(0, $1::integer) AS n`,
);

/** The partitions of the ledger, one for each month in UTC that has rows, or will soon. */
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

  /** Makes the next months' partitions, so that no sale has to. */
  @Job(VOLUME_PARTITIONS)
  async makeAhead(): Promise<void> {
    await this.db.transaction(async (tx) => void (await this.db.query(tx, MAKE_AHEAD, [MONTHS_AHEAD])));
  }
}

function monthOf(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}
