import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JOB, type JobType } from '#common/jobs/job.js';
import { HoldingTankJob } from '#network/members/holding-tank/holding-tank.job.js';
import type { TestClient } from './support/factories.js';
import { NetworkHands } from './support/network.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

let app: TestApp;
let network: NetworkHands;
let sponsor: { uid: number; username: string };
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  network = await NetworkHands.of(app);
  await network.settings({ placement: 'binary', spill: 'manual', holding_days: 30 });
});
afterAll(() => app.stop());
beforeEach(async () => {
  sponsor = await network.member();
  client = await network.as(sponsor);
});

const waiting = (fields: object = {}) => network.member({ sponsor: sponsor.username, ...fields });
const place = (uid: number, parent_uid: number, leg: number, by = client): Promise<Answer> =>
  by.post('network/place/', { uid, parent_uid, leg });

/** As if somebody had come days ago. */
async function makeOlder(uid: number, days: number): Promise<void> {
  const ago = `now() - make_interval(days => ${days})`;
  await app.database.query(`UPDATE network_members SET enrolled_at = ${ago} WHERE uid = $1`, [uid]);
  await app.database.query(`UPDATE network_states SET from_at = ${ago} WHERE uid = $1`, [uid]);
  await app.database.query(`UPDATE network_settings SET placement_since = now() - interval '1000 days'`);
}

async function runJob(which: 'placeOverdue' | 'placeDue' = 'placeOverdue'): Promise<void> {
  const { signal } = new AbortController();
  await app.nest.get(HoldingTankJob, { strict: false })[which]({}, { signal });
}

describe('the holding tank', () => {
  it('shows the sponsor who waits, and nothing but names, country and days', async () => {
    const first = await waiting();
    const second = await waiting();
    await waiting({ kind: 'customer' });
    const { body } = await client.get('network/holding-tank/?limit=1');
    expect(body.data).toMatchObject({ count: 2, next: expect.stringContaining('offset=1') });
    const enrolled = body.data.results[0].enrolled_at;
    expect(body.data.results).toEqual([
      {
        uid: first.uid,
        username: first.username,
        first_name: 'Maria',
        last_name: 'Schmidt',
        country_code: 'DE',
        enrolled_at: enrolled,
        placed_at_latest: expect.any(String),
      },
    ]);
    const days = (Date.parse(body.data.results[0].placed_at_latest) - Date.parse(enrolled)) / 86_400_000;
    expect(Math.abs(days - 30)).toBeLessThan(1);
    expect((await client.get('network/holding-tank/?offset=1')).body.data.results[0].uid).toBe(second.uid);
    const other = await network.as(await network.member());
    expect((await other.get('network/holding-tank/')).body.data).toMatchObject({ count: 0, results: [] });
  });

  it('is shown to an API admin for a member, which is audited', async () => {
    const { uid } = await waiting();
    const { body } = await network.apiAdmin.get(`network/holding-tank/?uid=${sponsor.uid}`);
    expect(body.data.results.map((one: { uid: number }) => one.uid)).toEqual([uid]);
    const entries = await app.database.query(
      `SELECT FROM audit_entries WHERE action = 'network.read-holding-tank' AND target_uid = $1`,
      [sponsor.uid],
    );
    expect(entries).toHaveLength(1);
  });
});

describe('all holding tanks, for a super admin', () => {
  const list = async (query = ''): Promise<Answer['body']['data']> =>
    (await network.root.get(`/admin/api/network/holding-tank/?${query}`)).body.data;
  const uidsOf = ({ results }: Answer['body']['data']): number[] => results.map(({ uid }: { uid: number }) => uid);

  it('are listed with sponsors and days, by sponsor and by name', async () => {
    const [first, second] = [await waiting({ first_name: 'Ottilie' }), await waiting()];
    const below = await network.member({ sponsor: first.username });
    for (const no of [await waiting({ kind: 'customer' }), await waiting()])
      await network.setStatus(no.uid, 'terminated');
    const mine = `sponsor_uid=${sponsor.uid}`;
    await until(async () => (await list(mine)).count === 2);
    const { results, next } = await list(`${mine}&limit=1`);
    expect(results).toEqual([
      {
        uid: first.uid,
        username: first.username,
        first_name: 'Ottilie',
        last_name: 'Schmidt',
        country_code: 'DE',
        sponsor_uid: sponsor.uid,
        sponsor: sponsor.username,
        enrolled_at: expect.any(String),
        placed_at_latest: expect.any(String),
      },
    ]);
    expect(new URL(next).search).toContain(mine);
    expect(uidsOf(await list(`${mine}&offset=1`))).toEqual([second.uid]);
    expect(uidsOf(await list('search=OTTIL'))).toEqual([first.uid]);
    expect(uidsOf(await list(`sponsor_uid=${first.uid}`))).toEqual([below.uid]);
    expect(uidsOf(await list())).toEqual(expect.arrayContaining([first.uid, second.uid, below.uid]));
    expect(await list('sponsor_uid=999999')).toMatchObject({ count: 0, results: [] });
  });

  it('lose whom a super admin places at once, and gain whoever loses the place', async () => {
    const first = await waiting();
    const mine = `sponsor_uid=${sponsor.uid}`;
    await until(async () => (await list(mine)).count === 1);
    const body = { tree: 'placement', parent_uid: sponsor.uid, leg: 1, reason: 'asked for it' };
    expect((await network.root.post(`/admin/api/network/${first.uid}/move/`, body)).status).toBe(200);
    expect(await list(mine)).toMatchObject({ count: 0, results: [] });
    const kind = (to: string) =>
      network.root.post(`/admin/api/network/${first.uid}/status/`, { kind: to, reason: 'a test' });
    await kind('customer');
    await kind('distributor');
    await until(async () => (await list(mine)).count === 1);
  });

  it('are refused with what is wrong', async () => {
    const { status, body } = await network.root.get('/admin/api/network/holding-tank/?offset=100001&sponsor_uid=x');
    expect([status, Object.keys(body.errors)]).toEqual([400, ['offset', 'sponsor_uid']]);
  });
});

