import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UNILEVEL } from '#commissions/plans/templates.js';
import { Proposals } from '#people/approvals/index.js';
import { withApprovals } from './support/approvals.js';
import { MemberImports, ndjson } from './support/imports.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { monthBefore, RunHands } from './support/runs.js';
import { age, SESSION, typeOf } from './support/second-factor.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const APPROVALS = '/admin/api/approvals/';
const SETTINGS = `${APPROVALS}settings/`;
const NETWORK = '/admin/api/network/settings/';
const EARNINGS = '/admin/api/earnings/';
const LAST = monthBefore(1);

/** Statements that wait for another transaction. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const app = await useTestApp();
const hands = await RunHands.of(app);
let { root, other } = hands;
const [member] = (await hands.chain(1)) as [number];

beforeEach(async () => {
  await app.database.query('TRUNCATE approvals, account_grants, commission_plans, commission_runs');
  await withApprovals(app);
  // A test may have ended their sessions.
  root = await app.make.superAdmin(hands.root.user);
  other = await app.make.superAdmin(hands.other.user);
});
// Other admins than those two are only there for the test that has made them.
afterEach(async () => {
  await app.database.query(
    `UPDATE users SET status = 'inactive' WHERE roles && '{super_admin,finance}' AND NOT uid = ANY ($1)`,
    [[root.user.uid, other.user.uid]],
  );
  await app.database.query(`UPDATE users SET status = 'active', roles = '{super_admin}' WHERE uid = ANY ($1)`, [
    [root.user.uid, other.user.uid],
  ]);
});

const done = (asked: Promise<Answer>): Promise<Answer['body']> => hands.done(asked);
const adjust = (amount: number, client = root): Promise<Answer> =>
  client.post(EARNINGS, { uid: member, amount, reason: 'a test' });
const waiting = async (asked: Promise<Answer>): Promise<number> => {
  const { approval } = await done(asked);
  expect(approval).toMatchObject({ status: 'waiting' });
  return approval.id as number;
};
const approve = (id: number, client = other): Promise<Answer> => client.post(`${APPROVALS}${id}/approve/`);
const refuse = (id: number, client = other): Promise<Answer> =>
  client.post(`${APPROVALS}${id}/refuse/`, { reason: 'no reason given' });
const read = (id: number, client = root): Promise<Answer['body']> => done(client.get(`${APPROVALS}${id}/`));
const message = ({ status, body }: Answer): unknown[] => [status, body.message];
const balance = async (): Promise<number> => {
  const [row] = await app.database.query<{ sum: number }>(
    'SELECT coalesce(sum(amount), 0)::float8 AS sum FROM earnings WHERE uid = $1',
    [member],
  );
  return row!.sum;
};
const admin = async (by: TestClient, roles: string[] = ['super_admin']): Promise<TestClient> => {
  const username = `admin-${Math.random().toString(36).slice(2)}`;
  const body = { username, email: `${username}@example.com`, password: 'a long enough password', roles };
  const { uid, email } = await done(by.post('/admin/api/users/', body));
  return app.make.superAdmin({ uid, username, email });
};
const audited = (id: number): Promise<object[]> =>
  app.database.query(
    `SELECT action, actor_uid::integer AS by FROM audit_entries WHERE entity_type = 'approval' AND entity_id = $1 ORDER BY id`,
    [String(id)],
  );
const events = async (): Promise<object[]> =>
  app.database.query(
    `SELECT type, data->>'status' AS status FROM events WHERE aggregate_type = 'approval' ORDER BY timestamp, id`,
  );

describe('what needs a second person', () => {
  it('waits, and is carried out when another person approves', async () => {
    const before = await balance();
    const { id: entry, at, approval } = await done(adjust(250));
    expect([entry, at, await balance()]).toEqual([null, null, before]);
    expect(approval).toEqual({
      id: expect.any(Number),
      kind: 'earnings.adjust',
      status: 'waiting',
      permission: 'earnings.adjust',
      made_by_uid: root.user.uid,
      made_by: root.user.username,
      made_at: expect.any(String),
      subject: { uid: member, amount: 250, reason: 'a test' },
      effect: {
        summary: `Adjusts the balance of ${hands.name()}. Reason: a test`,
        amount: 250,
        currency_code: 'USD',
        members: 1,
        changes: [],
        people: [{ uid: member, username: hands.name(), amount: 250 }],
      },
      contributors: [],
      decided_by_uid: null,
      decided_by: null,
      decided_at: null,
      reason: null,
      lapses_at: expect.any(String),
      waits_for: [{ uid: other.user.uid, username: other.user.username }],
      can_approve: false,
      objection: 'maker',
    });
    const inGerman = await other.get(`/admin/api/approvals/${approval.id}/`, { headers: { 'accept-language': 'de' } });
    expect(inGerman.body.data.effect.summary).toBe(`Korrigiert das Guthaben von ${hands.name()}. Grund: a test`);
    const approved = await done(approve(approval.id));
    expect(approved).toMatchObject({ status: 'approved', decided_by_uid: other.user.uid, waits_for: [] });
    expect(await balance()).toBe(before + 250);
    const [written] = await app.database.query('SELECT by_uid::integer FROM earnings ORDER BY id DESC LIMIT 1');
    expect(written).toEqual({ by_uid: root.user.uid });
    expect(await audited(approval.id)).toEqual([
      { action: 'approval.request', by: root.user.uid },
      { action: 'approval.approve', by: other.user.uid },
    ]);
    expect(message(await approve(approval.id))).toEqual([409, `approval ${approval.id} is approved`]);
    expect(await balance()).toBe(before + 250);
  });

  it('is told beforehand of a run, a correction or a payout, which changes nothing', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST, { four_eyes: false });
    await withApprovals(app);
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    const asked = (client: TestClient, query = `kind=run.approve&id=${run}`): Promise<Answer> =>
      client.get(`${APPROVALS}forecast/?${query}`);
    const named = ({ user: { uid, username } }: TestClient): object => ({ uid, username });
    const waits = { status: 'waiting', objection: null, replaces: null, waits_for: [named(other)] };
    const now = { status: 'approved', objection: null, replaces: null, waits_for: [] };
    expect([await done(asked(root)), await done(asked(other))]).toEqual([waits, now]);
    expect(await app.database.query('SELECT FROM approvals')).toHaveLength(1);
    expect((await hands.read(run)).status).toBe('calculated');
    const auditor = await admin(root, ['auditor']);
    expect(await done(asked(auditor))).toEqual({ status: null, objection: 'no_right', replaces: null, waits_for: [] });
    const id = await waiting(hands.act(run, 'approve'));
    expect([await done(asked(root)), await done(asked(other))]).toEqual([
      { status: null, objection: 'maker', replaces: null, waits_for: [] },
      now,
    ]);
    await done(refuse(id, root));
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    expect(await done(asked(root))).toEqual({ status: 'alone', objection: null, replaces: null, waits_for: [] });
    const wrong = await asked(root, 'kind=reward.post&id=1');
    expect([wrong.status, wrong.body.errors.kind]).toEqual([
      400,
      [
        {
          message:
            'must be one of application.self_service, approval.settings, commission.settings, correction.approve, earnings.adjust, earnings.write-off, network.settings, payout.release, plan.publish, reward.reverse, run.approve, user.demote',
        },
      ],
    ]);
    expect(message(await asked(root, 'kind=payout.release&id=999999'))).toEqual([404, 'payout not found']);
    expect((await asked(root, 'kind=payout.release&id=one')).status).toBe(400);
    await done(hands.act(run, 'approve'));
    expect((await asked(root)).status).toBe(409);
  });

  it('is told beforehand of a plan, an amount or settings, also while another change of the same waits', async () => {
    const asked = async (query: string, client = root): Promise<Answer['body']> =>
      done(client.get(`${APPROVALS}forecast/?${query}`));
    const waits = ({ user: { uid, username } }: TestClient): object => ({
      status: 'waiting',
      objection: null,
      replaces: null,
      waits_for: [{ uid, username }],
    });
    const none = { status: null, objection: null, replaces: null, waits_for: [] };
    const { id: plan } = await done(root.post('/admin/api/plans/', UNILEVEL.plan));
    await app.database.query('UPDATE approval_settings SET adjustment_limit = 50');
    const adjusting = `kind=earnings.adjust&id=${member}`;
    expect(await asked(`kind=plan.publish&id=${plan}`)).toEqual(waits(other));
    expect(await asked(`${adjusting}&amount=-50.01`)).toEqual(waits(other));
    expect(await asked(`${adjusting}&amount=-50`)).toEqual(none);
    expect((await root.get(`${APPROVALS}forecast/?${adjusting}`)).body.errors.amount).toEqual([
      { message: 'is required' },
    ]);
    expect(message(await root.get(`${APPROVALS}forecast/?kind=earnings.write-off&id=${member}`))[0]).toBe(409);
    for (const [kind, no] of [
      ['run.approve', '1.5'],
      ['user.demote', 'ben'],
      ['earnings.adjust', '1e9&amount=5'],
    ])
      expect((await root.get(`${APPROVALS}forecast/?kind=${kind}&id=${no}`)).body.errors).toEqual({
        id: [{ message: 'must be a whole number' }],
      });
    for (const room of ['approval', 'commission', 'network'])
      expect(await asked(`kind=${room}.settings&id=1`)).toEqual(waits(other));
    const id = await waiting(root.patch(NETWORK, { holding_days: 9 }));
    expect(await asked('kind=network.settings&id=1')).toEqual({ ...waits(other), replaces: id });
    expect(message(await other.get(`${APPROVALS}forecast/?kind=network.settings&id=1`))).toEqual([
      409,
      `proposal ${id} for another change of the same subject is already waiting; have it decided first`,
    ]);
    expect(await app.database.query('SELECT FROM approvals')).toHaveLength(1);
  });

  it('is told beforehand of roles that are taken away, and of whom that concerns', async () => {
    const third = await app.make.superAdmin();
    const { uid } = third.user;
    const asked = async (more: string, client = root): Promise<Answer['body']> =>
      done(client.get(`${APPROVALS}forecast/?kind=user.demote&id=${more}`));
    const waits = {
      status: 'waiting',
      objection: null,
      replaces: null,
      waits_for: [expect.objectContaining({ uid: other.user.uid })],
    };
    const none = { status: null, objection: null, replaces: null, waits_for: [] };
    expect(await asked(`${uid}&roles=member,support`)).toEqual(waits);
    expect(await asked(`${uid}`)).toEqual(waits);
    expect(await asked(`${uid}&roles=support,super_admin`)).toEqual(none);
    expect(await asked(`${member}`)).toEqual(none);
    await waiting(root.patch(`/admin/api/users/${uid}/`, { status: 'inactive' }));
    expect(await asked(`${uid}`, other)).toEqual({
      status: 'approved',
      objection: null,
      replaces: null,
      waits_for: [],
    });
    expect(await asked(`${uid}`, third)).toEqual({
      status: null,
      objection: 'concerned',
      replaces: null,
      waits_for: [],
    });
    const another = await other.get(`${APPROVALS}forecast/?kind=user.demote&id=${uid}&roles=support`);
    expect(another.status).toBe(409);
    const wrong = await root.get(`${APPROVALS}forecast/?kind=user.demote&id=${uid}&roles=support,boss`);
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['roles']]);
    expect(message(await root.get(`${APPROVALS}forecast/?kind=user.demote&id=999999`))).toEqual([
      404,
      'user not found',
    ]);
  });

  it('is approved neither at its address nor by the same request without a fresh proof of who asks', async () => {
    const change = (client: TestClient): Promise<Answer> => client.patch(NETWORK, { holding_days: 21 });
    const id = await waiting(change(root));
    await age(app, other);
    expect(typeOf(await approve(id))).toBe('401 Reauthentication Required');
    expect(typeOf(await change(other))).toBe('401 Reauthentication Required');
    expect((await read(id)).status).toBe('waiting');
    await other.post(`${SESSION}confirm/`, { password: PASSWORD });
    expect((await done(change(other))).approval.status).toBe('approved');
  });

  it('is not approved by its maker, nor by who lacks the right', async () => {
    const id = await waiting(adjust(10));
    expect(message(await approve(id, root))).toEqual([
      403,
      'another person has to approve: you proposed this, or contributed to it',
    ]);
    const again = await app.make.superAdmin(root.user);
    expect((await approve(id, again)).status).toBe(403);
    const settings = await waiting(root.patch(NETWORK, { holding_days: 9 }));
    await app.database.query(`UPDATE users SET roles = '{finance}' WHERE uid = $1`, [other.user.uid]);
    expect((await approve(settings)).status).toBe(403);
    expect((await read(settings)).status).toBe('waiting');
  });

  it('can be refused with a reason, and taken back by its maker', async () => {
    const before = await balance();
    const [one, two] = [await waiting(adjust(10)), await waiting(adjust(10))];
    expect(await done(refuse(one))).toMatchObject({ status: 'refused', reason: 'no reason given' });
    expect(await done(refuse(two, root))).toMatchObject({ status: 'refused', decided_by_uid: root.user.uid });
    for (const id of [one, two]) expect((await approve(id)).status).toBe(409);
    expect(await balance()).toBe(before);
  });

  it('is listed, also what waits for the caller alone', async () => {
    const mine = await waiting(adjust(10));
    const theirs = await waiting(adjust(10, other));
    const list = async (query: string, client = root): Promise<number[]> => {
      const { results, count } = await done(client.get(`${APPROVALS}${query}`));
      expect(count).toBe(results.length);
      return (results as { id: number }[]).map(({ id }) => id);
    };
    expect(await list('')).toEqual([theirs, mine]);
    expect(await list('?for_me=true')).toEqual([theirs]);
    expect(await list('?for_me=true', other)).toEqual([mine]);
    expect(await list('?status=approved')).toEqual([]);
    expect(await list('?kind=run.approve')).toEqual([]);
    expect((await root.get(`${APPROVALS}999999/`)).status).toBe(404);
  });

  it('tells webhooks what waits and what happened to it', async () => {
    await app.database.query('DELETE FROM events');
    await approve(await waiting(adjust(1)));
    await refuse(await waiting(adjust(2)));
    const id = await waiting(adjust(3));
    await app.database.query('UPDATE approvals SET lapses_at = now() WHERE id = $1', [id]);
    await app.nest.get(Proposals, { strict: false }).lapseLate();
    const told = (await events()) as { type: string }[];
    expect(told.map(({ type }) => type.slice('approval.'.length))).toEqual([
      'requested',
      'approved',
      'requested',
      'refused',
      'requested',
      'lapsed',
    ]);
  });

  it('tells webhooks neither whom it is about nor what anybody wrote', async () => {
    await app.database.query('DELETE FROM events');
    const asking = root.post(EARNINGS, { uid: member, amount: 12, reason: 'secret settlement' });
    expect((await other.post(`${APPROVALS}${await waiting(asking)}/refuse/`, { reason: 'a secret, too' })).status).toBe(
      200,
    );
    const told = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE aggregate_type = 'approval'`,
    );
    expect(told).toHaveLength(2);
    for (const { data } of told)
      expect(Object.keys(data).sort()).toEqual(['decided_by_uid', 'id', 'kind', 'lapses_at', 'made_by_uid', 'status']);
  });

  it('lapses after its time, and when what it is about has changed', async () => {
    const late = await waiting(adjust(5));
    await app.database.query('UPDATE approvals SET lapses_at = now() WHERE id = $1', [late]);
    expect((await approve(late)).status).toBe(409);
    const refused = await waiting(adjust(5));
    await app.database.query('UPDATE approvals SET lapses_at = now() WHERE id = $1', [refused]);
    expect((await refuse(refused)).status).toBe(409);
    for (const id of [late, refused])
      expect(await read(id)).toMatchObject({ status: 'lapsed', reason: 'nobody decided in time' });
    const changed = await waiting(root.patch(NETWORK, { holding_days: 11 }));
    await app.database.query('UPDATE network_settings SET holding_days = 12');
    expect(message(await approve(changed))).toEqual([409, `approval ${changed} has lapsed: its subject has changed`]);
    expect(await read(changed)).toMatchObject({ status: 'lapsed', decided_by_uid: null });
    const gone = await waiting(root.post(`/admin/api/plans/${await hands.draft()}/publish/`, { from_period: LAST }));
    await app.database.query('DELETE FROM commission_plans');
    expect((await approve(gone)).status).toBe(409);
    expect(await read(gone)).toMatchObject({ status: 'lapsed' });
  });

  it('lapses when its maker was deactivated since, or may not do it any more', async () => {
    for (const change of [{ status: 'inactive' }, { roles: ['support'] }]) {
      const third = await app.make.superAdmin();
      await app.database.query(`UPDATE users SET roles = roles || '{support}' WHERE uid = $1`, [third.user.uid]);
      const before = await balance();
      const id = await waiting(adjust(90, third));
      await done(approve(await waiting(root.patch(`/admin/api/users/${third.user.uid}/`, change))));
      expect(message(await approve(id))).toEqual([
        409,
        `approval ${id} has lapsed: its maker is no longer allowed to do this`,
      ]);
      expect(await read(id)).toMatchObject({ status: 'lapsed', decided_by_uid: null });
      expect(await balance()).toBe(before);
    }
  });

  it('lapses so, too, when another person asks for the same', async () => {
    const third = await app.make.superAdmin();
    const id = await waiting(third.patch(NETWORK, { holding_days: 41 }));
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [third.user.uid]);
    expect((await other.patch(NETWORK, { holding_days: 41 })).status).toBe(409);
    expect((await read(id)).status).toBe('lapsed');
  });

  it('lapses under an Idempotency-Key too, and has the same answer again', async () => {
    const id = await waiting(root.patch(NETWORK, { holding_days: 11 }));
    await app.database.query('UPDATE network_settings SET holding_days = 13');
    const headers = { 'idempotency-key': `lapse-${id}` };
    const both = [
      await other.post(`${APPROVALS}${id}/approve/`, undefined, { headers }),
      await other.post(`${APPROVALS}${id}/approve/`, undefined, { headers }),
    ];
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
    expect(both[1]!.text).toBe(both[0]!.text);
    expect(await read(id)).toMatchObject({ status: 'lapsed' });
  });

  it('is done once, however many approve it at the same time', async () => {
    const third = await app.make.superAdmin();
    const before = await balance();
    const id = await waiting(adjust(70));
    const both = await Promise.all([approve(id), approve(id, third), refuse(id, third)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balance()).toBe((await read(id)).status === 'approved' ? before + 70 : before);
  });

  it('says that it is approved, and not that it has lapsed, to who comes second', async () => {
    const id = await waiting(root.post(`/admin/api/plans/${await hands.draft()}/publish/`, { from_period: LAST }));
    const four = await Promise.all(Array.from({ length: 4 }, () => approve(id)));
    const [first, ...others] = four.sort((one, two) => one.status - two.status);
    expect(first!.status).toBe(200);
    for (const one of others) expect(message(one)).toEqual([409, `approval ${id} is approved`]);
  });
});

describe('one subject', () => {
  it('has one proposal: the same request of another person approves it, another change is refused', async () => {
    const id = await waiting(root.patch(NETWORK, { holding_days: 21 }));
    expect(message(await other.patch(NETWORK, { holding_days: 22 }))).toEqual([
      409,
      `proposal ${id} for another change of the same subject is already waiting; have it decided first`,
    ]);
    expect((await root.patch(NETWORK, { holding_days: 21 })).status).toBe(403);
    const { holding_days, approval } = await done(other.patch(NETWORK, { holding_days: 21 }));
    expect([holding_days, approval.id, approval.status]).toEqual([21, id, 'approved']);
  });

  it('has the last proposal of its maker', async () => {
    const first = await waiting(root.patch(NETWORK, { holding_days: 31 }));
    const second = await waiting(root.patch(NETWORK, { holding_days: 32 }));
    expect(await read(first)).toMatchObject({ status: 'lapsed', reason: 'its maker has proposed something else' });
    await done(approve(second));
    expect((await done(root.get(NETWORK))).holding_days).toBe(32);
  });
});

describe('one maker', () => {
  it('has at most 1,000 proposals that wait, so that those of others are found among them', async () => {
    const id = await waiting(adjust(250));
    await app.database.query(
      `INSERT INTO approvals (kind, subject_key, subject, digest, effect, contributors, made_by_uid, lapses_at)
       SELECT kind, subject_key || i, subject, digest, effect, contributors, made_by_uid, lapses_at
         FROM approvals, generate_series(1, 999) i WHERE id = $1`,
      [id],
    );
    expect(message(await adjust(251))).toEqual([
      409,
      'you have 1000 waiting proposals already; withdraw some, or have some decided, first',
    ]);
    await waiting(adjust(251, other));
    await done(refuse(id, root));
    await waiting(adjust(251));
  });
});

describe('the modes of approvals', () => {
  it('are an action themselves', async () => {
    expect(await done(root.get(SETTINGS))).toMatchObject({
      mode: 'auto',
      adjustment_limit: 0,
      new_account_days: 7,
      lapse_days: 14,
    });
    const id = await waiting(root.patch(SETTINGS, { mode: 'off' }));
    expect((await done(root.get(SETTINGS))).mode).toBe('auto');
    expect((await read(id)).effect.changes).toEqual([{ name: 'mode', before: 'auto', after: 'off' }]);
    expect(await done(other.patch(SETTINGS, { mode: 'off' }))).toMatchObject({ mode: 'off', approval: { id } });
    expect((await root.patch(SETTINGS, {})).status).toBe(400);
    expect((await root.patch(SETTINGS, { lapse_days: 0 })).status).toBe(400);
  });

  it('auto: who is alone does it at once, and the audit log says so', async () => {
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    const before = await balance();
    const { id, approval } = await done(adjust(40));
    expect([typeof id, approval.status, approval.decided_by_uid]).toEqual(['number', 'alone', root.user.uid]);
    expect(await balance()).toBe(before + 40);
    expect(await audited(approval.id)).toEqual([{ action: 'approval.alone', by: root.user.uid }]);
    const [entry] = await app.database.query<{ after: { approval: object } }>(
      `SELECT after FROM audit_entries WHERE action = 'earnings.adjust' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry!.after.approval).toEqual({ id: approval.id, status: 'alone', made_by_uid: root.user.uid });
  });

  it('auto: who took the right from the only other one is not alone for some days', async () => {
    const finance = await admin(root, ['finance']);
    await app.database.query('TRUNCATE account_grants');
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    const { approval } = await done(root.patch(`/admin/api/users/${finance.user.uid}/`, { status: 'inactive' }));
    expect(approval.status).toBe('alone');
    const before = await balance();
    await waiting(adjust(40));
    expect(await balance()).toBe(before);
    await app.database.query(`UPDATE account_grants SET at = now() - interval '8 days'`);
    expect((await done(adjust(40))).approval.status).toBe('alone');
  });

  it('auto: the only super admin does not change these settings without who decides about money', async () => {
    const finance = await admin(root, ['finance']);
    await app.database.query('TRUNCATE account_grants');
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    const id = await waiting(root.patch(SETTINGS, { mode: 'off' }));
    expect((await finance.patch(SETTINGS, { mode: 'off' })).status).toBe(403);
    expect((await done(approve(id, finance))).status).toBe('approved');
  });

  it('on: it waits though nobody could approve it; off: it never waits', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'on'`);
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    const { approval } = await done(adjust(40));
    expect([approval.status, approval.waits_for]).toEqual(['waiting', []]);
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    expect((await done(adjust(40))).approval.status).toBe('alone');
  });

  it('let adjustments up to the limit be made by one', async () => {
    await app.database.query('UPDATE approval_settings SET adjustment_limit = 50');
    for (const amount of [50, -50]) expect((await done(adjust(amount))).approval).toBeNull();
    for (const amount of [50.01, -50.01]) await waiting(adjust(amount));
  });

  it('let nobody adjust their own balance alone, up to the limit either', async () => {
    await app.database.query('UPDATE approval_settings SET adjustment_limit = 50');
    const { user } = await app.make.member();
    await app.database.query(`UPDATE users SET roles = '{member,finance}' WHERE uid = $1`, [user.uid]);
    const finance = await app.make.admin(['member', 'finance'], user);
    const forecast = await done(finance.get(`${APPROVALS}forecast/?kind=earnings.adjust&id=${user.uid}&amount=5`));
    expect(forecast.status).toBe('waiting');
    const id = await waiting(finance.post('/admin/api/earnings/', { uid: user.uid, amount: 5, reason: 'my own' }));
    expect((await approve(id, finance)).status).toBe(403);
    await done(approve(id));
  });
});

describe('an account', () => {
  it('does not approve what its creator proposes, also through others', async () => {
    const made = await admin(root);
    const madeByThat = await admin(made);
    const id = await waiting(adjust(100_000));
    for (const client of [made, madeByThat]) {
      expect((await read(id, client)).objection).toBe('dependent');
      expect(message(await approve(id, client))).toEqual([
        403,
        'the user who proposed this created your account, reset it or gave it a role in the last 7 days, perhaps through others',
      ]);
    }
    await app.database.query(`UPDATE account_grants SET at = now() - interval '8 days'`);
    expect((await approve(id, madeByThat)).status).toBe(200);
  });

  it('that came with an application approves nothing, and with a role later nothing of who made it', async () => {
    const username = `api-${Math.random().toString(36).slice(2)}`;
    const { api_admin: made } = await done(
      root.post('/admin/api/applications/', {
        name: username,
        api_version: 'v1',
        client_type: 'server',
        api_admin: { username, email: `${username}@example.com`, password: 'a long enough password' },
      }),
    );
    const id = await waiting(adjust(100_000));
    expect((await read(id)).waits_for).toEqual([{ uid: other.user.uid, username: other.user.username }]);
    const user = { ...root.user, uid: made.uid, username };
    expect((await approve(id, await app.make.admin(['api_admin'], user))).status).toBe(403);
    await done(other.patch(`/admin/api/users/${made.uid}/`, { roles: ['api_admin', 'finance'] }));
    const promoted = await app.make.admin(['api_admin', 'finance'], user);
    expect((await read(id, promoted)).objection).toBe('dependent');
    expect((await approve(id, promoted)).status).toBe(403);
  });

  it('that may approve already depends on nobody who makes it the API admin of an application', async () => {
    const [developer, finance] = [await app.make.admin(['developer']), await app.make.admin(['finance'])];
    for (const { user } of [finance, other]) {
      const api_admin = { username: user.username, email: user.email };
      const application = { name: 'Two at once', api_version: 'v1', client_type: 'server', api_admin };
      await done(developer.post('/admin/api/applications/', application));
    }
    expect((await approve(await waiting(adjust(100_000, finance)), other)).status).toBe(200);
    expect(await app.database.query('SELECT FROM account_grants')).toEqual([]);
  });

  it('whose creator could be behind it proposes nothing that the creator approves while somebody else could', async () => {
    const [made, sibling] = [await admin(root), await admin(root)];
    const id = await waiting(adjust(100_000, made));
    expect((await approve(id, root)).status).toBe(403);
    expect((await approve(id, sibling)).status).toBe(403);
    expect((await read(id)).waits_for).toEqual([{ uid: other.user.uid, username: other.user.username }]);
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    expect((await approve(id, root)).status).toBe(200);
  });

  it('that signed up by itself neither approves nor proposes anything at first while two others could', async () => {
    const [uid] = (await hands.chain(1)) as [number];
    await done(other.patch(`/admin/api/users/${uid}/`, { roles: ['member', 'finance'] }));
    const puppet = await app.make.admin(['member', 'finance'], { ...root.user, uid });
    const id = await waiting(adjust(100_000));
    expect((await read(id)).waits_for).toEqual([{ uid: other.user.uid, username: other.user.username }]);
    expect((await read(id, puppet)).objection).toBe('related');
    expect((await approve(id, puppet)).status).toBe(403);
    const proposed = await waiting(adjust(200_000, puppet));
    for (const client of [root, other]) expect((await approve(proposed, client)).status).toBe(403);
    await app.database.query(`UPDATE account_grants SET at = now() - interval '8 days'`);
    expect((await approve(id, puppet)).status).toBe(200);
    expect((await approve(proposed, root)).status).toBe(200);
  });

  it('that signed up by itself is no less new by a password that it got while it was inactive', async () => {
    const [uid] = (await hands.chain(1)) as [number];
    const path = `/admin/api/users/${uid}/`;
    for (const change of [{ status: 'inactive' }, { password: 'a long enough password' }, { status: 'active' }])
      await done(root.patch(path, change));
    await app.database.query(`UPDATE account_grants SET at = now() - interval '8 days'`);
    await done(other.patch(path, { roles: ['member', 'finance'] }));
    const puppet = await app.make.admin(['member', 'finance'], { ...root.user, uid });
    expect((await approve(await waiting(adjust(100_000)), puppet)).status).toBe(403);
  });

  it('depends on who made it from when it may approve, however long ago it was made', async () => {
    const made = await admin(root, ['member']);
    await app.database.query(`UPDATE account_grants SET at = now() - interval '8 days'`);
    await app.database.query(`UPDATE audit_entries SET at = now() - interval '8 days' WHERE action = 'user.create'`);
    await done(other.patch(`/admin/api/users/${made.user.uid}/`, { roles: ['member', 'finance'] }));
    const promoted = await app.make.admin(['member', 'finance'], made.user);
    const id = await waiting(adjust(100_000));
    expect((await read(id, promoted)).objection).toBe('dependent');
    expect((await approve(id, promoted)).status).toBe(403);
    await app.database.query(`UPDATE account_grants SET at = at - interval '8 days'`);
    expect((await approve(id, promoted)).status).toBe(200);
  });

  it('that the maker has reset or given a role is no second person, and yet nobody is alone by that', async () => {
    const session = `/admin/api/users/${other.user.uid}/`;
    await done(root.post(`${session}password-reset/`));
    const id = await waiting(adjust(100_000));
    const back = await app.make.superAdmin(other.user);
    expect((await approve(id, back)).status).toBe(403);
    await app.database.query('TRUNCATE account_grants');
    await done(root.patch(session, { roles: ['super_admin', 'finance'] }));
    const again = await waiting(adjust(100_000));
    expect((await approve(again, back)).status).toBe(403);
  });

  it('is not taken from a colleague without them', async () => {
    const colleague = `/admin/api/users/${other.user.uid}/`;
    for (const change of [{ status: 'inactive' }, { roles: ['member'] }, { roles: ['auditor'] }]) {
      const { status, roles, approval } = await done(root.patch(colleague, change));
      expect([status, roles, approval.status]).toEqual(['active', ['super_admin'], 'waiting']);
    }
    expect((await done(other.get(`${APPROVALS}?for_me=true`))).results).toEqual([]);
    const third = await app.make.superAdmin();
    const [only] = (await done(third.get(`${APPROVALS}?for_me=true`))).results;
    expect(only.effect).toMatchObject({ members: 1, people: [{ uid: other.user.uid }] });
    await done(approve(only.id, third));
    expect((await done(root.get(colleague))).roles).toEqual(['auditor']);
  });

  it('has no say in what is proposed about it: neither in losing a role nor in its balance', async () => {
    const [uid] = (await hands.chain(1)) as [number];
    await app.database.query(`UPDATE users SET roles = '{member,super_admin}' WHERE uid = $1`, [uid]);
    const own = await app.make.superAdmin({ ...other.user, uid, username: hands.name() });
    const balanceOf = { uid, amount: 500, reason: 'a test' };
    const demotion = await waiting(root.patch(`/admin/api/users/${uid}/`, { roles: ['member'] }));
    const adjustment = await waiting(root.post(EARNINGS, balanceOf));
    for (const id of [demotion, adjustment]) {
      expect((await read(id, own)).objection).toBe('concerned');
      for (const decided of [approve(id, own), refuse(id, own)])
        expect(message(await decided)).toEqual([403, 'this is about you: somebody else has to decide']);
      expect((await read(id)).waits_for).toEqual([{ uid: other.user.uid, username: other.user.username }]);
    }
    expect((await done(refuse(demotion, root))).status).toBe('refused');
    const proposed = await waiting(own.post(EARNINGS, balanceOf));
    expect((await done(refuse(proposed, own))).status).toBe('refused');
  });

  it('whom it is about is there, so that nobody is alone by that', async () => {
    const { approval } = await done(root.patch(`/admin/api/users/${other.user.uid}/`, { status: 'inactive' }));
    expect([approval.status, approval.waits_for]).toEqual(['waiting', []]);
  });

  it('that was deactivated does nothing any more', async () => {
    const third = await app.make.superAdmin();
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [third.user.uid]);
    expect((await adjust(1, third)).status).toBeGreaterThanOrEqual(400);
  });

  it('that is deactivated while it asks has asked for nothing', async () => {
    const third = await app.make.superAdmin();
    const { asked } = await app.db.transaction(async (tx) => {
      await tx.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [third.user.uid]);
      const asking = adjust(250, third);
      await until(async () => (await app.database.query<unknown[]>(WAITING)).length > 0);
      return { asked: asking };
    });
    expect(message(await asked)).toEqual([403, 'this needs the permission earnings.adjust']);
    expect(await app.database.query('SELECT FROM approvals')).toEqual([]);
  });
});

describe('one person beside a colleague', () => {
  it('moves no money through a copy of the plan, a run, an adjustment and a payout', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    // There is something that could be paid out.
    await done(adjust(500));
    await withApprovals(app);
    const copy = await hands.draft({ name: 'Copy', four_eyes: false });
    const publish = root.post(`/admin/api/plans/${copy}/publish/`, { from_period: LAST });
    const asked = [await waiting(publish)];
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    const { status, approval } = await done(hands.act(run, 'approve'));
    expect([status, approval.status, approval.contributors]).toEqual(['calculated', 'waiting', [root.user.uid]]);
    asked.push(approval.id, await waiting(adjust(123_456)));
    expect((await hands.act(run, 'post')).status).toBe(409);
    const batch = (await done(root.post('/admin/api/payouts/', {}))).id;
    asked.push(await waiting(root.post(`/admin/api/payouts/${batch}/release/`)));
    for (const id of asked) expect((await approve(id, root)).status).toBe(403);
    const accomplice = await admin(root);
    for (const id of asked) expect((await approve(id, accomplice)).status).toBe(403);
    expect((await hands.act(run, 'approve', accomplice)).status).toBe(403);
    await done(root.post(`/admin/api/users/${other.user.uid}/password-reset/`));
    const back = await app.make.superAdmin(other.user);
    for (const id of asked) expect((await approve(id, back)).status).toBe(403);
    expect(await app.database.query('SELECT FROM earnings WHERE amount = 123456')).toEqual([]);
    expect(await app.database.query(`SELECT FROM payouts WHERE status = 'released'`)).toEqual([]);
    const [published] = await app.database.query(
      `SELECT document->>'four_eyes' AS four FROM commission_plans WHERE from_day IS NOT NULL`,
    );
    expect([published, (await hands.read(run)).status]).toEqual([{ four: 'true' }, 'calculated']);
  });

  it('hides no other terms behind many small changes of a plan', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    await withApprovals(app);
    const ranks = Array.from({ length: 60 }, (_, i) => ({ name: `r${i}`, requires: { personal_volume: i } }));
    const copy = await hands.draft({ ranks: [{ name: 'member' }, ...ranks], four_eyes: false });
    const body = { from_period: LAST, ranks: { silver: 'r1' } };
    const { approval } = await done(root.post(`/admin/api/plans/${copy}/publish/`, body));
    expect(approval.effect.changes).toHaveLength(50);
    expect(approval.effect.changes[0]).toEqual({
      name: 'title_ranks',
      before: { silver: 'silver' },
      after: { silver: 'r1' },
    });
    expect(approval.effect.changes).toContainEqual({ name: 'four eyes', before: true, after: false });
  });

  it('is not approved by who wrote the plan, or a part of it; without a third person, it waits', async () => {
    const [third, fourth] = [await app.make.superAdmin(), await app.make.superAdmin()];
    const publish = (id: number, client: TestClient): Promise<Answer> =>
      client.post(`/admin/api/plans/${id}/publish/`, { from_period: LAST });
    const draft = await hands.draft();
    await done(other.put(`/admin/api/plans/${draft}/`, hands.plan({ name: 'Changed' })));
    const id = await waiting(publish(draft, third));
    for (const author of [root, other]) {
      expect(message(await approve(id, author))[0]).toBe(403);
      expect((await publish(draft, author)).status).toBe(403);
    }
    expect(await read(id, fourth)).toMatchObject({
      contributors: [root.user.uid, other.user.uid],
      waits_for: [{ uid: fourth.user.uid }],
    });
    await done(approve(id, fourth));
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = ANY ($1)`, [
      [third.user.uid, fourth.user.uid],
    ]);
    const written = await hands.draft();
    const { approval } = await done(publish(written, other));
    expect(approval).toMatchObject({ status: 'waiting', made_by_uid: other.user.uid, waits_for: [] });
    expect((await approve(approval.id, root)).status).toBe(403);
    // Its author proposes it instead.
    await done(refuse(approval.id, root));
    await done(approve(await waiting(publish(written, root)), other));
  });

  it('is bound by the plan with which the run was started and the batch was made, in every mode', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    await done(adjust(60));
    const batch = (await done(root.post('/admin/api/payouts/', {}))).id;
    await hands.published(LAST, { name: 'Copy', four_eyes: false });
    expect((await done(hands.act(run, 'approve'))).approval.status).toBe('waiting');
    const released = await done(root.post(`/admin/api/payouts/${batch}/release/`));
    expect([released.status, released.approval.status]).toEqual(['created', 'waiting']);
    expect((await done(other.post(`/admin/api/payouts/${batch}/release/`))).status).toBe('released');
    expect(await read(released.approval.id)).toMatchObject({ status: 'approved', decided_by_uid: other.user.uid });
  });

  it('does not approve a run of which they adjusted volumes, placed orders or moved members, where another started it', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    const [above, below] = (await hands.chain(2)) as [number, number];
    const { id: product_id } = await app.make.catalogue.product();
    const makers: ((by: TestClient) => Promise<Answer>)[] = [
      (by) => hands.volume(below, LAST, 50, by),
      async (by) => {
        const placed = await by.post('/admin/api/orders/', { uid: below, product_id });
        const { id } = await done(by.patch(`/admin/api/orders/${placed.body.data.id}/`, { status: 'paid' }));
        await app.database.query('UPDATE orders SET placed_at = $2, paid_at = $2 WHERE id = $1', [id, `${LAST}-09`]);
        return placed;
      },
      (by) =>
        by.post(`/admin/api/network/${below}/move/`, {
          tree: 'sponsor',
          parent_uid: member,
          reason: 'a test',
          from: `${LAST}-09T00:00:00Z`,
        }),
      (by) => by.post(`/admin/api/network/${above}/move/`, { tree: 'sponsor', parent_uid: member, reason: 'a test' }),
    ];
    const parts: boolean[] = [];
    for (const make of makers) {
      const helper = await app.make.superAdmin();
      await done(make(helper));
      const run = await hands.calculated({ period: LAST, kind: 'final' });
      const { status, approval } = await done(hands.act(run, 'approve', helper));
      parts.push(approval.contributors.includes(helper.user.uid));
      expect([status, approval.status]).toEqual(parts.at(-1)! ? ['calculated', 'waiting'] : ['approved', 'approved']);
      if (parts.at(-1)!) expect(message(await approve(approval.id, root)).at(0)).toBe(403);
      if (parts.at(-1)!) expect((await done(approve(approval.id))).status).toBe('approved');
      await done(hands.act(run, 'discard'));
    }
    // A move of today is none of last month's.
    expect(parts).toEqual([true, true, true, false]);
  });

  it('does not approve a run before which they dated a move in its period, or which volumes, prices or an API admin of theirs made larger', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    const [below] = (await hands.chain(1)) as [number];
    const day = `${LAST}-09T00:00:00Z`;
    const raised = async (by: TestClient, isSold: boolean): Promise<void> => {
      const { id: product_id, bundleId } = await app.make.catalogue.product();
      if (isSold) await done(root.post('/admin/api/orders/', { uid: below, product_id }));
      const attributes = { 'business-volume': 500, points: 500, 'cumulative-volume': 500 };
      await done(by.patch(`/admin/api/bundles/${bundleId}/`, { attributes }));
    };
    /** Sold at other prices, which are then set back. */
    const priced = async (by: TestClient, prices: object): Promise<void> => {
      const {
        id: product_id,
        sku,
        bundleId,
      } = await app.make.catalogue.product({ price: '64', wholesalePrice: '60', businessVolume: '45' });
      const put = (one: object) =>
        done(
          by.patch(`/admin/api/bundles/${bundleId}/`, {
            varients: [{ 'product-sku': sku, 'product-name': sku, ...one }],
          }),
        );
      await put({ price: 64, 'whole-sale-price': 60, ...prices });
      await done(root.post('/admin/api/orders/', { uid: below, product_id }));
      await put({ price: 64, 'whole-sale-price': 60 });
    };
    const ordered = async (by: TestClient, since: string): Promise<number> => {
      const username = `shop-of-${by.user.uid}`;
      const api_admin = { username, email: `${username}@example.com` };
      const { uid } = (
        await done(
          by.post('/admin/api/applications/', { name: username, api_version: 'v1', client_type: 'server', api_admin }),
        )
      ).api_admin;
      await app.database.query('UPDATE account_grants SET at = $2 WHERE uid = $1', [uid, since]);
      const application = await app.make.application({ apiAdminUid: uid });
      const shop = await app.make.client(['api_admin'], application, { uid, ...api_admin });
      const { id: product_id } = await app.make.catalogue.product();
      await done(shop.post(`commerce/add-cart-item/?uid=${below}`, { product_id, quantity: 1 }));
      const { order_id } = await done(shop.post(`commerce/create-order/?uid=${below}`, {}));
      await done(root.patch(`/admin/api/orders/${order_id}/`, { status: 'paid' }));
      await app.database.query('UPDATE orders SET placed_at = $2, paid_at = $2 WHERE id = $1', [order_id, day]);
      return uid as number;
    };
    const from = `${monthBefore(2)}-20T00:00:00Z`;
    const move = { tree: 'sponsor', parent_uid: member, reason: 'a test', from };
    const shortlyBefore = `${monthBefore(2)}-27T00:00:00Z`;
    const makers: [boolean, (by: TestClient) => Promise<unknown>, at?: string][] = [
      [true, (by) => done(by.post(`/admin/api/network/${below}/move/`, move))],
      [true, (by) => raised(by, true)],
      [true, (by) => raised(by, true), shortlyBefore],
      [false, (by) => raised(by, true), `${monthBefore(2)}-20T00:00:00Z`],
      [false, (by) => raised(by, false)],
      [true, (by) => priced(by, { price: 0.01 })],
      [false, (by) => priced(by, { price: 60 })],
      [true, (by) => priced(by, { 'whole-sale-price': 0.01 })],
      [true, (by) => ordered(by, `${LAST}-08T00:00:00Z`)],
      // An account that has been the shop's for longer is not its maker any more.
      [false, (by) => ordered(by, `${LAST}-01T00:00:00Z`)],
    ];
    for (const [isPart, make, at = day] of makers) {
      const helper = await app.make.superAdmin();
      const made = await make(helper);
      const doers = [helper.user.uid, typeof made === 'number' ? made : 0];
      await app.database.query('UPDATE audit_entries SET at = $2 WHERE actor_uid = ANY ($1)', [doers, at]);
      const run = await hands.calculated({ period: LAST, kind: 'final' });
      const { approval } = await done(hands.act(run, 'approve', helper));
      expect([approval.contributors.includes(helper.user.uid), approval.status]).toEqual([
        isPart,
        isPart ? 'waiting' : 'approved',
      ]);
      await done(hands.act(run, 'discard'));
    }
  });

  it('does not approve the run after a posted period into which they dated a move back', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    const posted = monthBefore(2);
    await hands.published(posted);
    const [, below] = (await hands.chain(2)) as [number, number];
    const before = await hands.calculated({ period: posted, kind: 'final' });
    await done(hands.act(before, 'approve', other));
    await done(hands.act(before, 'post'));
    const move = { tree: 'sponsor', parent_uid: member, reason: 'a test', from: `${posted}-09T00:00:00Z` };
    await done(other.post(`/admin/api/network/${below}/move/`, move));
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    const { approval } = await done(hands.act(run, 'approve', other));
    expect(approval.status).toBe('waiting');
    expect(approval.contributors).toContain(other.user.uid);
  });

  it('waits for a third person with a run of which both made a part', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST, { four_eyes: false });
    await withApprovals(app);
    await done(hands.volume(member, LAST, 50, other));
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    const { approval } = await done(hands.act(run, 'approve', root));
    expect([approval.status, approval.waits_for]).toEqual(['waiting', []]);
    expect((await done(hands.act(run, 'approve', await app.make.admin(['finance'])))).status).toBe('approved');
  });

  it('approves a run in whose period they imported members, and not once they moved one, whatever the date', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    const helper = await app.make.superAdmin();
    const enrolled_at = `${LAST}-05T00:00:00Z`;
    const rows = ['above', 'below'].map((name) => ({
      username: `${name}-${hands.name()}`,
      kind: 'distributor',
      enrolled_at,
    }));
    expect((await new MemberImports(app, helper).import(rows)).status).toBe('done');
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    expect((await done(hands.act(run, 'approve', helper))).approval.status).toBe('approved');
    await done(hands.act(run, 'discard'));
    const [above, below] = (await app.database.query<{ uid: number }>(
      'SELECT uid FROM users WHERE username = ANY ($1) ORDER BY username',
      [rows.map(({ username }) => username)],
    )) as [{ uid: number }, { uid: number }];
    const move = { tree: 'sponsor', parent_uid: above.uid, reason: 'a test', from: enrolled_at };
    await done(helper.post(`/admin/api/network/${below.uid}/move/`, move));
    const again = await hands.calculated({ period: LAST, kind: 'final' });
    expect((await done(hands.act(again, 'approve', helper))).approval.status).toBe('waiting');
  });

  it('imports no volumes into a run that they approve', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST);
    const volumes = { business_volume: 10, points: 10, cumulative_volume: 10 };
    const row = { external_id: 'sale-1', username: hands.name(), at: `${LAST}-15T12:00:00Z`, ...volumes };
    const headers = { 'content-type': 'application/x-ndjson' };
    // Whoever has done nothing else in the period.
    const helper = await app.make.superAdmin();
    const { id } = await done(helper.post('/admin/api/volumes/import/', ndjson([row]), { headers }));
    expect((await new MemberImports(app, helper).work(id)).status).toBe('done');
    const run = await hands.calculated({ period: LAST, kind: 'final' });
    const { approval } = await done(hands.act(run, 'approve', helper));
    expect(approval.status).toBe('waiting');
    expect(approval.contributors).toContain(helper.user.uid);
  });

  it('waits with a payout for somebody who did not make it', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST, { four_eyes: false });
    await done(adjust(60));
    await withApprovals(app);
    const batch = (await done(root.post('/admin/api/payouts/', {}))).id;
    const { approval } = await done(root.post(`/admin/api/payouts/${batch}/release/`));
    expect(approval).toMatchObject({
      kind: 'payout.release',
      status: 'waiting',
      contributors: [root.user.uid],
      effect: { amount: expect.any(Number), people: [{ uid: member }] },
    });
    await done(root.post(`/admin/api/payouts/${batch}/cancel/`));
    expect(await read(approval.id)).toMatchObject({ status: 'lapsed' });
  });

  it('does not release a payout of what they marked as failed, let be paid again or adjusted by themselves since the last one', async () => {
    const helper = await app.make.superAdmin();
    const PAYOUTS = '/admin/api/payouts/';
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST, { four_eyes: false });
    const batch = async (): Promise<number> => (await done(root.post(PAYOUTS, {}))).id as number;
    const release = (id: number, by = helper): Promise<Answer['body']> => done(by.post(`${PAYOUTS}${id}/release/`));
    await done(adjust(60));
    await withApprovals(app);
    await app.database.query('UPDATE approval_settings SET adjustment_limit = 100');
    const first = await batch();
    await release(first, other);
    const makers: (() => Promise<unknown>)[] = [
      async () => {
        const { results } = await done(root.get(`${PAYOUTS}${first}/items/`));
        const items = results.map(({ id }: { id: number }) => ({ id, status: 'failed', reason: 'closed' }));
        await done(helper.post(`${PAYOUTS}${first}/mark/`, { items }));
      },
      async () => {
        const hold = await done(other.post('/admin/api/payout-holds/', { uid: member, reason: 'tax', note: 'a test' }));
        await done(other.post(EARNINGS, { uid: member, amount: 50, reason: 'a test' }));
        await done(helper.post(`/admin/api/payout-holds/${hold.id}/release/`));
      },
      async () => {
        const standing = `/admin/api/network/${member}/status/`;
        await done(other.post(EARNINGS, { uid: member, amount: 50, reason: 'a test' }));
        await done(other.post(standing, { status: 'suspended', reason: 'a test' }));
        await done(helper.post(standing, { status: 'active', reason: 'a test' }));
      },
      async () => {
        await done(other.post(EARNINGS, { uid: member, amount: 50, reason: 'a test' }));
        await app.database.query(
          `UPDATE users SET status = 'inactive', created_at = created_at - interval '1 hour' WHERE uid = $1`,
          [member],
        );
        await done(helper.patch(`/admin/api/users/${member}/`, { status: 'active' }));
      },
      async () => {
        const standing = `/admin/api/network/${member}/status/`;
        await done(other.post(EARNINGS, { uid: member, amount: -30, reason: 'a test' }));
        await done(other.post(standing, { status: 'terminated', reason: 'a test' }));
        await done(helper.post(`${EARNINGS}write-off/`, { uid: member, reason: 'a test' }));
        await done(other.post(standing, { status: 'active', reason: 'a test' }));
        await done(other.post(EARNINGS, { uid: member, amount: 50, reason: 'a test' }));
      },
      async () => done(adjust(40, helper)),
      // What they did was paid by then.
      async () => done(adjust(40, other)),
      // Another person has approved it.
      async () => done(approve(await waiting(adjust(400, helper)))),
    ];
    const parts: boolean[] = [];
    for (const make of makers) {
      await make();
      const id = await batch();
      const { approval } = await release(id);
      parts.push(approval.contributors.includes(helper.user.uid));
      expect(approval.status).toBe(parts.at(-1)! ? 'waiting' : 'approved');
      if (parts.at(-1)!) expect(message(await approve(approval.id, root)).at(0)).toBe(403);
      if (parts.at(-1)!) await done(approve(approval.id, await app.make.superAdmin()));
    }
    expect(parts).toEqual([true, true, true, true, true, true, false, false]);
  });

  it('does nothing as a colleague whose password they have reset, neither as maker nor as approver', async () => {
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    await hands.published(LAST, { four_eyes: false });
    await done(adjust(60));
    await withApprovals(app);
    const batch = (await done(root.post('/admin/api/payouts/', {}))).id;
    const { link } = await done(root.post(`/admin/api/users/${other.user.uid}/password-reset/`));
    const payload = { token: new URL(link).hash.slice(1), password: PASSWORD };
    expect((await app.send('POST', '/admin/api/set-password/', { payload })).status).toBe(200);
    const taken = await app.make.superAdmin(other.user);
    expect((await taken.post(`/admin/api/payouts/${batch}/release/`)).status).toBe(403);
    const run = await hands.done(hands.start({ period: LAST, kind: 'final' }, taken));
    await hands.calculate(run.id);
    expect((await hands.act(run.id, 'approve')).status).toBe(403);
    const id = await waiting(adjust(100_000, taken));
    expect((await read(id)).objection).toBe('related');
    expect((await approve(id, root)).status).toBe(403);
    await app.database.query(`UPDATE account_grants SET at = now() - interval '8 days'`);
    expect((await approve(id, root)).status).toBe(200);
    expect((await done(hands.act(run.id, 'approve'))).status).toBe('approved');
  });

  it('does not approve what their second account proposes, whatever they did to the colleague before', async () => {
    const colleague = `/admin/api/users/${other.user.uid}/`;
    const second = await admin(root);
    const before = await waiting(adjust(10, second));
    expect((await approve(before, root)).status).toBe(403);
    const tricks = [
      () => second.post(`${colleague}password-reset/`),
      () => second.patch(colleague, { roles: ['super_admin', 'finance'] }),
      () => root.patch(colleague, { roles: ['super_admin', 'finance', 'support'] }),
    ];
    for (const trick of tricks) {
      await done(trick());
      const id = await waiting(adjust(10, second));
      expect([(await read(id, root)).objection, (await approve(id, root)).status]).toEqual(['related', 403]);
    }
    const demotion = await waiting(second.patch(colleague, { status: 'inactive' }));
    expect((await approve(demotion, root)).status).toBe(403);
    expect((await done(root.get(colleague))).status).toBe('active');
  });

  it('is not alone after deactivating the colleague, nor after activating them again', async () => {
    const colleague = await admin(root, ['finance']);
    await app.database.query('TRUNCATE account_grants');
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    const change = (what: object): Promise<Answer['body']> =>
      done(root.patch(`/admin/api/users/${colleague.user.uid}/`, what));
    expect((await change({ status: 'inactive' })).approval.status).toBe('alone');
    const second = await admin(root, ['finance']);
    const id = await waiting(adjust(10, second));
    expect((await approve(id, root)).status).toBe(403);
    await change({ status: 'active' });
    await waiting(adjust(10));
    // Whoever is no admin for a moment may be given a password.
    for (const what of [{ roles: ['member'] }, { password: PASSWORD }, { roles: ['finance'] }]) await change(what);
    const taken = await waiting(adjust(20, await app.make.admin(['finance'], colleague.user)));
    expect((await approve(taken, root)).status).toBe(403);
  });

  it('is remembered to have deactivated the only developer, who may approve self-service', async () => {
    const developer = await admin(other, ['developer']);
    await app.database.query('TRUNCATE account_grants');
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    const { approval } = await done(root.patch(`/admin/api/users/${developer.user.uid}/`, { status: 'inactive' }));
    expect(approval.status).toBe('alone');
    const [lost] = await app.database.query<{ takes_away: boolean }>('SELECT takes_away FROM account_grants');
    expect(lost).toEqual({ takes_away: true });
  });

  it('approves what a colleague proposes to whom they have given a role, where nobody else could', async () => {
    await done(root.patch(`/admin/api/users/${other.user.uid}/`, { roles: ['super_admin', 'finance'] }));
    const id = await waiting(adjust(10, other));
    expect((await approve(id, root)).status).toBe(200);
  });
});

