import { describe, expect, it } from '@jest/globals';
import { PASSWORD } from './support/factories.js';
import { SESSION, typeOf } from './support/second-factor.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const CHOSEN = 'chosen by themselves';

const app = await useTestApp();
const root = await app.make.superAdmin();

const post = (at: string, payload: object): Promise<Answer> => app.send('POST', at, { payload });
const set = (token: string, password = CHOSEN): Promise<Answer> =>
  post('/admin/api/set-password/', { token, password });

/** What is in a new link of somebody. */
async function link(uid: number, by = root): Promise<string> {
  return new URL((await by.post(`/admin/api/users/${uid}/password-reset/`)).body.data.link).hash.slice(1);
}

describe('a password', () => {
  it('of another user of the admin module is set by nobody else, but by a link, that ends their sessions', async () => {
    const colleague = await app.make.admin(['finance']);
    const { username, uid } = colleague.user;
    const at = `/admin/api/users/${uid}/`;
    for (const change of [{ password: 'known to me, and long' }, { reset_password: true }])
      expect((await root.patch(at, change)).status).toBe(403);
    const made = await root.post(`${at}password-reset/`);
    expect(Object.keys(made.body.data).sort()).toEqual(['expires_at', 'link']);
    const token = new URL(made.body.data.link).hash.slice(1);
    expect(JSON.stringify(await app.database.query('SELECT * FROM password_resets'))).not.toContain(token);
    expect((await set(token)).status).toBe(200);
    expect(typeOf(await colleague.get(SESSION))).toBe('401 Invalid Token');
    expect((await post(SESSION, { username, password: CHOSEN })).status).toBe(200);
    expect((await post(SESSION, { username, password: PASSWORD })).status).toBe(401);
  });

  it('is not set together with a role of the admin module', async () => {
    const { uid } = await app.make.user();
    const change = { roles: ['member', 'finance'], password: 'known to me, and long' };
    expect((await root.patch(`/admin/api/users/${uid}/`, change)).status).toBe(403);
    expect((await root.patch(`/admin/api/users/${uid}/`, { password: 'known to me, and long' })).status).toBe(200);
  });

  it('is set by a link once, though it is used many times at once', async () => {
    const token = await link((await app.make.user()).uid);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => set(token, `chosen at once ${i}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    expect((await set(token)).body.errors).toHaveProperty('token');
  });

  it('is not set by a link that is older than 30 minutes, or that another one or a new password replaced', async () => {
    const colleague = await app.make.admin(['support']);
    const { uid } = colleague.user;
    const [first, second] = [await link(uid), await link(uid)];
    expect((await set(first)).status).toBe(400);
    await app.database.query(`UPDATE password_resets SET expires_at = now() WHERE uid = $1`, [uid]);
    expect((await set(second)).status).toBe(400);
    const third = await link(uid);
    await colleague.post('/admin/api/account/password/', { current_password: PASSWORD, password: CHOSEN });
    expect((await set(third)).status).toBe(400);
  });

  it('is not set by a link of a user, or made by one, who is inactive', async () => {
    const deactivate = (uid: number) =>
      app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [uid]);
    const { uid } = await app.make.user();
    const token = await link(uid);
    await deactivate(uid);
    expect((await set(token)).status).toBe(400);
    expect(typeOf(await root.post(`/admin/api/users/${uid}/password-reset/`))).toBe('409 Conflict');
    const maker = await app.make.superAdmin();
    const made = await link((await app.make.user()).uid, maker);
    await deactivate(maker.user.uid);
    expect((await set(made)).status).toBe(400);
  });

  it('is not set by a link of who has lost the right to make it', async () => {
    const [maker, colleague] = [await app.make.superAdmin(), await app.make.admin(['finance'])];
    const made = await link(colleague.user.uid, maker);
    await app.database.query(`UPDATE users SET roles = '{support}' WHERE uid = $1`, [maker.user.uid]);
    expect((await set(made)).status).toBe(400);
  });

  it('makes no link for whoever lacks the permission', async () => {
    const { uid } = await app.make.user();
    const clerk = await app.make.admin(['finance', 'support', 'developer']);
    expect((await clerk.post(`/admin/api/users/${uid}/password-reset/`)).status).toBe(403);
  });

  it('of one’s own needs the present one, which cannot be guessed in a session that was taken', async () => {
    const [client, elsewhere] = [await app.make.admin(['support']), await app.make.admin(['support'])];
    const change = (current_password: string): Promise<Answer> =>
      client.post('/admin/api/account/password/', { current_password, password: CHOSEN });
    const other = await app.make.admin(['support'], client.user);
    expect((await change('a guess')).body.errors).toHaveProperty('current_password');
    expect(typeOf(await change('a guess'))).toBe('401 Reauthentication Required');
    await client.post(`${SESSION}confirm/`, { password: PASSWORD });
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await client.get(SESSION)).status).toBe(200);
    expect(typeOf(await other.get(SESSION))).toBe('401 Invalid Token');
    expect((await elsewhere.get(SESSION)).status).toBe(200);
  });
});
