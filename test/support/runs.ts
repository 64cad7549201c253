import { Calculation } from '#commissions/runs/calculation/calculation.service.js';
import { ResultsDropping } from '#commissions/runs/writing/result-partitions.js';
import { withoutApprovals } from './approvals.js';
import { MemberImports, type Row } from './imports.js';
import type { TestClient } from './factories.js';
import type { Answer, TestApp } from './start-test-app.js';

const RUNS = '/admin/api/commission-runs/';
const PLANS = '/admin/api/plans/';

/** The month that is so many before the present one, by UTC. */
export function monthBefore(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);
}

/** Hands for tests of commission runs. */
export class RunHands {
  private count = 0;

  private constructor(
    private readonly app: TestApp,
    readonly root: TestClient,
    /** Another super admin. */
    readonly other: TestClient,
  ) {}

  static async of(app: TestApp): Promise<RunHands> {
    await withoutApprovals(app);
    return new RunHands(app, await app.make.superAdmin(), await app.make.superAdmin());
  }

  plan(change: object = {}): object {
    return {
      name: 'Levels',
      period: 'month',
      time_zone: 'UTC',
      four_eyes: true,
      volumes: { qualifying: 'points', commissionable: 'business_volume' },
      ranks: [{ name: 'member' }, { name: 'silver', requires: { personal_volume: 100 } }],
      bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10, 5] } }],
      ...change,
    };
  }

  /** A draft of a plan; its id. */
  async draft(change: object = {}): Promise<number> {
    return (await this.done(this.root.post(PLANS, this.plan(change)))).id as number;
  }

  /** A plan that is published from a period on; its id. */
  async published(fromPeriod: string, change: object = {}, mapping: object = {}): Promise<number> {
    const id = await this.draft(change);
    await this.done(this.root.post(`${PLANS}${id}/publish/`, { from_period: fromPeriod, ...mapping }));
    return id;
  }

  start(body: object, client = this.root): Promise<Answer> {
    return client.post(RUNS, body);
  }

  /** Asks for something to be done to a run: `approve`, `post` and so on. */
  act(id: number, what: string, client = this.root): Promise<Answer> {
    return client.post(`${RUNS}${id}/${what}/`);
  }

  async read(id: number): Promise<Answer['body']> {
    return this.done(this.root.get(`${RUNS}${id}/`));
  }

  list(query = ''): Promise<Answer> {
    return this.root.get(`${RUNS}${query}`);
  }

  /** Calculates a run here, as its own process would. */
  async calculate(id: number): Promise<Answer['body']> {
    const { signal } = new AbortController();
    await this.app.nest
      .get(Calculation, { strict: false })
      .calculate({ runId: id }, { signal, progress: () => undefined });
    return this.read(id);
  }

  /** Drops the results of a run, as its job does. */
  async drop(id: number): Promise<void> {
    await this.app.nest.get(ResultsDropping, { strict: false }).drop({ runId: id });
  }

  /** A run that is calculated; its id. */
  async calculated(body: object): Promise<number> {
    const { id } = await this.done(this.start(body));
    const { status, error } = await this.calculate(id);
    if (status !== 'calculated') throw new Error(`a run is ${status}: ${error}`);
    return id as number;
  }

  /** A final run that another admin than its starter has approved; its id. */
  async approved(period: string): Promise<number> {
    const id = await this.calculated({ period, kind: 'final' });
    await this.done(this.act(id, 'approve', this.other));
    return id;
  }

  /** A final run that is posted; its id. */
  async posted(period: string): Promise<number> {
    const id = await this.approved(period);
    await this.done(this.act(id, 'post'));
    return id;
  }

  /** The username of who came last into a chain, or so many before. */
  name(before = 0): string {
    return `chained-${this.count - before}`;
  }

  /** Distributors who have been there since 2020, each below the one before; their uids. */
  async chain(length: number, more: Row = {}): Promise<number[]> {
    const names = Array.from({ length }, () => `chained-${(this.count += 1)}`);
    const rows = names.map((username, place) => ({
      username,
      kind: 'distributor',
      enrolled_at: '2020-01-01',
      ...(place === 0 ? {} : { sponsor: names[place - 1] }),
      ...more,
    }));
    const { status } = await new MemberImports(this.app, this.root).import(rows);
    if (status !== 'done') throw new Error(`an import is ${status}`);
    const found = await this.app.database.query<{ uid: number }>(
      'SELECT uid FROM users WHERE username = ANY ($1) ORDER BY array_position($1, username::text)',
      [names],
    );
    return found.map(({ uid }) => uid);
  }

  /** Adds volume, in points and money alike, to a member in the middle of a month, or at the beginning of the present one. */
  volume(uid: number, month: string, amount: number, client = this.root): Promise<Answer> {
    return client.post('/admin/api/volumes/', {
      uid,
      at: month === monthBefore(0) ? `${month}-01T00:00:00Z` : `${month}-15T12:00:00Z`,
      business_volume: amount,
      points: amount,
      cumulative_volume: amount,
      reason: 'a test',
    });
  }

  /** What the audit log has of a run, oldest first. */
  async audited(id: number): Promise<object[]> {
    return this.app.database.query(
      `SELECT action, actor_uid, before, after FROM audit_entries
        WHERE entity_type = 'commission_run' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
  }

  /** The data of an answer that must be a success. */
  async done(asked: Promise<Answer>): Promise<Answer['body']> {
    const { status, text, body } = await asked;
    if (status !== 200) throw new Error(`a request was answered with ${status} ${text}`);
    return body.data;
  }
}