describe('placing', () => {
  it('puts who waits anywhere below the sponsor, and records it', async () => {
    const [first, second] = [await waiting(), await waiting()];
    expect((await place(first.uid, sponsor.uid, 2)).body.data).toEqual({
      uid: first.uid,
      parent_uid: sponsor.uid,
      leg: 2,
    });
    expect((await place(second.uid, first.uid, 1)).status).toBe(200);
    expect(await network.position(second.uid)).toEqual({ parent_uid: first.uid, leg: 1 });
    const [event] = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE type = 'member.moved' AND aggregate_id = $1`,
      [String(second.uid)],
    );
    expect(event?.data).toEqual({
      uid: second.uid,
      tree: 'placement',
      from: null,
      to: { parent_uid: first.uid, leg: 1 },
      reason: null,
      at: expect.any(String),
    });
  });

  it('is refused for who does not wait there, and below who is not below the sponsor', async () => {
    const mine = await waiting();
    const other = await network.member();
    const stranger = await network.as(other);
    const theirs = await network.member({ sponsor: other.username });
    for (const answer of [
      await place(mine.uid, other.uid, 1, stranger),
      await place(theirs.uid, sponsor.uid, 1),
      await place(999_999, sponsor.uid, 1),
      await place(mine.uid, other.uid, 1),
      await place(mine.uid, theirs.uid, 1),
      await place(mine.uid, 999_999, 1),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, 'member not found']);
    expect((await place(mine.uid, sponsor.uid, 3)).body.errors).toHaveProperty('leg');
    expect((await place(mine.uid, sponsor.uid, 1)).status).toBe(200);
    expect((await place(mine.uid, sponsor.uid, 2)).status).toBe(404);
    const next = await waiting();
    expect((await place(next.uid, sponsor.uid, 1)).body.errors).toEqual({ leg: [{ message: 'is taken' }] });
    await network.setStatus(mine.uid, 'terminated');
    expect((await place(next.uid, mine.uid, 1)).body.errors).toHaveProperty('parent_uid');
  });

  it('is for sponsors who are placed themselves, and not terminated', async () => {
    const first = await waiting();
    const below = await network.member({ sponsor: first.username });
    expect((await place(below.uid, first.uid, 1, await network.as(first))).status).toBe(409);
    await network.setStatus(sponsor.uid, 'terminated');
    expect((await place(first.uid, sponsor.uid, 1)).status).toBe(409);
  });

  it('gives a place, and a member, to one of many who ask at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => waiting()));
    const answers = await Promise.all(many.map(({ uid }) => place(uid, sponsor.uid, 1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const { uid } = await waiting();
    const placed = many[answers.findIndex(({ status }) => status === 200)]!;
    const twice = await Promise.all([1, 2].map((leg) => place(uid, placed.uid, leg)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('who has waited too long', () => {
  it('is placed by the service, breadth first, sponsors before those whom they brought', async () => {
    const first = await waiting();
    const below = await network.member({ sponsor: first.username });
    const young = await waiting();
    const second = await waiting();
    await makeOlder(first.uid, 33);
    await makeOlder(second.uid, 32);
    await makeOlder(below.uid, 31);
    await runJob();
    expect(await network.position(first.uid)).toEqual({ parent_uid: sponsor.uid, leg: 1 });
    expect(await network.position(second.uid)).toEqual({ parent_uid: sponsor.uid, leg: 2 });
    expect(await network.position(below.uid)).toEqual({ parent_uid: first.uid, leg: 1 });
    expect(await network.position(young.uid)).toBeUndefined();
    const [event] = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE type = 'member.moved' AND aggregate_id = $1`,
      [String(below.uid)],
    );
    expect(event?.data).toMatchObject({ from: null, to: { parent_uid: first.uid, leg: 1 } });
  });

  it('is placed below the nearest above who is placed and not terminated', async () => {
    const first = await waiting();
    await place(first.uid, sponsor.uid, 1);
    const below = await network.member({ sponsor: first.username });
    await makeOlder(below.uid, 40);
    await network.setStatus(first.uid, 'terminated');
    await Promise.all([runJob(), runJob()]);
    expect(await network.position(below.uid)).toEqual({ parent_uid: sponsor.uid, leg: 2 });
  });
});

describe('who is to wait no day at all', () => {
  beforeAll(() => network.settings({ holding_days: 0 }));
  afterAll(() => network.settings({ holding_days: 30 }));

  it('is placed by the job of each minute', async () => {
    const [first, second] = [await waiting(), await waiting()];
    await runJob('placeDue');
    expect(await network.position(first.uid)).toEqual({ parent_uid: sponsor.uid, leg: 1 });
    expect(await network.position(second.uid)).toEqual({ parent_uid: sponsor.uid, leg: 2 });
    const { placeDue } = HoldingTankJob.prototype as unknown as Record<string, object>;
    expect((Reflect.getMetadata(JOB, placeDue!) as JobType<object>).options.schedule).toBe('* * * * *');
  });
});

describe('a network without a placement tree', () => {
  it('has nobody who waits', async () => {
    const bare = await startTestApp();
    try {
      const hands = await NetworkHands.of(bare);
      const { username } = await hands.member();
      await hands.member({ sponsor: username });
      const { body } = await hands.root.get('/admin/api/network/holding-tank/');
      expect(body.data).toMatchObject({ count: 0, results: [] });
    } finally {
      await bare.stop();
    }
  });
});
