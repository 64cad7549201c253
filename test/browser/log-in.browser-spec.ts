import { describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../support/factories.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { shows, useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';
import { SUPER_ADMIN } from './support/super-admin.js';

describe('the log-in', () => {
  const console = useConsole();

  async function enter(username: string, password: string): Promise<void> {
    await console.page.getByLabel('Username or e-mail address').fill(username);
    await console.page.getByLabel('Password', { exact: true }).fill(password);
    await console.page.getByRole('button', { name: 'Log in' }).click();
  }

  /** Waits until a page is shown. */
  async function logOut(): Promise<void> {
    await console.page.getByRole('button', { name: 'Account of admin' }).click();
    await console.page.getByRole('menuitem', { name: 'Log out' }).click();
    await console.page.waitForURL('**/admin/login');
  }

  it('says at once what is missing, and to others than super admins what it says to a wrong password', async () => {
    const page = await console.open('/');
    await page.waitForURL('**/admin/login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Enter your password').waitFor();
    await until(async () =>
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true'),
    );
    await expectAccessible(page);
    const told = async (username: string, password: string): Promise<unknown> => {
      const [answer] = await Promise.all([page.waitForResponse('**/admin/api/session/'), enter(username, password)]);
      return [answer.status(), (await answer.json()).message];
    };
    const wrong = await told(SUPER_ADMIN.username, 'wrong');
    await page.getByRole('alert').waitFor();
    await until(async () => expect(await page.getByRole('alert').textContent()).toMatch(/password/));
    await looksRight(page);
    const { username } = await console.app.make.user();
    expect(await told(username, PASSWORD)).toEqual(wrong);
    await page.getByText('The username or the password is wrong').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/login');
  });

  it('leads to the address that was asked for, with its query', async () => {
    const page = await console.open('/applications?status=active');
    await page.waitForURL('**/admin/login?next=*');
    await screenshot(page, 'log-in');
    await enter(SUPER_ADMIN.username, SUPER_ADMIN.password);
    await shows(console.page, 'Applications');
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/admin/applications?status=active');
    await expectAccessible(page);
  });

  it('leads to nothing outside the console', async () => {
    const page = await console.open('/login?next=//example.com/');
    await enter(SUPER_ADMIN.username, SUPER_ADMIN.password);
    await shows(console.page, 'Home');
    expect(page.url()).toBe(`${console.origin}/admin`);
  });

  it('is left at once by somebody who is logged in already', async () => {
    await console.logIn('/login?next=%2Fapplications');
    await shows(console.page, 'Applications');
  });

  it('is where a log-out leads, and going back shows nothing', async () => {
    const page = await console.logIn('/applications');
    await page.getByText('Demo back end').waitFor();
    await logOut();
    await page.goBack();
    await page.waitForURL('**/admin/login?next=*');
    await until(async () => expect(await page.getByText('Demo back end').count()).toBe(0));
    await page.reload();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  it('is asked for in every window after a log-out, and one log-in is enough for all', async () => {
    const page = await console.logIn('/applications');
    // Nothing on this page asks again by itself.
    const other = await console.anotherWindow('/users');
    await other.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await shows(console.page, 'Applications');
    await logOut();
    await console.goTo('Applications', other);
    const dialog = other.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await enter(SUPER_ADMIN.username, SUPER_ADMIN.password);
    await shows(console.page, 'Home');
    await other.evaluate("window.dispatchEvent(new Event('focus'))");
    await other.getByText('Demo back end').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${console.origin}/admin`);
  });

  it('is asked for over the page when the session ends in the middle of the work, and the work goes on', async () => {
    const page = await console.logIn('/applications?status=active');
    await page.getByText('Demo back end').waitFor();
    await console.endSession();
    await page.getByLabel('Search by name').fill('web');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await expectAccessible(page);
    await screenshot(page, 'session-end');
    await enter(SUPER_ADMIN.username, 'wrong');
    await dialog.getByRole('alert').waitFor();
    await enter(SUPER_ADMIN.username, SUPER_ADMIN.password);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Demo web shop').waitFor();
    await until(async () => expect(await page.getByLabel('Search by name').inputValue()).toBe('web'));
    expect(new URL(page.url()).search).toBe('?status=active&search=web');
  });
});
