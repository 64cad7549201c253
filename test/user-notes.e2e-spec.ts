import { describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import { PASSWORD } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const root = await app.make.superAdmin();
const network = await NetworkHands.of(app);

const notesOf = (uid: number): string => `/admin/api/users/${uid}/notes/`;

describe('notes about a user', () => {
  it('are kept for admins, newest first, with who wrote them', async () => {
    const { user } = await app.make.member();
    const first = await root.post(notesOf(user.uid), { text: 'Asks to be called back\nafter 6 p.m.' });
    expect(first).toMatchObject({ status: 200, body: { data: { by_username: root.user.username } } });
    await root.post(notesOf(user.uid), { text: 'Was called back' });
    const { count, results } = (await root.get(notesOf(user.uid))).body.data;
    expect(count).toBe(2);
    expect(results.map(({ text }: { text: string }) => text)).toEqual([
      'Was called back',
      'Asks to be called back\nafter 6 p.m.',
    ]);
  });

  it('are in no audit entry and in no export of the user’s data, and go when the user erases themselves', async () => {
    const member = await app.make.member();
    const { uid } = member.user;
    await root.post(notesOf(uid), { text: 'a secret of the house' });
    const [entry] = await app.database.query<{ after: object; target_uid: string }>(
      `SELECT after, target_uid FROM audit_entries WHERE action = 'user.note' AND entity_id = $1`,
      [String(uid)],
    );
    expect(entry).toMatchObject({ after: { note_id: expect.any(Number) } });
    expect(JSON.stringify(entry)).not.toContain('secret of the house');
    expect(JSON.stringify((await member.get('account/export/')).body)).not.toContain('secret of the house');
    const { status } = await member.post('account/erasure/', { current_password: PASSWORD });
    expect(status).toBe(200);
    expect((await root.get(notesOf(uid))).body.data.count).toBe(0);
    expect((await root.post(notesOf(uid), { text: 'too late' })).status).toBe(409);
  });

  it('are 500 at most', async () => {
    const { user } = await app.make.member();
    await app.database.query(
      `INSERT INTO user_notes (uid, text, by_uid) SELECT $1, 'note', $2 FROM generate_series(1, 500)`,
      [user.uid, root.user.uid],
    );
    expect(await root.post(notesOf(user.uid), { text: 'one more' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_notes' },
    });
  });

  it('are about users that there are', async () => {
    for (const answer of [await root.get(notesOf(999_999)), await root.post(notesOf(999_999), { text: 'nobody' })])
      expect(answer.status).toBe(404);
  });
});

describe('what the page of a member reads', () => {
  it('has the progress of the open period, as the member sees it', async () => {
    const member = await network.member();
    const path = `/admin/api/commission-statements/progress/?uid=${member.uid}`;
    const { status, body } = await root.get(path);
    expect([status, body.data]).toMatchObject([200, { kind: 'distributor', status: 'active', personal_volume: 0 }]);
    expect((await root.get('/admin/api/commission-statements/progress/?uid=999999')).status).toBe(404);
  });
});

describe('the history of a thing', () => {
  it('has entries of several types with one id, and is a CSV file too', async () => {
    const [one, other] = [await network.member(), await network.member()];
    await root.patch(`/admin/api/users/${one.uid}/`, { first_name: '=Eve' });
    await root.post(`/admin/api/network/${one.uid}/move/`, {
      tree: 'sponsor',
      parent_uid: other.uid,
      reason: 'wrong sponsor',
    });
    const query = `?entity_type=user,member&entity_id=${one.uid}`;
    const { results } = (await root.get(`/admin/api/audit/${query}`)).body.data;
    const actions = results.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 2)).toEqual(['network.move', 'user.update']);
    const file = await root.get(`/admin/api/audit/${query}&format=csv`);
    const lines = file.text.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id,at,actor_uid,actor_username,action,entity_type,entity_id/);
    expect(lines).toHaveLength(results.length + 1);
    expect(lines[1]).toContain(',network.move,member,');
  });
});
