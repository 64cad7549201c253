import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Proposals } from '#people/approvals/index.js';
import { withApprovals } from './support/approvals.js';
import { MemberImports, ndjson } from './support/imports.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { monthBefore, RunHands } from './support/runs.js';
import { age, SESSION, typeOf } from './support/second-factor.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const APPROVALS = '/admin/api/approvals/';
const SETTINGS = `${APPROVALS}settings/`;
const NETWORK = '/admin/api/network/settings/';
const EARNINGS = '/admin/api/earnings/';
const LAST = monthBefore(1);

/** Statements that wait for another transaction. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

let app: TestApp;
let hands: RunHands;
let root: TestClient;
let other: TestClient;
let member: number;

beforeAll(async () => {
  app = await startTestApp();
  hands = await RunHands.of(app);
  ({ root, other } = hands);
  [member] = (await hands.chain(1)) as [number];
});
afterAll(() => app.stop());
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
    const waits = { status: 'waiting', objection: null, waits_for: [named(other)] };
    const now = { status: 'approved', objection: null, waits_for: [] };
    expect([await done(asked(root)), await done(asked(other))]).toEqual([waits, now]);
    expect(await app.database.query('SELECT FROM approvals')).toHaveLength(1);
    expect((await hands.read(run)).status).toBe('calculated');
    const auditor = await admin(root, ['auditor']);
    expect(await done(asked(auditor))).toEqual({ status: null, objection: 'no_right', waits_for: [] });
    const id = await waiting(hands.act(run, 'approve'));
    expect([await done(asked(root)), await done(asked(other))]).toEqual([
      { status: null, objection: 'maker', waits_for: [] },
      now,
    ]);
    await done(refuse(id, root));
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.user.uid]);
    await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
    expect(await done(asked(root))).toEqual({ status: 'alone', objection: null, waits_for: [] });
    const wrong = await asked(root, 'kind=earnings.adjust&id=1');
    expect([wrong.status, wrong.body.errors.kind]).toEqual([
      400,
      [{ message: 'must be one of correction.approve, payout.release, run.approve' }],
    ]);
    expect(message(await asked(root, 'kind=payout.release&id=999999'))).toEqual([404, 'payout not found']);
    await done(hands.act(run, 'approve'));
    expect((await asked(root)).status).toBe(409);
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

  it('lapses after its time, and when what it is about has changed', async () => {
    const late = await waiting(adjust(5));
    await app.database.query('UPDATE approvals SET lapses_at = now() WHERE id = $1', [late]);
    expect((await approve(late)).status).toBe(409);
    expect(await read(late)).toMatchObject({ status: 'lapsed', reason: 'nobody decided in time' });
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
});

describe('one subject', () => {
  it('has one proposal: the same request of another person approves it, another change is refused', async () => {
    const id = await waiting(root.patch(NETWORK, { holding_days: 21 }));
    expect(message(await other.patch(NETWORK, { holding_days: 22 }))).toEqual([
      409,
      `approval ${id} waits for another change of the same subject; decide it first`,
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
