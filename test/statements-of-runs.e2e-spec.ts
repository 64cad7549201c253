import { describe, expect, it } from '@jest/globals';
import { calculate } from './support/calculated-run.js';
import { NetworkHands } from './support/network.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const [OPEN, LAST, EARLIER] = [monthBefore(0), monthBefore(1), monthBefore(2)];

type Person = { uid: number; username: string };

const app = await useTestApp();
const network = await NetworkHands.of(app);
const runs = await RunHands.of(app);
const top = await network.member();
const middle = await network.member({ sponsor: top.username });
const low = await network.member({ sponsor: middle.username });
// As if they had come long ago.
const long = '2020-01-01T00:00:00Z';
await app.database.query(`UPDATE network_members SET enrolled_at = $1`, [long]);
await app.database.query(`UPDATE network_states SET from_at = $1`, [long]);
await app.database.query(`UPDATE network_edges SET from_at = $1`, [long]);
await runs.published(EARLIER);

/** From the ledger to what members read, over HTTP. */
describe('statements and estimates of runs', () => {
  async function sell(who: Person, volume: number, month: string): Promise<void> {
    const { status, text } = await network.root.post('/admin/api/volumes/', {
      uid: who.uid,
      business_volume: volume,
      points: volume,
      cumulative_volume: 0,
      reason: 'a test',
      at: `${month}-01T00:00:00Z`,
    });
    if (status !== 200) throw new Error(`a volume was answered with ${status} ${text}`);
  }

  async function run(period: string, kind: string): Promise<number> {
    const { id } = await runs.done(runs.start({ period, kind }));
    await calculate(app, id as number);
    return id as number;
  }

  async function read(who: Person, path: string): Promise<Answer['body']['data']> {
    return runs.done((await network.as(who)).get(path));
  }

  it('shows nothing before a run is posted, and then what it gave, which adds up', async () => {
    await sell(low, 200, LAST);
    await sell(middle, 100.5, LAST);
    const id = await run(LAST, 'final');
    const client = await network.as(top);
    expect((await client.get(`commissions/${LAST}/`)).status).toBe(404);
    expect(await read(top, 'commissions/')).toMatchObject({ count: 0, results: [] });
    await runs.done(runs.act(id, 'approve', runs.other));
    expect((await client.get(`commissions/${LAST}/`)).status).toBe(404);
    await runs.done(runs.act(id, 'post'));
    const statement = await read(top, `commissions/${LAST}/`);
    expect(statement).toMatchObject({
      period: LAST,
      total: 20.05,
      currency_code: 'USD',
      line_count: 2,
      rank: 'member',
      title_rank: 'member',
      personal_volume: 0,
      group_volume: 300.5,
      by_bonus: [{ bonus: 'levels', type: 'unilevel', amount: 20.05 }],
    });
    const sources = statement.lines.map(
      ({ source_username, level, percent, base, amount }: Record<string, unknown>) => [
        source_username,
        level,
        percent,
        base,
        amount,
      ],
    );
    expect(sources.sort()).toEqual(
      [
        [low.username, 2, 5, 200, 10],
        [middle.username, 1, 10, 100.5, 10.05],
      ].sort(),
    );
    expect(await read(middle, 'commissions/')).toMatchObject({
      results: [{ period: LAST, total: 20, rank: 'silver', personal_volume: 100.5 }],
    });
    expect(await read(low, `commissions/${LAST}/`)).toMatchObject({ total: 0, lines: [], rank: 'silver' });
    expect((await read(top, 'earnings/balance/')).balance).toBe(20.05);
  });

  it('estimates the open period by the newest preview, beside measures that are live', async () => {
    await sell(middle, 40, OPEN);
    const id = await run(OPEN, 'preview');
    await sell(middle, 60, OPEN);
    await until(async () => (await read(top, 'commissions/progress/')).group_volume === 100);
    expect(await read(top, 'commissions/progress/')).toMatchObject({
      period: OPEN,
      estimated: { amount: 4, currency_code: 'USD', run_id: id, as_of: expect.stringMatching(/Z$/) },
    });
    expect(await read(middle, 'commissions/progress/')).toMatchObject({
      personal_volume: 100,
      rank: 'silver',
      active: true,
      next_rank: null,
      estimated: { amount: 0, by_bonus: [] },
    });
  });
});
