import { describe, expect, it } from '@jest/globals';
import { PASSWORD } from './support/factories.js';
import { SESSION } from './support/second-factor.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const SESSIONS = '/admin/api/sessions/';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const app = await useTestApp();

describe('one’s own sessions', () => {
  it('are listed with device and address, without those that ended', async () => {
    const { username } = await app.make.user({ roles: ['auditor'] });
    const enter = (): Promise<Answer> =>
      app.send('POST', SESSION, {
        payload: { username, password: PASSWORD },
        headers: { 'user-agent': FIREFOX },
        remoteAddress: '192.0.2.9',
      });
    const [first, second] = [await enter(), await enter()];
    const headers = { authorization: `Bearer ${first.body.data.access_token}` };
    const list = async () => (await app.send('GET', SESSIONS, { headers })).body.data;
    const { results, count } = await list();
    expect(count).toBe(2);
    expect(results).toMatchObject([
      { is_current: false, device: 'Firefox on Windows', ip: '192.0.2.9', application_id: null },
      { is_current: true, device: 'Firefox on Windows', ip: '192.0.2.9' },
    ]);
    await app.send('DELETE', SESSION, { headers: { authorization: `Bearer ${second.body.data.access_token}` } });
    expect((await list()).count).toBe(1);
  });

  it('are ended one by one or all; another’s are not found', async () => {
    const user = await app.make.user({ roles: ['auditor'] });
    const enter = () => app.make.admin(['auditor'], user);
    const [first, second, third] = [await enter(), await enter(), await enter()];
    const stranger = await app.make.superAdmin();
    const { results } = (await first.get(SESSIONS)).body.data;
    const other = results.find((one: { is_current: boolean }) => !one.is_current).id;
    expect((await stranger.delete(`${SESSIONS}${other}/`)).status).toBe(404);
    expect((await first.delete(`${SESSIONS}none/`)).status).toBe(404);
    expect((await first.delete(`${SESSIONS}${other}/`)).status).toBe(200);
    expect((await first.delete(`${SESSIONS}${other}/`)).status).toBe(404);
    expect((await first.delete(SESSIONS)).status).toBe(200);
    expect((await first.get(SESSIONS)).body.data.count).toBe(1);
    for (const one of [second, third]) expect((await one.get(SESSION)).status).toBe(401);
  });

  it('end on every instance, though they were used there', async () => {
    const elsewhere = await startTestApp({ sharing: app });
    try {
      const user = await app.make.user({ roles: ['auditor'] });
      const [kept, taken] = [await app.make.admin(['auditor'], user), await app.make.admin(['auditor'], user)];
      const use = (): Promise<Answer> => elsewhere.send('GET', SESSION, { headers: taken.headers });
      expect((await use()).status).toBe(200);
      await kept.delete(SESSIONS);
      await until(async () => (await use()).status === 401);
    } finally {
      await elsewhere.stop();
    }
  });
});
