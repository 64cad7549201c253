/** Runs SQL and returns its rows. */
export type RunSql = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** What to follow: a table whose `id` grows and whose rows stay. */
export interface TailSource {
  /** With its alias `t`. */
  readonly from: string;
  /** What else to read of each row: joins that neither add nor drop any. */
  readonly joins?: string;
  /** What to read beside `t.id`. */
  readonly columns: string;
  /** SQL that chooses rows, without parameters; it must be the same all the time. */
  readonly where?: string;
}

/** Ids that are missing, and may belong to transactions that still run. */
interface Gap {
  readonly first: number;
  readonly last: number;
  readonly noticedAt: number;
  /** The first transaction that cannot have taken them; undefined until the gap is old enough to tell. */
  readonly xmax: number | undefined;
}

/** The rows that were there at the beginning, up to where gaps are known. */
interface Start {
  readonly floor: number;
  readonly count: number;
  readonly xmax: number;
}

interface Read {
  readonly xmin: number;
  readonly xmax: number;
  readonly id: number | null;
}

/** More gaps than this are not remembered. */
const MOST_GAPS = 10_000;

/** The bounds of a tail. */
export interface TailBounds {
  /** The most new rows of one read. */
  readonly batch: number;
  /** How many of the last rows are looked at for gaps at the beginning. */
  readonly window: number;
  /** Milliseconds: an id is taken a moment before its transaction has a number, and this is far more than that moment. */
  readonly graceMs: number;
}

const BOUNDS: TailBounds = { batch: 10_000, window: 5_000, graceMs: 2_000 };

/** The tail cannot tell any more what it has missed: what was made of the rows must be made again. */
export class TailLost extends Error {}

/**
 * Reads the rows that are added to a table, each once, also when transactions commit in another order than that of the ids
 * they took. An id that is missing between others is a gap; it is asked for again until all transactions that may have taken
 * it have ended: those below `pg_snapshot_xmax` of a moment after it was noticed, when `pg_snapshot_xmin` has reached that.
 */
export class TableTail<Row extends object> {
  private readonly bounds: TailBounds;
  private gaps: readonly Gap[] = [];
  private after = 0;
  private start: Start | undefined;

  /** @param bounds what is sensible in tests alone differs from the defaults */
  constructor(
    private readonly source: TailSource,
    bounds: Partial<TailBounds> = {},
  ) {
    this.bounds = { ...BOUNDS, ...bounds };
  }

  /** How many gaps are open. */
  get openGaps(): number {
    return this.gaps.length;
  }

  /**
   * Begins behind all rows that the transaction of `run` sees, which must be REPEATABLE READ: whoever follows has read them
   * in it.
   */
  async begin(run: RunSql): Promise<void> {
    const { from } = this.source;
    const { window } = this.bounds;
    const last = await run<{ id: number }>(
      `SELECT t.id::float8 AS id FROM ${from} ${this.where} ORDER BY t.id DESC LIMIT ${window}`,
      [],
    );
    const ids = last.map(({ id }) => id).reverse();
    const floor = ids.length < window ? 0 : ids[0]! - 1;
    this.after = floor;
    this.gaps = [];
    this.remember(ids);
    this.start = undefined;
    if (floor === 0) return;
    const [counted] = await run<Omit<Start, 'floor'>>(
      `SELECT count(*)::float8 AS count, pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS xmax
         FROM ${from} WHERE t.id <= $1 AND ${this.source.where ?? 'true'}`,
      [floor],
    );
    this.start = { floor, ...counted! };
  }

  /**
   * The rows that have come since, by their ids; at most a batch of new ones, and a batch out of gaps.
   * @throws TailLost if a row was missed that was being written long before {@link begin}, or there are too many gaps
   */
  async read(run: RunSql): Promise<(Row & { id: number })[]> {
    const rows = await run<Read & Row>(this.sql, [
      this.after,
      this.bounds.batch,
      this.gaps.map(({ first }) => first),
      this.gaps.map(({ last }) => last),
    ]);
    const { xmin, xmax } = rows[0]!;
    const found = rows.filter((row): row is Read & Row & { id: number } => row.id !== null);
    found.sort((one, other) => one.id - other.id);
    this.remember(found.map(({ id }) => id));
    // Of a full batch nobody knows whether there was more in the gaps.
    if (found.length < this.bounds.batch)
      this.gaps = this.gaps.filter((gap) => gap.xmax === undefined || gap.xmax > xmin);
    const now = performance.now();
    this.gaps = this.gaps.map((gap) => {
      return gap.xmax === undefined && now - gap.noticedAt >= this.bounds.graceMs ? { ...gap, xmax } : gap;
    });
    if (this.gaps.length > MOST_GAPS) throw new TailLost('too many ids are missing');
    await this.checkStart(run, xmin);
    return found;
  }

  private get where(): string {
    return this.source.where === undefined ? '' : `WHERE ${this.source.where}`;
  }

  private get sql(): string {
    const { from, joins = '', columns, where = 'true' } = this.source;
    // $1 the last id, $2 the batch, $3 and $4 first and last ids of the gaps.
    return `WITH seen AS MATERIALIZED (SELECT pg_current_snapshot() AS snapshot)
      SELECT pg_snapshot_xmin(snapshot)::text::float8 AS xmin, pg_snapshot_xmax(snapshot)::text::float8 AS xmax, r.*
        FROM seen LEFT JOIN LATERAL (
          (SELECT t.id::float8 AS id, ${columns} FROM ${from} ${joins} WHERE t.id > $1::bigint AND ${where} ORDER BY t.id LIMIT $2)
          UNION ALL
          (SELECT t.id::float8, ${columns} FROM unnest($3::bigint[], $4::bigint[]) AS gap (first, last)
             JOIN ${from} ON t.id BETWEEN gap.first AND gap.last ${joins} WHERE ${where} LIMIT $2)
        ) r ON true`;
  }

  /** Takes ids out of the gaps they were in, and notices what is missing between those behind the last one. */
  private remember(ids: readonly number[]): void {
    const noticedAt = performance.now();
    const gaps: Gap[] = [];
    let index = 0;
    for (const gap of this.gaps) {
      let first = gap.first;
      for (; index < ids.length && ids[index]! <= gap.last; index += 1) {
        if (ids[index]! > first) gaps.push({ ...gap, first, last: ids[index]! - 1 });
        first = ids[index]! + 1;
      }
      if (first <= gap.last) gaps.push({ ...gap, first });
    }
    for (; index < ids.length; index += 1) {
      const id = ids[index]!;
      if (id > this.after + 1) gaps.push({ first: this.after + 1, last: id - 1, noticedAt, xmax: undefined });
      this.after = id;
    }
    this.gaps = gaps;
  }

  /** Counts again what {@link begin} counted, once all that ran then has ended: of long ago, gaps are not known one by one. */
  private async checkStart(run: RunSql, xmin: number): Promise<void> {
    if (this.start === undefined || xmin < this.start.xmax) return;
    const { floor, count } = this.start;
    this.start = undefined;
    const [now] = await run<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM ${this.source.from} WHERE t.id <= $1 AND ${this.source.where ?? 'true'}`,
      [floor],
    );
    if (now!.count !== count) throw new TailLost('rows came in that were being written at the start');
  }
}
