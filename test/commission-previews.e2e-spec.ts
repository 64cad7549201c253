import { beforeEach, describe, expect, it } from '@jest/globals';
import { OwnPreviews } from '#commissions/runs/own-previews.js';
import { monthBefore, RunHands } from './support/runs.js';
import { useTestApp } from './support/use-test-app.js';

const [OPEN, LAST] = [monthBefore(0), monthBefore(1)];

const app = await useTestApp();
const hands = await RunHands.of(app);

beforeEach(async () => {
  await app.database.query('TRUNCATE commission_plans, commission_runs');
  await app.database.query('UPDATE commission_settings SET preview_minutes = 60');
});

const look = (): Promise<void> => app.nest.get(OwnPreviews, { strict: false }).look();

/** The service's own previews, oldest first. */
const own = (): Promise<{ id: number; period: string; status: string; created_by_uid: number | null }[]> =>
  app.database.query(
    `SELECT id, period, status, created_by_uid FROM commission_runs WHERE is_automatic AND kind = 'preview' ORDER BY id`,
  );

const age = (minutes: number): Promise<unknown> =>
  app.database.query(`UPDATE commission_runs SET created_at = created_at - $1 * interval '1 minute'`, [minutes]);

describe('the service’s own previews', () => {
  it('are of the open period, one at a time, each so long after the one before as the settings say', async () => {
    await look();
    expect(await own()).toEqual([]);
    await hands.published(LAST);
    await Promise.all([look(), look()]);
    const [first] = await own();
    expect(await own()).toEqual([{ id: first!.id, period: OPEN, status: 'queued', created_by_uid: null }]);
    await age(61);
    await look();
    expect(await own()).toHaveLength(1);
    await hands.calculate(first!.id);
    await look();
    await age(-30);
    await look();
    expect((await own()).map(({ status }) => status)).toEqual(['calculated', 'queued']);
    expect(await hands.read(first!.id)).toMatchObject({ automatic: true, created_by_uid: null });
  });

  it('end no run that is calculated without a job, unless its process has died', async () => {
    await hands.published(LAST);
    const { id } = await hands.done(hands.start({ period: LAST, kind: 'final' }));
    await app.database.query(`UPDATE long_jobs SET state = 'cancelled', is_cancelled = TRUE, finished_at = now()`);
    await app.database.query(`UPDATE commission_runs SET job_id = NULL, status = 'running' WHERE id = $1`, [id]);
    await look();
    expect((await hands.read(id)).status).toBe('running');
    await age(2);
    await look();
    expect((await hands.read(id)).status).toBe('failed');
  });

  it('are not made when the settings say so', async () => {
    await hands.published(LAST);
    await hands.done(hands.root.patch('/admin/api/commission-settings/', { preview_minutes: 0 }));
    await look();
    expect(await own()).toEqual([]);
  });

  it('keep the newest, and none of a period that is posted; those of admins stay', async () => {
    await hands.published(LAST);
    const byHand = await hands.calculated({ period: OPEN, kind: 'preview' });
    for (const round of [1, 2]) {
      await look();
      await hands.calculate((await own()).at(-1)!.id);
      await age(61 * round);
    }
    await look();
    expect((await own()).map(({ status }) => status)).toEqual(['discarded', 'calculated', 'queued']);
    expect((await hands.read(byHand)).status).toBe('calculated');
    await app.database.query(
      `UPDATE commission_runs SET period = $1, from_at = from_at - interval '1 month', to_at = from_at
        WHERE is_automatic AND status = 'calculated'`,
      [LAST],
    );
    await hands.posted(LAST);
    await look();
    expect((await own()).map(({ status }) => status)).toEqual(['discarded', 'discarded', 'queued']);
  });

  it('are forgotten a day after, once their results are gone', async () => {
    await hands.published(LAST);
    await look();
    const { id } = (await own())[0]!;
    await hands.calculate(id);
    await hands.done(hands.act(id, 'discard'));
    const forget = (): Promise<void> => app.nest.get(OwnPreviews, { strict: false }).forget();
    await app.database.query(`UPDATE commission_runs SET ended_at = ended_at - interval '25 hours'`);
    await forget();
    expect(await own()).toHaveLength(1);
    await hands.drop(id);
    await forget();
    expect(await own()).toEqual([]);
  });
});
