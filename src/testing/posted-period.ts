import { dayOf, periodWith } from '#commissions/plans/index.js';
import type { CommissionLineView, ExplainedView } from '#commissions/runs/index.js';
import { done, type Factories, type TestClient } from './factories.js';
import type { TestedService } from './tested-service.js';

const RUNS = '/admin/api/commission-runs/';

/** What it takes of the service under test. */
interface Tested extends TestedService {
  readonly make: Factories;
  settled(): Promise<void>;
  moveClock(to: Date): Promise<void>;
}

/** Parts of a plan: `{ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] }`. */
export interface TestPlan extends Readonly<Record<string, unknown>> {
  readonly name?: string;
  readonly period?: 'month' | 'week';
  readonly time_zone?: string;
  readonly ranks?: readonly (Readonly<Record<string, unknown>> & { readonly name: string })[];
  readonly bonuses?: readonly object[];
}

/** A plan for tests, of which each part can be replaced: one rank, and no bonuses. */
const PLAN = {
  name: 'Test plan',
  period: 'month',
  time_zone: 'UTC',
  volumes: { qualifying: 'points', commissionable: 'business_volume' },
  ranks: [{ name: 'member' }],
  bonuses: [],
} satisfies TestPlan;

/** A period that is posted. */
export interface PostedPeriod {
  /** `2026-11`, or `2026-W47`. */
  readonly period: string;
  readonly runId: number;
  /** The first 100. */
  readonly lines: CommissionLineView[];
  /** Why a member got what they got. */
  readonly explain: (member: TestClient) => Promise<ExplainedView>;
}

/**
 * Ends the period that the clock is in: moves the clock to the beginning of the next one, and calculates, approves and posts
 * the period.
 * @param plan is published for it first; without one, the plan that is published already pays
 */
export function postPeriod(app: Tested, plan?: TestPlan): Promise<PostedPeriod> {
  return withoutApprovals(app, async () => {
    const root = await app.make.superAdmin();
    if (plan !== undefined) await publish(root, { ...PLAN, ...plan });
    const { periods } = await done<{ periods: { period: string; to: string }[] }>(root.get(`${RUNS}periods/`));
    const open = periods[0];
    if (open === undefined) throw new Error('no plan is published');
    await app.moveClock(new Date(open.to));
    const runId = await run(app, open.period);
    const { results } = await done<{ results: CommissionLineView[] }>(root.get(`${RUNS}${runId}/lines/?limit=100`));
    const explain = ({ user }: TestClient): Promise<ExplainedView> =>
      done(root.get(`${RUNS}${runId}/explain/?uid=${user.uid}`));
    return { period: open.period, runId, lines: results, explain };
  });
}

async function publish(root: TestClient, plan: TestPlan & Pick<typeof PLAN, 'time_zone'>): Promise<void> {
  const { id } = await done<{ id: number }>(root.post('/admin/api/plans/', plan));
  const today = dayOf(new Date(), String(plan.time_zone));
  const { name } = periodWith(plan.period as 'month' | 'week', today);
  await done(root.post(`/admin/api/plans/${id}/publish/`, { from_period: name }));
}

/** Calculates a period, lets another super admin approve it, and posts it; gives the id of the run. */
async function run(app: Tested, period: string): Promise<number> {
  const [starter, approver] = [await app.make.superAdmin(), await app.make.superAdmin()];
  const { id } = await done<{ id: number }>(starter.post(RUNS, { period, kind: 'final' }));
  await app.settled();
  const { status, error } = await done<{ status: string; error: string | null }>(starter.get(`${RUNS}${id}/`));
  if (status !== 'calculated') throw new Error(`the run of ${period} is ${status}: ${error}`);
  await done(approver.post(`${RUNS}${id}/approve/`));
  await done(starter.post(`${RUNS}${id}/post/`));
  await app.settled();
  return id;
}

/** Accounts of a test are too new to approve anything. */
async function withoutApprovals<T>(app: Tested, work: () => Promise<T>): Promise<T> {
  const [before] = await app.database.query<{ mode: string }>('SELECT mode FROM approval_settings');
  await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
  try {
    return await work();
  } finally {
    await app.database.query('UPDATE approval_settings SET mode = $1', [before!.mode]);
  }
}
