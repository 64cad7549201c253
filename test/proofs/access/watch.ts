import type pg from 'pg';

/** Signs of life of the instances and counts of traffic, which are written all the time. */
const LEFT_OUT = ['migrations', 'job_workers', 'traffic'];

/** Written every few seconds for whichever key was sent, also for a request that was then refused. */
const KEY_USE = `to_jsonb(OLD) - 'last_used_at' IS DISTINCT FROM to_jsonb(NEW) - 'last_used_at'`;

/** Written beside the request, a moment later: that somebody failed to log in as a super admin. */
const FAILED_LOGIN = `to_jsonb(NEW) ->> 'action' = 'login.failed'`;

/** Notes each row of each table that is inserted, updated or deleted, so that a request is known to have changed nothing. */
export class Watch {
  private seen = 0;

  private constructor(private readonly pool: pg.Pool) {}

  /** Sets a trigger on each table of the service. */
  static async over(pool: pg.Pool): Promise<Watch> {
    await pool.query(`
      CREATE SCHEMA proof;
      CREATE TABLE proof.changes (seq bigserial PRIMARY KEY, what text NOT NULL);
      CREATE FUNCTION proof.note() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE name text := coalesce(pg_partition_root(TG_RELID)::text, TG_TABLE_NAME);
        BEGIN
          IF name = 'audit_entries' AND ${FAILED_LOGIN} THEN RETURN NULL; END IF;
          INSERT INTO proof.changes (what) VALUES (lower(TG_OP) || ' ' || name);
          RETURN NULL;
        END $$`);
    const { rows } = await pool.query<{ name: string }>(
      // A partition has the triggers of its table.
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition AND relname <> ALL ($1)`,
      [LEFT_OUT],
    );
    for (const { name } of rows) {
      const when = name === 'application_keys' ? `WHEN (${KEY_USE})` : '';
      await pool.query(`
        CREATE TRIGGER proof_rows AFTER INSERT OR DELETE ON "${name}" FOR EACH ROW EXECUTE FUNCTION proof.note();
        CREATE TRIGGER proof_updates AFTER UPDATE ON "${name}" FOR EACH ROW ${when} EXECUTE FUNCTION proof.note()`);
    }
    return new Watch(pool);
  }

  /** What has changed since this was asked last, such as `insert orders`, each once. */
  async changes(): Promise<string[]> {
    const { rows } = await this.pool.query<{ seq: string; what: string }>({
      name: 'proof.changes',
      text: 'SELECT seq, what FROM proof.changes WHERE seq > $1 ORDER BY seq',
      values: [this.seen],
    });
    this.seen = Number(rows.at(-1)?.seq ?? this.seen);
    return [...new Set(rows.map(({ what }) => what))];
  }
}
