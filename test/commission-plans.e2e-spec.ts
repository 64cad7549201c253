import { beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const root = await app.make.superAdmin();

// Published versions stay for ever; tests begin without any.
beforeEach(() => app.database.query('TRUNCATE commission_plans'));

const PLANS = '/admin/api/plans/';

function plan(change: object = {}): object {
  return {
    name: 'Hybrid',
    period: 'month',
    time_zone: 'UTC',
    four_eyes: true,
    volumes: { qualifying: 'points', commissionable: 'business_volume' },
    ranks: [{ name: 'member' }, { name: 'silver', requires: { group_volume: 1000, leg_cap_percent: 60 } }],
    bonuses: [
      { id: 'levels', type: 'unilevel', percents: { member: [5, 3] } },
      { id: 'pairs', type: 'binary', percent: 10 },
    ],
    ...change,
  };
}

async function draft(change: object = {}): Promise<number> {
  const { status, text, body } = await root.post(PLANS, plan(change));
  if (status !== 200) throw new Error(`a plan was answered with ${status} ${text}`);
  return body.data.id as number;
}

const publish = (id: number, body: object): Promise<Answer> => root.post(`${PLANS}${id}/publish/`, body);

/** A plan that is published. */
async function published(fromPeriod: string, change: object = {}, mapping: object = {}): Promise<number> {
  const id = await draft(change);
  const { status, text } = await publish(id, { from_period: fromPeriod, ...mapping });
  if (status !== 200) throw new Error(`publishing was answered with ${status} ${text}`);
  return id;
}

/** The version that holds for a period. */
const holdingIn = async (period: string): Promise<number | undefined> => {
  const { body } = await root.get(`${PLANS}?period=${period}`);
  return body.data.results[0]?.id as number | undefined;
};

const paths = ({ body }: Answer): string[] =>
  Object.entries(body.errors as Record<string, { path?: string }[]>).flatMap(([field, problems]) =>
    problems.map(({ path }) => path ?? field),
  );

describe('drafts of plans', () => {
  it('are kept with their defaults filled in, and read as they are', async () => {
    const { status, body } = await root.post(PLANS, plan());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Hybrid',
      status: 'draft',
      version: 1,
      period: 'month',
      from_period: null,
      to_period: null,
      plan: { ...plan(), rate: 1, rounding: 'half_even', minimum_payout: 0 },
      ranks: {},
      carried: {},
      published_at: null,
    });
    const read = await root.get(`${PLANS}${body.data.id}/`);
    expect(read.body.data).toEqual(body.data);
    expect(Object.keys(read.body.data.plan.bonuses[1])[0]).toBe('id');
  });

  it('are validated strictly: all problems in one answer, each by its path', async () => {
    const wrong = plan({ surprise: 1, time_zone: 'Mars', member_cap: 1.005, rate: 0.123456789012345678 }) as {
      bonuses: Record<string, unknown>[];
    };
    wrong.bonuses[0]!.percents = { member: [101], gold: [5] };
    const answer = await root.post(PLANS, wrong);
    expect([answer.status, answer.body.type]).toEqual([400, 'Validation Error']);
    expect(paths(answer).sort()).toEqual(
      [
        'bonuses[0].percents.gold',
        'bonuses[0].percents.member[0]',
        'member_cap',
        'rate',
        'surprise',
        'time_zone',
      ].sort(),
    );
    expect(answer.body.errors.bonuses[0]).toEqual({
      message: 'must be at most 100',
      path: 'bonuses[0].percents.member[0]',
    });
  });

  it('are JSON objects', async () => {
    expect(paths(await root.post(PLANS, []))).toEqual(['detail']);
    expect(paths(await root.post(PLANS, {})).length).toBe(6);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await root.post(PLANS, 'name=Hybrid', { headers })).status).toBe(415);
  });

  it('have each key once, also in what is changed and tried', async () => {
    const id = await draft();
    const text = JSON.stringify(plan()).replace('[5,3]', '[5,3],"m\\u0065mber":[50,3]');
    const headers = { 'content-type': 'application/json' };
    const version = { ...headers, 'if-match': '1' };
    const period = { period: '2026-01', plans: [0] };
    for (const [answer, path] of [
      [await root.post(PLANS, text, { headers }), 'bonuses[0].percents.member'],
      [await root.put(`${PLANS}${id}/`, text as unknown as object, { headers: version }), 'bonuses[0].percents.member'],
      [
        await root.post(
          '/admin/api/commission-simulations/',
          JSON.stringify(period).replace('[0]', () => `[${text}]`),
          { headers },
        ),
        'plans[0].bonuses[0].percents.member',
      ],
    ] as const) {
      expect([answer.status, paths(answer)]).toEqual([400, [path]]);
      expect(answer.text).toContain('is given twice');
    }
    expect((await root.get(`${PLANS}${id}/`)).body.data).toMatchObject({ version: 1, plan: plan() });
  });

  it('are replaced as a whole, if nobody else changed them before', async () => {
    const id = await draft();
    const put = (name: string, version: string): Promise<Answer> =>
      root.put(`${PLANS}${id}/`, plan({ name }), { headers: { 'if-match': version } });
    const changed = await put('Changed', '"1"');
    expect(changed.body.data).toMatchObject({ name: 'Changed', version: 2 });
    expect((await put('Lost', '1')).status).toBe(409);
    expect((await put('Any', '*')).body.data.version).toBe(3);
    expect(paths(await root.put(`${PLANS}${id}/`, plan({ name: '' })))).toEqual(['name']);
    const audited = await app.database.query(
      `SELECT action, before->>'name' AS before, after->>'name' AS after FROM audit_entries WHERE entity_type = 'plan' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(audited).toEqual([
      { action: 'plan.create', before: null, after: 'Hybrid' },
      { action: 'plan.change', before: 'Hybrid', after: 'Changed' },
      { action: 'plan.change', before: 'Changed', after: 'Any' },
    ]);
  });

  it('are deleted, and then not found', async () => {
    const id = await draft();
    const address = `${PLANS}${id}/`;
    expect((await root.delete(address, { headers: { 'if-match': '7' } })).status).toBe(409);
    expect((await root.delete(address)).status).toBe(200);
    for (const answer of [await root.get(address), await root.delete(address), await root.put(address, plan())])
      expect(answer.status).toBe(404);
    for (const unknown of ['x', '0', '99999999999999999999'])
      expect((await root.get(`${PLANS}${unknown}/`)).status).toBe(404);
  });

  it('are listed newest first, by name and status', async () => {
    const [one, other] = [await draft({ name: 'First of all' }), await draft({ name: 'Another' })];
    const ids = async (query: string): Promise<number[]> =>
      (await root.get(PLANS + query)).body.data.results.map(({ id }: { id: number }) => id);
    expect(await ids('')).toEqual([other, one]);
    expect(await ids('?search=FIRST')).toEqual([one]);
    expect(await ids('?status=published')).toEqual([]);
    expect(await ids('?status=draft&limit=1&offset=1')).toEqual([one]);
    expect((await root.get(`${PLANS}?status=none`)).status).toBe(400);
    expect((await root.get(`${PLANS}?limit=1`)).body.data).toMatchObject({ count: 2 });
  });
});

describe('publishing', () => {
  it('makes one version hold for each period, whatever came first', async () => {
    const march = await published('2038-03');
    const january = await published('2038-01');
    expect(await Promise.all(['2037-12', '2038-01', '2038-02', '2038-03', '2099-12'].map(holdingIn))).toEqual([
      undefined,
      january,
      january,
      march,
      march,
    ]);
    const { body } = await root.get(`${PLANS}${january}/`);
    expect(body.data).toMatchObject({ status: 'published', from_period: '2038-01', to_period: '2038-02', version: 2 });
    expect(await holdingIn('2038-W10')).toBeUndefined();
    expect(await holdingIn('nothing')).toBeUndefined();
  });

  it('replaces a version from the same period on, which is retired', async () => {
    const first = await published('2038-01');
    const second = await published('2038-01');
    expect(await holdingIn('2038-01')).toBe(second);
    const { body } = await root.get(`${PLANS}${first}/`);
    expect(body.data).toMatchObject({ status: 'retired', from_period: '2038-01', to_period: null });
    expect((await root.get(`${PLANS}?status=retired`)).body.data.results).toMatchObject([{ id: first }]);
  });

  it('retires a version when its last period is over', async () => {
    const old = await published('2024-01');
    await published('2024-05');
    expect((await root.get(`${PLANS}${old}/`)).body.data).toMatchObject({ status: 'retired', to_period: '2024-04' });
    expect(await holdingIn('2024-04')).toBe(old);
  });

  it('leaves a version that never changes', async () => {
    const id = await published('2038-01');
    for (const answer of [
      await root.put(`${PLANS}${id}/`, plan({ name: 'Changed' })),
      await root.delete(`${PLANS}${id}/`),
      await publish(id, { from_period: '2038-02' }),
    ])
      expect(answer.status).toBe(409);
    await expect(app.database.query(`UPDATE commission_plans SET document = '{}' WHERE id = $1`, [id])).rejects.toThrow(
      'is published',
    );
    await expect(app.database.query('DELETE FROM commission_plans WHERE id = $1', [id])).rejects.toThrow(
      'is published',
    );
  });

  it('asks for a period of the plan’s kind', async () => {
    const id = await draft();
    for (const period of ['2038-W01', '2038-13', '2038', '', 5, undefined]) {
      expect(paths(await publish(id, { from_period: period }))).toEqual(['from_period']);
    }
    expect((await publish(999_999, { from_period: '2038-01' })).status).toBe(404);
    const answer = await root.post(
      `${PLANS}${id}/publish/`,
      { from_period: '2038-01' },
      { headers: { 'if-match': '2' } },
    );
    expect(answer.status).toBe(409);
  });

  it('asks what happens to title ranks that it does not have', async () => {
    const member = await app.make.member();
    await app.database.query(
      'INSERT INTO network_members (uid, enrolled_at, title_rank) VALUES ($1, now(), $2) ON CONFLICT (uid) DO UPDATE SET title_rank = $2',
      [member.user.uid, 'ruby'],
    );
    await published('2038-01', {}, { ranks: { ruby: 'silver' } });
    const id = await draft({
      ranks: [{ name: 'associate' }, { name: 'ruby' }],
      bonuses: [{ id: 'pairs', type: 'binary', percent: 5 }],
    });
    const asked = await publish(id, { from_period: '2038-02' });
    expect([asked.status, paths(asked)]).toEqual([400, ['ranks.member', 'ranks.silver']]);
    const wrong = await publish(id, {
      from_period: '2038-02',
      ranks: { member: 'gold', silver: 'ruby', ruby: 'ruby' },
    });
    expect(paths(wrong)).toEqual(['ranks.member', 'ranks.ruby']);
    expect(paths(await publish(id, { from_period: '2038-02', ranks: { member: 5 } }))).toEqual(['ranks']);
    const ranks = { member: 'associate', silver: 'ruby' };
    expect(paths(await publish(id, { from_period: '2038-02', dry_run: true }))).toEqual(paths(asked));
    expect((await publish(id, { from_period: '2038-02', ranks, dry_run: true })).body.data).toMatchObject({
      status: 'draft',
      ranks: {},
      approval: null,
    });
    expect((await publish(id, { from_period: '2038-02', ranks })).body.data).toMatchObject({
      status: 'published',
      ranks,
    });
    await app.database.query('UPDATE network_members SET title_rank = NULL');
  });

  it('asks what happens to carried volumes where a binary bonus, the period or the time zone changes', async () => {
    await published('2038-01');
    const renamed = await draft({ bonuses: [{ id: 'team', type: 'binary', percent: 10 }] });
    expect(paths(await publish(renamed, { from_period: '2038-02' }))).toEqual(['carried.pairs']);
    const wrong = { from_period: '2038-02', carried: { pairs: 'levels', levels: null } };
    expect(paths(await publish(renamed, wrong))).toEqual(['carried.pairs', 'carried.levels']);
    const carried = { pairs: 'team' };
    expect((await publish(renamed, { from_period: '2038-02', carried })).body.data.carried).toEqual(carried);
    const elsewhere = await draft({
      time_zone: 'Europe/Berlin',
      bonuses: [{ id: 'team', type: 'binary', percent: 10 }],
    });
    expect(paths(await publish(elsewhere, { from_period: '2038-04' }))).toEqual(['carried.team']);
    expect((await publish(elsewhere, { from_period: '2038-04', carried: { team: null } })).status).toBe(200);
  });

  it('goes from months to weeks where a week begins with a month, without a gap', async () => {
    const months = await published('2038-01');
    const weeks = await draft({ period: 'week', time_zone: 'America/New_York' });
    const carried = { pairs: 'pairs' };
    const crooked = await publish(weeks, { from_period: '2038-W02', carried });
    expect([crooked.status, paths(crooked)]).toEqual([400, ['from_period']]);
    // 1 February 2038 is a Monday.
    expect((await publish(weeks, { from_period: '2038-W05', carried })).status).toBe(200);
    expect([await holdingIn('2038-01'), await holdingIn('2038-W05')]).toEqual([months, weeks]);
    expect([await holdingIn('2038-02'), await holdingIn('2038-W04')]).toEqual([undefined, undefined]);
    const rows = await app.database.query<{ from_at: Date; until_at: Date | null }>(
      'SELECT from_at, until_at FROM commission_plans ORDER BY from_day',
    );
    expect(rows.map(({ from_at, until_at }) => [from_at.toISOString(), until_at?.toISOString()])).toEqual([
      ['2038-01-01T00:00:00.000Z', '2038-02-01T00:00:00.000Z'],
      ['2038-02-01T00:00:00.000Z', undefined],
    ]);
  });

  it('is refused where a version that is published from later on would not fit', async () => {
    await published('2038-03');
    const id = await draft({
      ranks: [{ name: 'member' }, { name: 'silver' }, { name: 'gold', requires: { personal_volume: 9 } }],
    });
    const answer = await publish(id, { from_period: '2038-01' });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('does not say what replaces the rank gold'),
    ]);
    expect((await publish(id, { from_period: '2038-03' })).status).toBe(200);
  });

  it('keeps one answer when many publish at once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => draft()));
    const months = ids.map((_, at) => `2038-0${(at % 4) + 1}`);
    const answers = await Promise.all(ids.map((id, at) => publish(id, { from_period: months[at] })));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { body } = await root.get(`${PLANS}?status=published`);
    expect(body.data.count).toBe(4);
    for (const month of months) expect(await holdingIn(month)).toBeDefined();
  });

  it('happens once, when one draft is published twice at the same time', async () => {
    const id = await draft();
    const answers = await Promise.all(['2038-01', '2038-02'].map((from_period) => publish(id, { from_period })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('plans beside each other', () => {
  it('are compared by path', async () => {
    const [one, other] = [await draft(), await draft({ member_cap: 500, name: 'Other' })];
    const { body } = await root.get(`${PLANS}${one}/diff/${other}/`);
    expect(body.data).toEqual({
      id: one,
      other_id: other,
      changes: [
        { kind: 'changed', path: 'name', label: 'name', old: 'Hybrid', new: 'Other' },
        { kind: 'added', path: 'member_cap', label: 'member cap', old: null, new: 500 },
      ],
    });
    expect((await root.get(`${PLANS}${one}/diff/999999/`)).status).toBe(404);
  });

  it('warn where a bonus needs a placement tree that the network does not have', async () => {
    const id = await draft();
    const warnings = async (): Promise<object[]> => (await root.get(`${PLANS}${id}/`)).body.data.warnings;
    expect(await warnings()).toEqual([
      { path: 'bonuses[1]', message: expect.stringContaining('no binary placement tree') },
    ]);
    await root.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' });
    expect(await warnings()).toEqual([]);
  });

  it('begin with templates, each of which can be published', async () => {
    const { body } = await root.get('/admin/api/plan-templates/');
    expect(body.data.results.map(({ name }: { name: string }) => name)).toEqual([
      'unilevel',
      'binary',
      'matrix',
      'stair-step-breakaway',
      'hybrid',
    ]);
    for (const { plan: document } of body.data.results) {
      const { id } = (await root.post(PLANS, document)).body.data;
      const from = document.period === 'week' ? '2038-W05' : '2038-02';
      await app.database.query('DELETE FROM commission_plans WHERE published_at IS NULL AND id <> $1', [id]);
      expect((await publish(id, { from_period: from })).status).toBe(200);
    }
    expect((await root.get('/admin/api/plan-templates/?search=binary&limit=1')).body.data.count).toBe(2);
  });

  it('have a JSON Schema that anybody may read, which takes the templates', async () => {
    const { status, headers, text } = await app.send('GET', '/plan.schema.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(JSON.parse(text) as object);
    for (const { plan: document } of (await root.get('/admin/api/plan-templates/')).body.data.results)
      expect(validate(document)).toBe(true);
    expect(validate({ ...plan(), surprise: 1 })).toBe(false);
  });

  it('are for super admins alone', async () => {
    const apiAdmin = await app.make.apiAdmin();
    expect((await apiAdmin.get(PLANS)).status).toBe(401);
    expect((await app.send('POST', PLANS, { payload: plan() })).status).toBe(401);
  });
});
