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
  private constructor(
    private readonly app: TestApp,
    readonly root: TestClient,
    /** Another super admin. */
    readonly other: TestClient,
  ) {}

  static async of(app: TestApp): Promise<RunHands> {
    return new RunHands(app, await app.make.superAdmin(), await app.make.superAdmin());
  }

  plan(change: object = {}): object {
    return {
      ...{ name: 'Levels', period: 'month', time_zone: 'UTC', four_eyes: true },
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
