import { Injectable, Logger, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type pg from 'pg';
import { Config } from '../config/config.js';
import { Database, statement } from '../database/index.js';
import { isLockedByOthers } from '../errors/database-errors.js';
import { Job, JobType, Retention } from '../jobs/index.js';
import { isJobProcess } from '../jobs/job-process.js';
import { PartitionSession } from './partition-session.js';

/** Metadata key of {@link PartitionedByTime}. */
const PARTITIONED = 'partitions:time';

/** How a table is partitioned by the range of one `timestamptz` column, in UTC. */
interface TimePartitioning {
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

/** Makes the partitions of table `$1`, of width `$2`, from now until `$3` after it and `$4` more. */
const MAKE_AHEAD = statement(
  'partitions.make-ahead',
  `SELECT make_time_partition($1::regclass, $2, first AT TIME ZONE 'UTC')
     FROM generate_series(date_trunc($2, now() AT TIME ZONE 'UTC'),
            date_trunc($2, (now() + $3::interval) AT TIME ZONE 'UTC') + $4::integer * ('1 ' || $2)::interval,
            ('1 ' || $2)::interval) AS first`,
);

/** Until when rows of table `$1` can be written that are of `$2` after the time when they are, in seconds since 1970. */
const FIND_END = statement(
  'partitions.find-end',
  `SELECT extract(epoch FROM max(ends) - $2::interval)::float8 AS until FROM time_partitions($1::regclass)`,
);

/**
 * Partitions of table `$1` that ended more than `$2` ago, the oldest first; before them, one that was being detached. With
 * when they begin and end, as words of one form, whatever the session prefers.
 */
const FIND_PAST = `SELECT piece::text, is_leaving, to_jsonb(begins) #>> '{}' AS begins, to_jsonb(ends) #>> '{}' AS ends
   FROM time_partitions($1::regclass)
  WHERE is_leaving OR ends <= now() - $2::interval ORDER BY is_leaving DESC, begins`;

/** Partitions of table `$1` whose comment begins with `$2`, and that are not being detached. */
const FIND_MARKED = `SELECT piece::text FROM time_partitions($1::regclass)
  WHERE NOT is_leaving AND starts_with(obj_description(piece, 'pg_class'), $2)`;

/**
 * Tables whose comment begins with `$1`, and that are partitions no more; with when they began and ended, which follow in the
 * comment, and whether that is more than `$2` ago.
 */
const FIND_LEFT = `SELECT c.oid::regclass::text AS piece, span[1] AS begins, span[2] AS ends,
        coalesce(span[2]::timestamptz <= now() - $2::interval, false) AS is_past
   FROM pg_class c
   JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
  CROSS JOIN LATERAL string_to_array(substr(d.description, length($1) + 1), ' ') AS span
  WHERE starts_with(d.description, $1) AND c.relkind = 'r' AND NOT c.relispartition`;

/** The partition of table `$1` that has ended and whose oldest rows were frozen `$2` transactions ago or more, or never. */
const FIND_AGED = `SELECT piece::text FROM time_partitions($1::regclass) p JOIN pg_class c ON c.oid = p.piece
  WHERE p.ends <= now() AND NOT p.is_leaving
    AND age(c.relfrozenxid) >= coalesce($2::integer, current_setting('autovacuum_freeze_max_age')::integer / 4)
  ORDER BY age(c.relfrozenxid) DESC LIMIT 1`;

/** Every hour, apart from other jobs: it may take minutes. */
const FREEZE = new JobType('partitions.freeze', { schedule: '43 * * * *', retries: 0 });

/** How the comment of what is being dropped begins. Other tables were detached by somebody who wants them. */
const LEAVING = 'its rows are past their time, the service drops it: ';

/** A partitioned table of an entity. */
export type TimeTable = TimePartitioning & { readonly table: string };

interface Piece {
  piece: string;
}

/** One that is past its time, or was; with when it begins and ends. */
interface OldPiece extends Piece {
  begins: string;
  ends: string;
}

/**
 * Makes, drops and freezes the partitions of all entities with `@PartitionedByTime`. Decision 83.
 *
 * Nothing here keeps readers or writers waiting. A partition is made as a table and then attached; it is detached by
 * `DETACH PARTITION … CONCURRENTLY`, which waits for those who may still read it and locks out nobody, and then dropped.
 * Whoever is in the way is waited for half a second; then the next round tries again, and finishes what this one has left.
 */
@Injectable()
export class TimePartitions implements OnModuleInit {
  /** Until when each table can be written, in seconds since 1970, as this instance knows it. */
  readonly until = new Map<string, number>();
  private readonly logger = new Logger(TimePartitions.name);
  private readonly reflector = new Reflector();

  constructor(
    private readonly db: Database,
    private readonly session: PartitionSession,
    private readonly config: Config,
  ) {}

  /** All tables that are partitioned by time. */
  get tables(): TimeTable[] {
    return this.db.dataSource.entityMetadatas.flatMap(({ target, tableName }) => {
      if (typeof target !== 'function') return [];
      const all = this.reflector.get<readonly TimePartitioning[] | undefined>(PARTITIONED, target) ?? [];
      return all.map((one) => ({ table: tableName, ...one }));
    });
  }

  /** Before anything is written: an installation may have rested for longer than its partitions reach. */
  async onModuleInit(): Promise<void> {
    // The instance that starts it has made them.
    if (isJobProcess(process.env)) return;
    for (const table of this.tables) await this.makeAhead(table);
  }

  /** @throws Error saying what failed, once all else is done */
  @Retention('partitions by time, once all of their rows are past their time')
  async round(): Promise<void> {
    const { tables } = this;
    await each(tables, (table) => this.makeAhead(table));
    await this.session.alone((client) =>
      each(
        [
          ...tables.map((table) => () => this.detachOld(client, table)),
          ...tables.map((table) => () => this.dropLeft(client, table)),
        ],
        (work) => work(),
      ),
    );
  }

  /** Makes the partitions that should be there and are not. */
  async makeAhead({ table, width, reach = '0', ahead }: TimeTable): Promise<void> {
    await this.db.query(null, MAKE_AHEAD, [table, width, reach, ahead]);
    const end = await this.db.queryOne<{ until: number }>(null, FIND_END, [table, reach]);
    if (end !== undefined) this.until.set(table, end.until);
  }

  /**
   * Freezes the rows of partitions that take no more, of each table that is kept forever the one that most needs it: long
   * before autovacuum would come for the age of its rows alone, which it then does not find.
   * @param age transactions after which it is needed; default: a quarter of `autovacuum_freeze_max_age`
   */
  async freeze(age?: number): Promise<void> {
    const kept = this.tables.filter(({ keep }) => keep?.(this.config) === undefined);
    await this.session.alone((client) =>
      each(kept, async ({ table }) => {
        const { rows } = await client.query<Piece>(FIND_AGED, [table, age ?? null]);
        for (const { piece } of rows) await client.query(`VACUUM (FREEZE, SKIP_LOCKED) ${piece}`);
      }),
    );
  }

  @Job(FREEZE)
  async freezeNext(): Promise<void> {
    await this.freeze();
  }

  private async detachOld(client: pg.Client, { table, keep }: TimeTable): Promise<void> {
    const { rows } = await client.query<OldPiece & { is_leaving: boolean }>(FIND_PAST, [
      table,
      keep?.(this.config) ?? null,
    ]);
    const detach = async (): Promise<void> => {
      for (const { piece, is_leaving, begins, ends } of rows) {
        if (!is_leaving) await client.query(`COMMENT ON TABLE ${piece} IS '${markOf(table)}${begins} ${ends}'`);
        await client.query(
          `ALTER TABLE ${table} DETACH PARTITION ${piece} ${is_leaving ? 'FINALIZE' : 'CONCURRENTLY'}`,
        );
      }
    };
    await this.unlessLocked(detach).finally(() => this.unmark(client, table));
  }

  /** What could not be detached may be kept for longer next time, or be detached by somebody else. */
  private async unmark(client: pg.Client, table: string): Promise<void> {
    const { rows } = await client.query<Piece>(FIND_MARKED, [table, LEAVING]);
    for (const { piece } of rows) await this.unlessLocked(() => client.query(`COMMENT ON TABLE ${piece} IS NULL`));
  }

  /** Drops what is detached; what is kept for longer than it was then comes back. */
  private async dropLeft(client: pg.Client, { table, keep }: TimeTable): Promise<void> {
    const { rows } = await client.query<OldPiece & { is_past: boolean }>(FIND_LEFT, [
      markOf(table),
      keep?.(this.config) ?? null,
    ]);
    for (const { piece, begins, ends, is_past } of rows) {
      const from = begins === '-infinity' ? 'MINVALUE' : `'${begins}'`;
      await this.unlessLocked(() =>
        client.query(
          is_past
            ? `DROP TABLE ${piece}`
            : `ALTER TABLE ${table} ATTACH PARTITION ${piece} FOR VALUES FROM (${from}) TO ('${ends}');
               COMMENT ON TABLE ${piece} IS NULL`,
        ),
      );
    }
  }

  private async unlessLocked(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isLockedByOthers(error)) throw error;
      this.logger.debug(`a partition is in use, and is dropped later: ${String(error)}`);
    }
  }
}

/** How the comment of a table's partition that is being dropped begins. */
const markOf = (table: string): string => `${LEAVING}${table} `;

/** Does something with each, one after the other; a failure does not stop the others. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const failures: string[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(String(error)));
  if (failures.length > 0) throw new Error(failures.join('; '));
}
