import { SetMetadata } from '@nestjs/common';
import type { Config } from '../config/config.js';

/** Metadata key of {@link PartitionedByTime}. */
export const PARTITIONED = 'partitions:time';

/** How a table is partitioned by the range of one `timestamptz` column, in UTC. */
export interface TimePartitioning {
  /** The table, if it is not the entity's own but a partition of that, which has partitions itself. */
  readonly table?: string;
  /** What one partition takes; weeks begin on Mondays. */
  readonly width: 'day' | 'week' | 'month';
  /** How far after now rows are written, such as `30 days` where the column is the end of a lifetime; default: not at all. */
  readonly reach?: string;
  /** Partitions that are there beyond that: as long as an installation whose jobs all fail goes on to write. */
  readonly ahead: number;
  /** How long a partition is kept after its end, such as `30 days`; undefined: forever, and its rows are frozen. */
  readonly keep?: (config: Config) => string | undefined;
}

/**
 * Marks an entity whose table a migration has partitioned by time (`partitionByTime`). Its partitions are then made ahead,
 * dropped when all of their rows are past their time, or frozen, without anything else to be done. Statements that read it
 * should bound the column, so that partitions which cannot have the row are left out.
 */
export function PartitionedByTime(...tables: readonly TimePartitioning[]): ClassDecorator {
  return SetMetadata(PARTITIONED, tables);
}
