import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DatabaseProxy } from '#test/support/database-proxy.js';
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.js';
import { until } from '#test/support/until.js';
import { LiveState } from './live-state.js';
import { planOfCalendar } from './open-plan.js';
import { answer } from './requests.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const NOVEMBER = planOfCalendar(NOW);
const DECEMBER = planOfCalendar(new Date('2026-12-01T00:00:00Z'));

describe('the live state', () => {
  let database: TestDatabase;
  const states: LiveState[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query(
      `SELECT make_volume_partition(at::timestamptz) FROM unnest(ARRAY['2026-10-15', '2026-11-15', '2026-12-15']) AS at`,
    );
  });
  afterEach(async () => {
    for (const state of states.splice(0)) await state.end();
  });
  afterAll(() => database.drop());

  function begin(url = database.url, silence?: { following: number; loading: number }): LiveState {
    const state = new LiveState(url, undefined, silence);
    states.push(state);
    return state;
  }

  let made = 0;

  async function enrol(sponsor: number | null = null, kind = 'distributor'): Promise<number> {
    made += 1;
    const [user] = await database.query<{ uid: number }>(
      `INSERT INTO users (username, email, password_hash) VALUES ($1, $1, '') RETURNING uid`,
      [`state-${made}`],
    );
    const uid = Number(user!.uid);
    await database.query('INSERT INTO network_members (uid, enrolled_at) VALUES ($1, $2)', [uid, NOW]);
    await database.query(`INSERT INTO network_states (uid, kind, status, from_at) VALUES ($1, $2, 'active', $3)`, [
      uid,
      kind,
      NOW,
    ]);
    await place(uid, 'sponsor', sponsor);
    return uid;
  }

  async function place(uid: number, tree: string, parent: number | null, leg: number | null = null): Promise<void> {
    await database.query('UPDATE network_edges SET to_at = now() WHERE uid = $1 AND tree = $2 AND to_at IS NULL', [
      uid,
      tree,
    ]);
    await database.query(
      `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at) VALUES ($1, $2, $3, $4, now())`,
      [tree, uid, parent, leg],
    );
  }

  async function book(uid: number, points: string, at = NOW): Promise<void> {
    await database.query(
      `INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume, by_uid, reason)
       VALUES ($1, $2, 'adjustment', 0, $3, 0, 1, 'a test')`,
      [at, uid, points],
    );
  }

  const figures = (state: LiveState, uid: number): { group: number; members: number } => {
    const { group, members } = answer(state.network!, 'member', { uid })!.sponsor;
    return { group, members };
  };

  it('loads what is there, and takes in what comes', async () => {
    const top = await enrol();
    const one = await enrol(top);
    await book(one, '1.5');
    await book(one, '-0.25');
    await book(one, '100', new Date('2026-10-31T23:59:59.999Z'));
    const state = begin();
    await state.follow(NOVEMBER);
    const { network } = state;
    expect(figures(state, top)).toEqual({ group: 12_500, members: 1 });
    const two = await enrol(one, 'customer');
    await book(two, '2');
    await book(top, '7', new Date('2026-10-01T00:00:00Z'));
    await state.follow(NOVEMBER);
    expect(figures(state, top)).toEqual({ group: 32_500, members: 2 });
    await place(two, 'sponsor', null);
    await state.follow(NOVEMBER);
    expect(figures(state, top)).toEqual({ group: 12_500, members: 1 });
    expect(state.network).toBe(network);
  });

  it('leaves one impossible sum out, and takes it in again when it can be added up', async () => {
    const top = await enrol();
    const [one, two] = [await enrol(top), await enrol(top)];
    await book(one, '99999999999999');
    await book(two, '3');
    const before = begin();
    await before.follow(NOVEMBER);
    const after = begin();
    const leftOut = (state: LiveState): number[] => [...state.network!.volumes.leftOut];
    expect([leftOut(before), figures(before, top).group]).toEqual([[one], 30_000]);
    await book(one, '-99999999999998.5');
    await before.follow(NOVEMBER);
    expect([leftOut(before), figures(before, top).group]).toEqual([[], 35_000]);
    await book(one, '1');
    await before.follow(NOVEMBER);
    expect(figures(before, top).group).toBe(45_000);
    await after.follow(NOVEMBER);
    await book(one, '99999999999999');
    for (const state of [before, after]) {
      await state.follow(NOVEMBER);
      expect([leftOut(state), figures(state, top).group]).toEqual([[one], 30_000]);
    }
  });

  it('leaves the largest out where all together are too much', async () => {
    const top = await enrol();
    const [one, two, three] = [await enrol(top), await enrol(top), await enrol(top)];
    await book(one, '300000000000');
    await book(two, '700000000000');
    await book(three, '100000000000');
    const state = begin();
    await state.follow(NOVEMBER);
    expect([one, two, three].filter((uid) => state.network!.volumes.leftOut.has(uid))).toEqual([two]);
    expect(figures(state, top).group).toBe(4_000_000_000_000_000);
  });

  it('starts sums from zero when a month ends', async () => {
    const top = await enrol();
    await book(top, '5');
    await book(top, '3', new Date('2026-12-01T00:00:00Z'));
    const state = begin();
    await state.follow(NOVEMBER);
    expect(figures(state, top).group).toBe(50_000);
    await state.follow(DECEMBER);
    expect(figures(state, top).group).toBe(30_000);
    await book(top, '-1', new Date('2026-12-02T00:00:00Z'));
    await state.follow(DECEMBER);
    expect(figures(state, top).group).toBe(20_000);
  });

  it('loads again after its connection was lost, and answers meanwhile', async () => {
    const top = await enrol();
    const state = begin();
    await state.follow(NOVEMBER);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'commerce-live' AND datname = current_database()`,
    );
    await book(top, '5');
    await expect(state.follow(NOVEMBER)).rejects.toThrow();
    expect(figures(state, top).group).toBe(0);
    await state.follow(NOVEMBER);
    expect(figures(state, top).group).toBe(50_000);
  });

  it('notices when its connection falls silent, and loads again', async () => {
    const top = await enrol();
    const proxy = await DatabaseProxy.before(database.url);
    const state = begin(proxy.url, { following: 300, loading: 60_000 });
    await state.follow(NOVEMBER);
    await state.follow(NOVEMBER);
    proxy.silence();
    await book(top, '5');
    await expect(state.follow(NOVEMBER)).rejects.toThrow('the database was silent for 300 ms');
    expect(figures(state, top).group).toBe(0);
    await state.follow(NOVEMBER);
    expect(figures(state, top).group).toBe(50_000);
    await proxy.cut();
  });

  it('lets a load be silent for longer, and not forever', async () => {
    const top = await enrol();
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    const patient = begin(database.url, { following: 100, loading: 60_000 });
    const hasty = begin(database.url, { following: 100, loading: 500 });
    await other.query('BEGIN; LOCK TABLE network_members');
    const loaded = patient.follow(NOVEMBER);
    await expect(hasty.follow(NOVEMBER)).rejects.toThrow('the database was silent for 500 ms');
    await other.query('COMMIT');
    await loaded;
    expect(figures(patient, top).group).toBe(0);
    await other.end();
  });

  it('misses nothing of a transaction that ran when it was loaded', async () => {
    const top = await enrol();
    const late = begin();
    const sql = (text: string): Promise<unknown> => late['client']!.query(text);
    await late.follow(NOVEMBER);
    await sql('BEGIN');
    await sql(`INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume, by_uid, reason)
      VALUES ('2026-11-20T12:00:00Z', ${top}, 'adjustment', 0, 5, 0, 1, 'late')`);
    await book(top, '1');
    const state = begin();
    await state.follow(NOVEMBER);
    expect(figures(state, top).group).toBe(10_000);
    await sql('COMMIT');
    await until(async () => {
      await state.follow(NOVEMBER);
      return figures(state, top).group === 60_000;
    });
  });

  it('notices that the placement tree is another one', async () => {
    const top = await enrol();
    await place(top, 'placement', null);
    await database.query(`UPDATE network_settings SET placement = 'binary', placement_since = now()`);
    const state = begin();
    await state.follow(NOVEMBER);
    expect(answer(state.network!, 'member', { uid: top })!.placement).toMatchObject({ parentUid: null });
    await database.query(`UPDATE network_edges SET to_at = now() WHERE tree = 'placement' AND to_at IS NULL`);
    await database.query(`UPDATE network_settings SET placement = 'none', placement_since = NULL`);
    await state.follow(NOVEMBER);
    expect(answer(state.network!, 'member', { uid: top })!.placement).toBeUndefined();
  });

  it('lets members who wait take a place with all who are attached to them, and members who are no longer distributors leave it', async () => {
    const top = await enrol();
    const one = await enrol(top);
    const customer = await enrol(one, 'customer');
    await place(top, 'placement', null);
    await book(customer, '5');
    const state = begin();
    await state.follow(NOVEMBER);
    const placed = (uid: number) => answer(state.network!, 'member', { uid })!.placement;
    expect(placed(top)).toMatchObject({ group: 50_000, members: 0 });
    await place(one, 'placement', top, 2);
    await state.follow(NOVEMBER);
    expect(placed(one)).toMatchObject({ parentUid: top, leg: 2, group: 50_000 });
    const places = (): unknown => answer(state.network!, 'places', { uid: top, rule: 'right', width: 2 });
    expect(places()).toEqual([{ parentUid: one, leg: 2 }]);
    await database.query(`UPDATE network_edges SET to_at = now() WHERE tree = 'placement' AND uid = $1`, [one]);
    for (const kind of ['customer', 'distributor']) {
      await database.query('UPDATE network_states SET to_at = now() WHERE uid = $1 AND to_at IS NULL', [one]);
      await database.query(`INSERT INTO network_states (uid, kind, status, from_at) VALUES ($1, $2, 'active', now())`, [
        one,
        kind,
      ]);
    }
    await state.follow(NOVEMBER);
    expect(placed(one)).toBeUndefined();
    expect(places()).toEqual([{ parentUid: top, leg: 2 }]);
    expect(placed(top)).toMatchObject({ group: 50_000, members: 0 });
  });

  it('reads names again', async () => {
    const top = await enrol();
    const one = await enrol(top);
    const state = begin();
    await state.follow(NOVEMBER);
    await database.query(`UPDATE users SET first_name = E'Back\\\\slash\\tTab', last_name = 'LAST' WHERE uid = $1`, [
      one,
    ]);
    const count = (search: string, { network } = state): number =>
      answer(network!, 'downline', {
        uid: top,
        tree: 'sponsor',
        sort: 'level',
        descending: false,
        limit: 5,
        offset: 0,
        search,
      })!.count;
    expect(count('last')).toBe(0);
    state.rename(one);
    await state.follow(NOVEMBER);
    expect([count('last'), count('back\\slash\ttab last')]).toEqual([1, 1]);
    const again = begin();
    await again.follow(NOVEMBER);
    expect(count('back\\slash\ttab last', again)).toBe(1);
  });
});