describe('self-service of an application, whose webhook gets the tokens that set passwords', () => {
  const WEBHOOK = { url: 'https://93.184.216.34/hooks', events: ['account.password_reset_requested'] };
  const setUp = async (): Promise<string> => {
    const { id } = await app.make.application({ webhookUrl: WEBHOOK.url, webhookEvents: [] });
    return `/admin/api/applications/${id}/`;
  };

  it('is turned on by two, while all else of the change is done at once', async () => {
    const at = await setUp();
    const { name, self_service, approval } = await done(root.patch(at, { name: 'Renamed', self_service: true }));
    expect([name, self_service, approval.kind, approval.status]).toEqual([
      'Renamed',
      false,
      'application.self_service',
      'waiting',
    ]);
    expect(approval.effect.summary).toContain(WEBHOOK.url);
    expect((await approve(approval.id, root)).status).toBe(403);
    await done(approve(approval.id));
    expect(await done(root.get(at))).toMatchObject({ self_service: true });
  });

  it('is told beforehand that it waits', async () => {
    const at = await setUp();
    const [id] = at.split('/').slice(-2) as [string];
    const asked = (of = id): Promise<Answer> =>
      root.get(`${APPROVALS}forecast/?kind=application.self_service&id=${of}`);
    const { uid, username } = other.user;
    expect(await done(asked())).toMatchObject({
      status: 'waiting',
      waits_for: expect.arrayContaining([{ uid, username }]),
    });
    await done(approve(await waiting(root.patch(at, { self_service: true }))));
    expect(await done(asked())).toEqual({ status: null, objection: null, replaces: null, waits_for: [] });
    expect(message(await asked('1'))).toEqual([404, 'application not found']);
  });

  it('is not for another receiver than the one that was approved', async () => {
    const at = await setUp();
    const id = await waiting(root.patch(at, { self_service: true }));
    await done(root.patch(at, { webhook: { ...WEBHOOK, url: 'https://93.184.216.35/hooks' } }));
    expect((await approve(id)).status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'lapsed' });
  });

  it('is turned off before its webhook goes elsewhere', async () => {
    const at = await setUp();
    await done(approve(await waiting(root.patch(at, { self_service: true }))));
    const elsewhere = { ...WEBHOOK, url: 'https://93.184.216.35/hooks' };
    for (const change of [{ webhook: elsewhere }, { webhook: elsewhere, self_service: true }]) {
      const { status, body } = await root.patch(at, change);
      expect([status, body.code]).toEqual([409, 'self_service_elsewhere']);
    }
    expect(await done(root.patch(at, { webhook: elsewhere, self_service: false }))).toMatchObject({
      webhook: { url: elsewhere.url },
      self_service: false,
      approval: null,
    });
  });
});
