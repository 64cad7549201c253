import type pg from 'pg';
import { type Answer, exchange, type Sent } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import { account, BASE, LENIENT_APPROVALS, PRODUCT_TYPE, SUPER_ADMIN } from '#test/support/shop.js';

type Data = Record<string, unknown>;
type Headers = Readonly<Record<string, string>>;

/** Entries of a page; the most that one has. */
const PAGE = 100;

/** Two super admins and an API admin, who do over HTTP what a company does. */
export class Service {
  private root: Headers = {};
  private other: Headers = {};
  private keeper: Headers = {};

  constructor(private readonly instance: Instance) {}

  /** Opens sessions, and registers the application of the API admin. */
  async enter(): Promise<void> {
    this.root = await this.session(SUPER_ADMIN);
    await this.admin('PATCH', 'approvals/settings/', LENIENT_APPROVALS);
    await this.admin('POST', 'users/', { ...account('second-admin'), roles: ['super_admin'] });
    this.other = await this.session({ username: 'second-admin', password: SUPER_ADMIN.password });
    await this.admin('POST', 'product-types/', PRODUCT_TYPE);
    const application = { name: 'Shop', api_version: 'v1', client_type: 'server', api_admin: account('api-admin') };
    const { apikey } = await this.admin('POST', 'applications/', application);
    const credentials = { username: 'api-admin', password: SUPER_ADMIN.password };
    const { access_token } = await this.ask('POST', `${BASE}/token/`, { apikey: String(apikey) }, credentials);
    this.keeper = { apikey: String(apikey), authorization: `Bearer ${String(access_token)}` };
  }

  /** Asks the admin module as the first super admin. @throws Error for any answer but 200 */
  admin(method: Sent['method'], path: string, body?: object): Promise<Data> {
    return this.ask(method, `/admin/api/${path}`, this.root, body);
  }

  /** As {@link admin}, as the second one. */
  second(method: Sent['method'], path: string, body?: object): Promise<Data> {
    return this.ask(method, `/admin/api/${path}`, this.other, body);
  }

  /** Asks the admin module for what may be refused. */
  tryAdmin(method: Sent['method'], path: string, body?: object): Promise<Answer> {
    return this.send(method, `/admin/api/${path}`, this.root, body);
  }

  /** Asks the client API as the API admin, for a member if one is named. */
  client(method: Sent['method'], path: string, { uid, body }: { uid?: number; body?: object } = {}): Promise<Data> {
    return this.ask(method, `${BASE}/${path}${uid === undefined ? '' : `?uid=${uid}`}`, this.keeper, body);
  }

  /** All entries of a list of the admin module. */
  async all<Entry>(path: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (;;) {
      const { results, next } = await this.admin('GET', `${path}?limit=${PAGE}&offset=${entries.length}`);
      entries.push(...(results as Entry[]));
      if (next === null) return entries;
    }
  }

  private async session(credentials: object): Promise<Headers> {
    const { access_token } = await this.ask('POST', '/admin/api/session/', {}, credentials);
    return { authorization: `Bearer ${String(access_token)}` };
  }

  private async ask(method: Sent['method'], path: string, headers: Headers, body?: object): Promise<Data> {
    const answer = await this.send(method, path, headers, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered with ${JSON.stringify(answer)}`);
    return answer.data;
  }

  private async send(method: Sent['method'], path: string, headers: Headers, body?: object): Promise<Answer> {
    const request = { method, path, headers, ...(body === undefined ? {} : { body }) };
    let answer = await exchange(this.instance, request);
    if (typeof answer !== 'string' && answer.type === 'Reauthentication Required') {
      // A log-in counts for minutes, and a year takes longer.
      await this.ask('POST', '/admin/api/session/confirm/', headers, { password: SUPER_ADMIN.password });
      answer = await exchange(this.instance, request);
    }
    if (typeof answer === 'string') throw new Error(`${method} ${path} got no answer`);
    return answer;
  }
}

/**
 * The partitions into which rows may come. The service makes them ahead of a clock that does not leap; tokens and attempts
 * are stamped by its own.
 */
const ROOM = `SELECT make_time_partition(parent::regclass, width, present + n * step)
  FROM (VALUES ('events', 'week', year_clock.now(), interval '1 week'), ('webhook_deliveries', 'week', year_clock.now(), interval '1 week'),
          ('webhook_attempts', 'week', pg_catalog.now(), interval '1 week'),
          ('refresh_tokens', 'week', pg_catalog.now(), interval '1 week'),
          ('idempotency_records', 'day', year_clock.now(), interval '1 day'), ('traffic_short', 'day', year_clock.now(), interval '1 day'),
          ('traffic_long', 'month', year_clock.now(), interval '1 month'), ('audit_entries', 'month', year_clock.now(), interval '1 month'))
       AS rooms (parent, width, present, step), generate_series(0, 5) AS n`;

const NAMES = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];

/**
 * The clock of a database in which a year passes in minutes. What the service stamps it stamps by the database's clock, and
 * statements of every connection find these functions before PostgreSQL's own of the same names. From where it is set, it runs on
 * as fast as any clock.
 */
export class YearClock {
  private last = 0;

  constructor(private readonly pool: pg.Pool) {}

  /** Puts the clock into the database, before the service makes its tables. */
  async install(at: Date): Promise<void> {
    await this.pool.query(`CREATE SCHEMA year_clock;
      CREATE TABLE year_clock.present (at timestamptz NOT NULL, set_at timestamptz NOT NULL)`);
    for (const name of NAMES)
      await this.pool.query(`CREATE FUNCTION year_clock.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS $$
        SELECT at + (pg_catalog.${name}() - set_at) FROM year_clock.present $$`);
    const { rows } = await this.pool.query<{ name: string }>('SELECT current_database() AS name');
    await this.pool.query(`INSERT INTO year_clock.present VALUES ($1, pg_catalog.clock_timestamp())`, [at]);
    this.last = at.getTime();
    // Last PostgreSQL's own, which else come first; tables are made in the first that there is.
    await this.pool.query(
      `ALTER DATABASE "${rows[0]!.name}" SET search_path = "$user", public, year_clock, pg_catalog`,
    );
  }

  /** Makes the partitions that the present needs. */
  async makeRoom(): Promise<void> {
    await this.pool.query(ROOM);
  }

  /** Sets the clock; it never goes back, so what is to be at an instant that is past is now. */
  async set(at: Date): Promise<void> {
    if (at.getTime() <= this.last) return;
    this.last = at.getTime();
    await this.pool.query(
      `UPDATE year_clock.present SET at = greatest($1, at + (pg_catalog.clock_timestamp() - set_at)),
              set_at = pg_catalog.clock_timestamp()`,
      [at],
    );
    await this.makeRoom();
    // Who beat a moment before is not to be taken for dead because of the leap.
    await this.pool.query(
      `UPDATE job_workers SET seen_at = (SELECT at FROM year_clock.present) WHERE seen_at < (SELECT at FROM year_clock.present)`,
    );
  }
}
