import type pg from 'pg';
import { isLockedByOthers } from './errors.js';
import { prepared, SteadyClient, type RunOnPrimary } from './steady-client.js';

/** A table that is partitioned by the range of one `timestamptz` column, in UTC; see `partitionByTime`. */
export interface PartitionedTable {
  readonly table: string;
  /** What one partition takes; weeks begin on Mondays. */
  readonly width: 'day' | 'week' | 'month';
  /** How far after now rows are written, such as `30 days` where the column is the end of a lifetime; default: not at all. */
  readonly reach?: string;
  /** Partitions that are there beyond that: as long as an installation whose jobs all fail goes on to write. */
  readonly ahead: number;
  /** How long a partition is kept after its end, such as `30 days`; undefined: forever, and its rows are frozen. */
  readonly keep?: string;
}

/** What {@link Partitions} are made of. */
export interface PartitionOptions {
  /** All tables, as they are kept at the time. */
  readonly tables: () => readonly PartitionedTable[];
  /** Where sessions are had: past a pooler in transaction mode. */
  readonly url: string;
  /** The `application_name` of those sessions. */
  readonly name: string;
  readonly connectTimeoutMs: number;
  /** The number of the advisory lock of the one who works on partitions; held for minutes. */
  readonly lock: number;
  /** For statements that take no time. */
  readonly run: RunOnPrimary;
  readonly debug: (line: string) => void;
}

/** Less than `deadlock_timeout`, after which PostgreSQL ends one of those who wait for each other: it must never be a request. */
const LOCK_MS = 500;

/** One partition's freezing is the longest. */
const STATEMENT_MS = 10 * 60 * 1000;

/** Beyond that only a server that is frozen or cut off is silent. */
const SILENCE_MS = STATEMENT_MS + 5_000;

/** Makes the partitions of table `$1`, of width `$2`, from now until `$3` after it and `$4` more. */
const MAKE_AHEAD = prepared(
  'partitions.make-ahead',
  `SELECT make_time_partition($1::regclass, $2, first AT TIME ZONE 'UTC')
     FROM generate_series(date_trunc($2, now() AT TIME ZONE 'UTC'),
            date_trunc($2, (now() + $3::interval) AT TIME ZONE 'UTC') + $4::integer * ('1 ' || $2)::interval,
            ('1 ' || $2)::interval) AS first`,
);

/** Until when rows of table `$1` can be written that are of `$2` after the time when they are, in seconds since 1970. */
const FIND_END = prepared(
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
  ORDER BY age(c.relfrozenxid) DESC, p.begins LIMIT 1`;

/** How the comment of what is being dropped begins. Other tables were detached by somebody who wants them. */
const LEAVING = 'its rows are past their time, the service drops it: ';

interface Piece {
  piece: string;
}

/** One that is past its time, or was; with when it begins and ends. */
interface OldPiece extends Piece {
  begins: string;
  ends: string;
}

/**
 * Makes, drops and freezes the partitions of tables.
 *
 * Nothing here keeps readers or writers waiting. A partition is made as a table and then attached; it is detached by
 * `DETACH PARTITION … CONCURRENTLY`, which waits for those who may still read it and locks out nobody, and then dropped.
 * Whoever is in the way is waited for half a second; then the next round tries again, and finishes what this one has left.
 */
export class Partitions {
  /** Until when each table can be written, in seconds since 1970, as this process knows it. */
  readonly until = new Map<string, number>();

  constructor(private readonly options: PartitionOptions) {}

  /** Makes the partitions that should be there and are not. */
  async makeAhead(): Promise<void> {
    for (const table of this.options.tables()) await this.makeOf(table);
  }

  /**
   * Makes partitions ahead, and drops those whose rows are all past their time.
   * @throws Error saying what failed, once all else is done
   */
  async round(): Promise<void> {
    const tables = this.options.tables();
    await each(tables, (table) => this.makeOf(table));
    await this.alone((client) =>
      each(
        [
          ...tables.map((table) => () => this.detachOld(client, table)),
          ...tables.map((table) => () => this.dropLeft(client, table)),
        ],
        (work) => work(),
      ),
    );
  }

  /**
   * Freezes the rows of partitions that take no more, of each table that is kept forever the one that most needs it: long
   * before autovacuum would come for the age of its rows alone, which it then does not find.
   * @param age transactions after which it is needed; default: a quarter of `autovacuum_freeze_max_age`
   */
  async freeze(age?: number): Promise<void> {
    const kept = this.options.tables().filter(({ keep }) => keep === undefined);
    await this.alone((client) =>
      each(kept, async ({ table }) => {
        const { rows } = await client.query<Piece>(FIND_AGED, [table, age ?? null]);
        for (const { piece } of rows) await client.query(`VACUUM (FREEZE, SKIP_LOCKED) ${piece}`);
      }),
    );
  }

  private async makeOf({ table, width, reach = '0', ahead }: PartitionedTable): Promise<void> {
    await this.options.run(MAKE_AHEAD, [table, width, reach, ahead]);
    const [end] = await this.options.run<{ until: number }>(FIND_END, [table, reach]);
    if (end !== undefined) this.until.set(table, end.until);
  }

  /** Runs work outside transactions, on a connection of its own, unless another process is at such work. */
  private async alone(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const { url, name, connectTimeoutMs, lock } = this.options;
    const client = new SteadyClient({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: connectTimeoutMs,
      silence_timeout: SILENCE_MS,
      keepAlive: true,
      lock_timeout: LOCK_MS,
      statement_timeout: STATEMENT_MS,
      // For freezing, which otherwise takes what the disk has.
      options: '-c vacuum_cost_delay=2ms',
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ had: boolean }>('SELECT pg_try_advisory_lock($1) AS had', [lock]);
      if (rows[0]?.had === true) await work(client);
    } finally {
      await client.end();
    }
  }

  private async detachOld(client: pg.Client, { table, keep }: PartitionedTable): Promise<void> {
    const { rows } = await client.query<OldPiece & { is_leaving: boolean }>(FIND_PAST, [table, keep ?? null]);
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
  private async dropLeft(client: pg.Client, { table, keep }: PartitionedTable): Promise<void> {
    const { rows } = await client.query<OldPiece & { is_past: boolean }>(FIND_LEFT, [markOf(table), keep ?? null]);
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
      this.options.debug(`a partition is in use, and is dropped later: ${String(error)}`);
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
