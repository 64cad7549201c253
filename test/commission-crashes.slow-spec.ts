import { afterAll, describe, expect, it } from '@jest/globals';
import { monthBefore, RunHands } from './support/runs.js';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { whileHeld } from './support/while-held.js';

const [THIS_MONTH, LAST_MONTH] = [monthBefore(0), monthBefore(1)];

const app = await startTestApp({ config: { jobConcurrency: 0 } });
const hands = await RunHands.of(app);
const [, , last] = await hands.chain(3);
await hands.done(hands.volume(last!, THIS_MONTH, 100));
/** Does the jobs, each in a process of its own. */
const service = await ServiceProcess.start({ DATABASE_URL: app.database.url });

afterAll(async () => {
  await service.end('SIGKILL');
  await app.stop();
});

async function begun(body: object): Promise<number> {
  return (await hands.done(hands.start(body))).id as number;
}

const isCalculated = async (id: number): Promise<boolean> => (await hands.read(id)).status === 'calculated';

const linesOf = async (id: number): Promise<number> =>
  (await app.database.query('SELECT FROM commission_lines WHERE run_id = $1', [id])).length;

describe('the process of a run that is killed before it commits what it has written', () => {
  it('leaves nothing of its first half, and the run is taken up and comes to the same', async () => {
    const preview = { period: THIS_MONTH, kind: 'preview', plan_id: await hands.draft() };
    const id = await whileHeld(
      app.database,
      'LOCK TABLE commission_lines IN SHARE UPDATE EXCLUSIVE MODE',
      async (isWanted) => {
        const killed = await begun(preview);
        await isWanted();
        const [job] = service.children;
        process.kill(job!, 'SIGKILL');
        await until(() => !service.children.includes(job!));
        return killed;
      },
    );
    await until(() => isCalculated(id));
    const run = await hands.read(id);
    const undisturbed = await hands.read(await hands.calculated(preview));
    expect(run.summary.lines).toBe(2);
    expect([run.input_hash, run.result_hash]).toEqual([undisturbed.input_hash, undisturbed.result_hash]);
    expect(await linesOf(id)).toBe(2);
  });
});

// The last one: from the plan that it publishes on, the service makes previews of its own.
describe('a final run', () => {
  it('waits for no preview or replay', async () => {
    await hands.published(LAST_MONTH);
    const preview = { period: THIS_MONTH, kind: 'preview' };
    const replayed = await hands.calculated(preview);
    const [{ partition }] = (await app.database.query(
      'SELECT tableoid::regclass::text AS partition FROM volume_rows',
    )) as [{ partition: string }];
    await whileHeld(app.database, `LOCK TABLE ${partition}`, async (isWanted) => {
      const id = await begun(preview);
      await isWanted();
      expect(await hands.done(hands.act(replayed, 'replay'))).toMatchObject({ status: 'queued' });
      const final = await begun({ period: LAST_MONTH, kind: 'final' });
      await until(() => isCalculated(final));
      expect(await isCalculated(id)).toBe(false);
    });
  });
});
