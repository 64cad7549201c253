import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyPeriod } from '../proofs/commissions/arbitrary.js';
import { naively } from '../proofs/commissions/naive/calculate.js';
import { calculate, sortedLines, storedRun } from './support/calculated-run.js';
import { planOf, type SmallPeriod } from './support/small-period.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { StoredPeriods } from './support/stored-period.js';

const PERIODS = 40;
/** Fewer periods on a machine that is busy. */
const MOST_MS = 20_000;
const TIMEOUT_MS = 60_000;
const DAY_MS = 86_400_000;

let app: TestApp;
let stored: StoredPeriods;

beforeAll(async () => {
  app = await startTestApp();
  stored = new StoredPeriods(app.database);
});
afterAll(() => app.stop());

describe('a run', () => {
  it(
    'comes to what the naive implementation makes of the same network, ledger, carried volumes and returns',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (random) => {
          await stored.clear();
          const period = storable(anyPeriod(random));
          const id = await stored.write(period);
          await calculate(app, id);
          const binaries = period.plan.bonuses.filter(({ type }) => type === 'binary').map((bonus) => bonus.id);
          const run = await storedRun(app, id, binaries);
          const naive = naively(period);
          expect(run).toMatchObject({ status: 'calculated', error: null });
          expect(sortedLines(run.lines)).toEqual(sortedLines(naive.lines));
          expect(run.members).toEqual(naive.members);
          expect(run.carried).toEqual(naive.carried);
          await expectTaken(id);
        }),
        { numRuns: PERIODS, interruptAfterTimeLimit: MOST_MS },
      );
    },
    TIMEOUT_MS,
  );
});

/** A period whose returns are rows: what came back of an earlier period came back by rows, of that period's members. */
function storable(period: SmallPeriod): SmallPeriod {
  const rows = period.rows.map((row) =>
    row.takesBack === 'earlier' ? { ...row, commissionable: -Math.abs(row.commissionable) } : row,
  );
  const earlier = period.earlier?.[0] ?? { plan: planOf({}), returns: [], lines: [], paid: {} };
  const now = rows
    .filter(({ takesBack }) => takesBack === 'earlier')
    .map(({ member, commissionable, price = 0, wholesale = 0 }, index) => ({
      source: member,
      soldAt: -(32 + (index % 29)) * DAY_MS,
      commissionable: -commissionable,
      margin: wholesale - price,
      reckoned: false,
    }));
  const before = earlier.returns
    .filter(({ reckoned }) => reckoned)
    .map((one) => ({ ...one, soldAt: Math.floor(one.soldAt * 0.9) - 32 * DAY_MS }));
  return { ...period, currencyDigits: 2, rows, earlier: [{ ...earlier, returns: [...before, ...now] }] };
}

/** Each line that takes something back names one of its payee, source and level, which gave no less. */
async function expectTaken(runId: number): Promise<void> {
  const [sums] = await app.database.query<{ all: number; named: number }>(
    `SELECT count(*)::integer AS all, count(t.number)::integer AS named
       FROM commission_lines l
       LEFT JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number AND t.uid = l.uid
             AND t.source_uid = l.source_uid AND t.level = l.level AND t.amount >= -l.amount
      WHERE l.run_id = $1 AND l.bonus = 'clawback'`,
    [runId],
  );
  expect(sums!.named).toBe(sums!.all);
}
