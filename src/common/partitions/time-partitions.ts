import { Global, Injectable, Logger, Module, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Config } from '../config/config.js';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { CONNECT_TIMEOUT_MS, DatabaseAddress } from '../database/connections.js';
import { Database } from '../database/index.js';
import { Job, JobType, Retention } from '../jobs/index.js';
import { isJobProcess } from '../jobs/job-process.js';
import { Partitions, type PartitionedTable } from '@commerce/postgres';

/** Metadata key of {@link PartitionedByTime}. */
const PARTITIONED = 'partitions:time';

/** How a table of an entity is partitioned, and how long that is kept. */
interface TimePartitioning extends Omit<PartitionedTable, 'table' | 'keep'> {
  /** The table, if it is not the entity's own but a partition of that, which has partitions itself. */
  readonly table?: string;
  /** How long a partition is kept after its end, such as `30 days`; undefined: forever. */
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

/** Every hour, apart from other jobs: it may take minutes. */
const FREEZE = new JobType('partitions.freeze', { schedule: '43 * * * *', retries: 0 });

/** Makes, drops and freezes the partitions of all entities with `@PartitionedByTime`. Decision 83. */
@Injectable()
export class TimePartitions implements OnModuleInit {
  private readonly partitions: Partitions;
  private readonly reflector = new Reflector();

  constructor(
    private readonly db: Database,
    { url }: DatabaseAddress,
    private readonly config: Config,
  ) {
    const logger = new Logger(TimePartitions.name);
    this.partitions = new Partitions({
      tables: () => this.tables,
      url,
      name: 'commerce-partitions',
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      lock: ADVISORY_LOCKS.partitions,
      run: (sql, values) => db.query(null, sql, values),
      debug: (line) => logger.debug(line),
    });
  }

  /** Until when each table can be written, in seconds since 1970, as this instance knows it. */
  get until(): ReadonlyMap<string, number> {
    return this.partitions.until;
  }

  /** All tables that are partitioned by time. */
  get tables(): PartitionedTable[] {
    return this.db.dataSource.entityMetadatas.flatMap(({ target, tableName }) => {
      if (typeof target !== 'function') return [];
      const all = this.reflector.get<readonly TimePartitioning[] | undefined>(PARTITIONED, target) ?? [];
      return all.map((one) => ({ table: tableName, ...one, keep: one.keep?.(this.config) }));
    });
  }

  /** Before anything is written: an installation may have rested for longer than its partitions reach. */
  async onModuleInit(): Promise<void> {
    // The instance that starts it has made them.
    if (isJobProcess(process.env)) return;
    await this.partitions.makeAhead();
  }

  /** @throws Error saying what failed, once all else is done */
  @Retention('partitions by time, once all of their rows are past their time')
  async round(): Promise<void> {
    await this.partitions.round();
  }

  @Job(FREEZE)
  async freezeNext(): Promise<void> {
    await this.partitions.freeze();
  }
}

/** The {@link TimePartitions} of all entities. */
@Global()
@Module({ providers: [TimePartitions], exports: [TimePartitions] })
export class PartitionsModule {}
