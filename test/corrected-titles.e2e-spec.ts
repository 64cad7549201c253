import { describe, expect, it } from '@jest/globals';
import { Correcting } from '#commissions/corrections/correcting.service.js';
import { CONTEXT, CORRECTIONS } from './support/corrections.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const [EARLIER, FIRST, SECOND, THIRD] = [4, 3, 2, 1].map(monthBefore) as [string, string, string, string];

// Gold pays 100 once, for a group volume of 1,000. `moved` sells that each month below `one`; in the third, `late` does too.
const app = await useTestApp();
const hands = await RunHands.of(app);
await hands.published(EARLIER, {
  ranks: [{ name: 'member' }, { name: 'gold', requires: { group_volume: 1000 } }],
  bonuses: [{ id: 'advancement', type: 'rank_advancement', amounts: { gold: 100 } }],
});
await hands.chain(1);
const top = { sponsor: hands.name() };
const [other] = (await hands.chain(1, top)) as [number];
const [one] = (await hands.chain(1, top)) as [number];
const under = { sponsor: hands.name() };
const [moved] = (await hands.chain(1, under)) as [number];
const [late] = (await hands.chain(1, under)) as [number];
for (const month of [FIRST, SECOND, THIRD]) await hands.done(hands.volume(moved, month, 1000));
await hands.done(hands.volume(late, THIRD, 1000));
for (const month of [EARLIER, FIRST, SECOND]) await hands.posted(month);

const titleOf = async (uid: number): Promise<string> =>
  (await hands.done(hands.root.get(`/admin/api/network/${uid}/`))).title_rank;
const earned = (): Promise<object[]> =>
  app.database.query('SELECT uid::integer, period, amount::float8 FROM earnings WHERE uid = ANY ($1) ORDER BY id', [
    [one, other],
  ]);
const linesOf = async (run: number): Promise<Answer['body']> =>
  (await hands.done(hands.root.get(`/admin/api/commission-runs/${run}/lines/?bonus=advancement`))).results.filter(
    ({ uid }: { uid: number }) => [one, other].includes(uid),
  );

describe('a correction that gives a rank to another member', () => {
  it('pays for it once, in the first period, and takes it from who had it', async () => {
    expect(await earned()).toEqual([{ uid: one, period: FIRST, amount: 100 }]);
    const move = { tree: 'sponsor', parent_uid: other, from: `${EARLIER}-20T00:00:00Z`, reason: 'wrong sponsor' };
    const { correction_id: id } = await hands.done(hands.root.post(`/admin/api/network/${moved}/move/`, move));
    await app.nest.get(Correcting, { strict: false }).correct({ correctionId: id }, CONTEXT);
    const { results } = await hands.done(hands.root.get(`${CORRECTIONS}${id}/members/`));
    expect(results).toMatchObject([
      { period: FIRST, uid: other, difference: 100 },
      { period: FIRST, uid: one, difference: -100 },
    ]);
    expect([await titleOf(one), await titleOf(other)]).toEqual(['gold', 'member']);
    await hands.done(hands.other.post(`${CORRECTIONS}${id}/approve/`));
    expect([await titleOf(one), await titleOf(other)]).toEqual(['member', 'gold']);
    const told = await app.database.query(
      `SELECT data FROM events WHERE type = 'member.rank_changed' AND data->>'period' = $1 ORDER BY data->>'to'`,
      [SECOND],
    );
    expect(told).toEqual([
      { data: { uid: other, period: SECOND, from: 'member', to: 'gold' } },
      { data: { uid: one, period: SECOND, from: 'gold', to: 'member' } },
    ]);
  });

  it('lets the next run pay who reaches it then, and nobody again', async () => {
    expect(await linesOf(await hands.posted(THIRD))).toMatchObject([{ uid: one, rank: 'gold', amount: 100 }]);
    expect(await earned()).toEqual([
      { uid: one, period: FIRST, amount: 100 },
      { uid: other, period: FIRST, amount: 100 },
      { uid: one, period: FIRST, amount: -100 },
      { uid: one, period: THIRD, amount: 100 },
    ]);
  });
});
