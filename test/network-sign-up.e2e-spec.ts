import { describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const network = await NetworkHands.of(app);

async function stateOf(uid: number): Promise<unknown> {
  const rows = await app.database.query(
    'SELECT kind, status, by_uid FROM network_states WHERE uid = $1 AND to_at IS NULL',
    [uid],
  );
  return rows[0];
}

async function eventsOf(uid: number, type: string): Promise<{ data: Record<string, unknown> }[]> {
  return app.database.query(
    `SELECT data FROM events WHERE aggregate_type = 'user' AND aggregate_id = $1 AND type = $2 ORDER BY sequence`,
    [String(uid), type],
  );
}

describe('signing up into the network', () => {
  it('makes a distributor below the sponsor, and records it', async () => {
    const sponsor = await network.member();
    const { uid } = await network.member({ sponsor: sponsor.username });
    expect(await network.position(uid, 'sponsor')).toEqual({ parent_uid: sponsor.uid, leg: null });
    expect(await network.position(uid)).toBeUndefined();
    expect(await stateOf(uid)).toEqual({ kind: 'distributor', status: 'active', by_uid: network.apiAdmin.user.uid });
    const [{ data }] = (await eventsOf(uid, 'member.enrolled')) as [{ data: object }];
    expect(data).toEqual({
      uid,
      kind: 'distributor',
      sponsor_uid: sponsor.uid,
      placement: null,
      enrolled_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('makes roots of those without a sponsor, and takes the kind', async () => {
    const { uid } = await network.member({ kind: 'customer' });
    expect(await network.position(uid, 'sponsor')).toEqual({ parent_uid: null, leg: null });
    expect(await stateOf(uid)).toMatchObject({ kind: 'customer' });
  });

  it.each(['customer', 'preferred'])('lets a %s sponsor customers, and no distributors', async (kind) => {
    const sponsor = (await network.member({ kind })).username;
    expect((await network.signUp({ sponsor })).body).toMatchObject({
      status_code: 400,
      errors: { sponsor: [{ message: 'is a customer, and customers sponsor no distributors' }] },
    });
    expect((await network.signUp({ sponsor, kind: 'customer' })).status).toBe(200);
  });

  it('refuses an unknown kind, and a place where there is no tree', async () => {
    const placement = { parent: (await network.member()).username, leg: 1 };
    const { body } = await network.signUp({ kind: 'boss' });
    expect(Object.keys(body.errors)).toEqual(['kind']);
    expect((await network.signUp({ placement })).body.errors).toEqual({
      placement: [{ message: 'is not possible: the network has no placement tree' }],
    });
    expect(Object.keys((await network.signUp({ placement: { leg: 0 } })).body.errors)).toEqual(['placement']);
    const nobody = { placement: { parent: 'nobody-at-all', leg: 1 } };
    expect((await network.signUp(nobody)).body.errors.placement[0].path).toBe('placement.parent');
  });

  it('brings members in whom a super admin makes, and nobody else', async () => {
    const sponsor = await network.member();
    const user = (name: string, fields: object): object => ({
      username: name,
      email: `${name}@example.com`,
      password: 'a good password',
      ...fields,
    });
    const make = (name: string, fields: object) => network.root.post('/admin/api/users/', user(name, fields));
    const made = await make('console-1', { sponsor: sponsor.username, kind: 'preferred' });
    const { uid } = made.body.data;
    expect(await network.position(uid, 'sponsor')).toEqual({ parent_uid: sponsor.uid, leg: null });
    expect(await stateOf(uid)).toEqual({ kind: 'preferred', status: 'active', by_uid: network.root.user.uid });
    expect((await make('console-2', { sponsor: 'console-1' })).body.errors).toHaveProperty('sponsor');
    const admin = (await make('console-3', { roles: ['api_admin'] })).body.data.uid;
    expect(await stateOf(admin)).toBeUndefined();
    await network.root.patch(`/admin/api/users/${admin}/`, { roles: ['api_admin', 'member'] });
    expect(await stateOf(admin)).toMatchObject({ kind: 'distributor' });
    await network.root.patch(`/admin/api/users/${admin}/`, { roles: ['api_admin'] });
    await network.root.patch(`/admin/api/users/${admin}/`, { roles: ['member'] });
    expect(await eventsOf(admin, 'member.enrolled')).toHaveLength(1);
  });
});

describe('the settings', () => {
  it('start without a placement tree', async () => {
    expect((await network.root.get('/admin/api/network/settings/')).body.data).toEqual({
      placement: 'none',
      width: null,
      spill: 'left',
      holding_days: 30,
      version: 1,
    });
  });

  it('are not changed with a stale If-Match', async () => {
    const address = '/admin/api/network/settings/';
    const stale = { headers: { 'if-match': '9' } };
    expect((await network.root.patch(address, { holding_days: 31 }, stale)).status).toBe(409);
    expect((await network.root.get(address)).body.data.holding_days).toBe(30);
  });

  it('refuse what does not fit, by field', async () => {
    const wrong = { placement: 'ternary', width: 1, spill: 'up', holding_days: -1 };
    expect(Object.keys((await network.settings(wrong)).body.errors)).toEqual(Object.keys(wrong));
    expect((await network.settings({ placement: 'binary', width: 3 })).body.errors).toHaveProperty('width');
    expect((await network.settings({ placement: 'matrix' })).body.errors).toHaveProperty('width');
  });

  it('are changed and audited; roots become roots of the new tree, and all others wait', async () => {
    const root = await network.member();
    const waiting = await network.member({ sponsor: root.username });
    const customer = await network.member({ kind: 'customer' });
    const { status, body } = await network.settings({ placement: 'binary', spill: 'manual', holding_days: 7 });
    expect([status, body.data]).toMatchObject([
      200,
      { placement: 'binary', width: 2, spill: 'manual', holding_days: 7, version: 2, approval: { status: 'alone' } },
    ]);
    expect(await network.position(root.uid)).toEqual({ parent_uid: null, leg: null });
    for (const { uid } of [waiting, customer]) expect(await network.position(uid)).toBeUndefined();
    const [entry] = await app.database.query(
      `SELECT before, after FROM audit_entries WHERE action = 'network.change-settings'`,
    );
    expect(entry).toMatchObject({ before: { placement: 'none' }, after: { placement: 'binary' } });
    expect((await network.settings({ placement: 'none' })).status).toBe(200);
    expect(await network.tree()).toEqual([]);
  });

  it('cannot be changed to what those who are placed do not fit into', async () => {
    await network.settings({ placement: 'matrix', width: 3, spill: 'breadth_first' });
    const { username } = await network.member();
    for (let count = 0; count < 3; count += 1) await network.member({ sponsor: username });
    for (const change of [{ placement: 'none' }, { placement: 'binary' }, { width: 2 }])
      expect((await network.settings(change)).status).toBe(409);
    expect((await network.settings({ width: 4, spill: 'left' })).status).toBe(200);
  });
});
