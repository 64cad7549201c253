import { describe, expect, it } from '@jest/globals';
import { PASSWORD, type TestClient } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const root = await app.make.superAdmin();
const colleague = await app.make.admin(['support']);

const VIEWS = '/admin/api/views/';
const UNPAID = {
  list: 'orders',
  name: 'Unpaid',
  query: 'sort=-total&status=placed',
  column_order: ['total'],
  hidden_columns: ['application'],
  shared: false,
};

const save = async (who: TestClient, view: object = {}): Promise<number> =>
  (await who.post(VIEWS, { ...UNPAID, ...view })).body.data.id;

const seenBy = async (who: TestClient, list: string): Promise<string[]> => {
  const { data } = (await who.get(`${VIEWS}?list=${list}`)).body;
  return data.map(({ name }: { name: string }) => name);
};

describe('saved views of a list', () => {
  it('are one’s own, and saved again under the same name', async () => {
    const id = await save(root);
    const again = await root.post(VIEWS, { ...UNPAID, query: 'status=paid' });
    expect(again).toMatchObject({ status: 200, body: { data: { id, query: 'status=paid', shared: false } } });
    const { data } = (await root.get(`${VIEWS}?list=orders`)).body;
    expect(data).toEqual([{ ...UNPAID, id, uid: root.user.uid, username: root.user.username, query: 'status=paid' }]);
    expect(await seenBy(root, 'users')).toEqual([]);
    expect(await seenBy(colleague, 'orders')).toEqual([]);
  });

  it('can be shared, and are changed and deleted by their owner alone', async () => {
    const id = await save(colleague, { list: 'users', name: 'Suspended' });
    const path = `${VIEWS}${id}/`;
    expect((await root.delete(path)).status).toBe(404);
    expect((await colleague.patch(path, { shared: true })).body.data).toMatchObject({
      name: 'Suspended',
      shared: true,
    });
    expect(await seenBy(root, 'users')).toEqual(['Suspended']);
    expect((await root.patch(path, { name: 'Mine' })).status).toBe(404);
    const { shared: _, ...again } = { ...UNPAID, list: 'users', name: 'Suspended' };
    expect((await colleague.post(VIEWS, again)).body.data).toMatchObject({ id, shared: true });
    const rearranged = (await colleague.patch(path, { hidden_columns: ['since'] })).body.data;
    expect(rearranged).toMatchObject({ column_order: ['total'], hidden_columns: ['since'], shared: true });
    const other = await app.make.admin(['support']);
    expect((await other.delete(path)).status).toBe(404);
    expect((await colleague.patch(path, { name: 'Locked out', shared: false })).status).toBe(200);
    expect(await seenBy(root, 'users')).toEqual([]);
    expect((await colleague.delete(path)).status).toBe(200);
    expect(await seenBy(colleague, 'users')).toEqual([]);
  });

  it('that are shared can be deleted by a super admin, too, and are audited without columns and what is searched for', async () => {
    const id = await save(colleague, { list: 'runs', shared: true, query: 'search=helena' });
    expect((await colleague.patch(`${VIEWS}${id}/`, { hidden_columns: [] })).status).toBe(200);
    expect((await root.delete(`${VIEWS}${id}/`)).status).toBe(200);
    const entries = await app.database.query<{ action: string; actor: string; after: object | null }>(
      `SELECT action, actor_uid AS actor, after FROM audit_entries WHERE entity_type = 'saved_view' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(entries).toEqual([
      { action: 'view.create', actor: colleague.user.uid, after: { list: 'runs', name: 'Unpaid', shared: true } },
      { action: 'view.delete', actor: root.user.uid, after: null },
    ]);
  });

  it('have one name each', async () => {
    await save(root, { list: 'bundles', name: 'Drafts' });
    const id = await save(root, { list: 'bundles', name: 'Old' });
    expect(await root.patch(`${VIEWS}${id}/`, { name: 'Drafts' })).toMatchObject({
      status: 409,
      body: { code: 'view_name_taken' },
    });
  });

  it('are 20 of a list and 200 of a user at most', async () => {
    const busy = await app.make.admin(['support']);
    const fill = (list: string, count: number): Promise<unknown> =>
      app.database.query(
        `INSERT INTO saved_views (uid, list, name, query, column_order, hidden_columns, is_shared)
         SELECT $1, $2, n, '', '{}', '{}', false FROM generate_series(1, $3::int) n`,
        [busy.user.uid, list, count],
      );
    await fill('orders', 20);
    const tooMany = { status: 409, body: { code: 'too_many_views' } };
    expect(await busy.post(VIEWS, UNPAID)).toMatchObject(tooMany);
    expect((await busy.post(VIEWS, { ...UNPAID, name: '7' })).status).toBe(200);
    await fill('elsewhere', 180);
    expect(await busy.post(VIEWS, { ...UNPAID, list: 'users' })).toMatchObject(tooMany);
  });

  it('go when their owner erases themselves', async () => {
    const leaver = await app.make.member();
    await app.database.query(
      `INSERT INTO saved_views (uid, list, name, query, column_order, hidden_columns, is_shared)
       VALUES ($1, 'orders', 'Left', '', '{}', '{}', true)`,
      [leaver.user.uid],
    );
    expect(await seenBy(colleague, 'orders')).toEqual(['Left']);
    expect((await leaver.post('account/erasure/', { current_password: PASSWORD })).status).toBe(200);
    expect(await seenBy(colleague, 'orders')).toEqual([]);
  });

  it.each([
    ['list', ''],
    ['name', 'x'.repeat(41)],
    ['query', 'x'.repeat(2001)],
    ['column_order', ['x'.repeat(61)]],
    ['hidden_columns', Array.from({ length: 61 }, (_, column) => String(column))],
    ['shared', 'yes'],
  ])('are refused with a wrong %s', async (field, value) => {
    const { status, body } = await root.post(VIEWS, { ...UNPAID, [field]: value });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
  });
});
