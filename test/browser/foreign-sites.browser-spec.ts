import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { SUPER_ADMIN } from './support/super-admin.js';

/**
 * A page of somebody else. It is at another port of the same host, which browsers take for the same site: the cookie is
 * sent, and only the service itself can tell who asks. The other one is at another host.
 */
const HOSTS = ['127.0.0.1', 'localhost'];

describe('a page of somebody else', () => {
  const console = useConsole();
  let server: Server;
  /** What the page is. */
  let html = '';

  beforeEach(async () => {
    server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    server.listen(0);
    await once(server, 'listening');
    // The other host is what these tests are about, and so are the browser's complaints.
    console.problems.expect(/asked another host|Content Security Policy|CORS|ERR_BLOCKED_BY|ERR_FAILED|Framing/);
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const at = (host: string): string => `http://${host}:${(server.address() as AddressInfo).port}/`;
  const names = async (): Promise<string[]> =>
    (await console.admin.get('/admin/api/product-types/')).body.data.results.map(({ name }: { name: string }) => name);

  it.each(HOSTS)('at %s changes nothing with the cookie of a super admin', async (host) => {
    const { page } = console;
    await console.enter();
    const target = `${console.origin}/admin/api/product-types/`;
    html = `<form method="post" action="${target}">
      <input name="name" value="forged"><input name="label" value="Forged"><button>Win a prize</button></form>`;
    await page.goto(at(host));
    const [answer] = await Promise.all([
      page.waitForResponse(target),
      page.getByRole('button', { name: 'Win a prize' }).click(),
    ]);
    expect([401, 403]).toContain(answer.status());
    await page.goto(at(host));
    await page.evaluate(`fetch('${target}', { method: 'POST', mode: 'no-cors', credentials: 'include',
      body: new URLSearchParams({ name: 'forged', label: 'Forged' }) }).catch(() => undefined)`);
    expect(await names()).not.toContain('forged');
  });

  it.each(HOSTS)('at %s reads nothing with the cookie of a super admin', async (host) => {
    await console.enter();
    await console.page.goto(at(host));
    const read = console.page.evaluate(`fetch('${console.origin}/admin/api/users/', { credentials: 'include' })`);
    await expect(read).rejects.toThrow('Failed to fetch');
  });

  it.each(HOSTS)('at %s cannot log anybody in, so that they work as somebody else', async (host) => {
    await console.page.goto(at(host));
    await console.page.evaluate(`fetch('${console.origin}/admin/api/session/', { method: 'POST', mode: 'no-cors',
      credentials: 'include', body: new URLSearchParams({ username: '${SUPER_ADMIN.username}', password: '${SUPER_ADMIN.password}' }) }).catch(() => undefined)`);
    expect(await console.page.context().cookies(console.origin)).toEqual([]);
  });

  it.each(HOSTS)('at %s cannot frame the console', async (host) => {
    await console.enter();
    html = `<iframe src="${console.origin}/admin/"></iframe>`;
    await console.page.goto(at(host));
    const frame = console.page.frames().find((one) => one !== console.page.mainFrame());
    await until(async () => expect(await frame!.locator('#root').count()).toBe(0));
  });

  it.each(HOSTS)('at %s that opens the console in a window has no hold of it', async (host) => {
    html = `<button onclick="window.w = window.open('${console.origin}/admin/login')">Open</button>`;
    await console.page.goto(at(host));
    const [popup] = await Promise.all([
      console.page.context().waitForEvent('page'),
      console.page.getByRole('button', { name: 'Open' }).click(),
    ]);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    await until(async () => expect(await popup.evaluate('window.opener')).toBeNull());
  });
});
