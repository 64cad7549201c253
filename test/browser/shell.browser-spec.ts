import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone, PHONE, useColors } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { failAnswers, hold, holdAnswers } from './support/network.js';
import { screenshot } from './support/screenshot.js';

describe('the frame around every page', () => {
  const console = useConsole();

  const title = (name: string): Promise<void> => console.page.getByRole('heading', { level: 1, name }).waitFor();
  const focused = (): Promise<string | null> =>
    console.page.evaluate('document.activeElement.textContent || document.activeElement.tagName');

  it('leads to each room, marks where one is, names the tab, and tells screen readers of the new page', async () => {
    const page = await console.logIn('/account');
    await title('Your account');
    const links = page.getByRole('navigation', { name: 'Main' }).locator('a:not([target])');
    const names = await links.allTextContents();
    expect(names).toContain('Home');
    for (const name of names) {
      const link = links.filter({ hasText: name });
      await link.click();
      await title(name);
      await until(async () => expect(await page.title()).toBe(`${name} · Commerce console`));
      await until(async () => expect(await link.getAttribute('aria-current')).toBe('page'));
      await until(async () => expect(await focused()).toBe(name));
    }
  });

  it('goes back to where one came from, and not to a dialog that is closed', async () => {
    const page = await console.logIn('/users');
    await title('Users');
    await console.goTo('Payouts');
    await page.waitForURL('**/payouts/*');
    const payouts = page.url();
    await page.getByRole('link', { name: 'Holds' }).click();
    await page.waitForURL('**/payouts/holds');
    const dialog = page.getByRole('dialog', { name: 'Put on hold' });
    const close = async (way: () => Promise<void>): Promise<void> => {
      await dialog.locator(':focus').waitFor();
      await way();
      await dialog.waitFor({ state: 'hidden' });
      await page.waitForURL('**/payouts/holds');
    };
    const esc = (): Promise<void> => page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await close(esc);
    await page.goForward();
    await close(esc);
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await close(() => dialog.getByRole('button', { name: 'Cancel' }).click());
    await page.goBack();
    await page.waitForURL(payouts);
    // What a link has opened is replaced.
    await console.open('/payouts/holds?dialog=hold');
    await close(esc);
    await page.goBack();
    await page.waitForURL(payouts);
  });

  it('leads on although a search was typed just before', async () => {
    const clock = await console.holdClock();
    const page = await console.logIn('/users');
    await title('Users');
    const release = await hold(page, '**/assets/bundles-*.js');
    await page.getByLabel('Search by name or e-mail').fill('helena');
    await console.goTo('Bundles');
    // Longer than the search waits for more letters.
    await clock.runFor(500);
    await release();
    await title('Bundles');
    expect(new URL(page.url()).pathname).toBe('/admin/bundles');
  });

  it('is used with the keyboard alone, past the navigation if one likes, and so is the way out in a menu', async () => {
    const page = await console.logIn('/applications');
    await title('Applications');
    await page.keyboard.press('Tab');
    await until(async () => expect(await focused()).toBe('Skip to the content'));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await until(async () => expect(await focused()).toContain('Register an application'));
    await page.keyboard.press('Tab');
    await until(async () => expect(await focused()).toBe('Register an application'));

    await page.getByRole('button', { name: 'Account of admin' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'account-menu');
    await page.keyboard.press('ArrowUp');
    await until(async () => expect(await focused()).toBe('Log out'));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await until(async () => expect(await focused()).toBe('admin'));
  });

  it('on a phone keeps the navigation behind a button, out of the way of the keyboard', async () => {
    const page = await console.logIn('/applications');
    await title('Applications');
    await expectFitsPhone(page);
    await page.setViewportSize(PHONE);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.waitFor({ state: 'hidden' });
    const button = page.getByRole('button', { name: 'Open the navigation' });
    await button.click();
    await navigation.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await navigation.waitFor({ state: 'hidden' });
    await button.click();
    await navigation.getByRole('link', { name: 'Home' }).click();
    await title('Home');
    await navigation.waitFor({ state: 'hidden' });
  });

  it('follows the colours of the system until somebody chooses, and keeps the choice', async () => {
    const page = await console.logIn();
    await title('Home');
    await useColors(page, 'dark');
    await page.getByRole('button', { name: 'Use light colours' }).click();
    const light = page.locator('html[data-mantine-color-scheme="light"]');
    await light.waitFor();
    await page.reload();
    await title('Home');
    await light.waitFor();
  });

  it('says when the network is away, and goes on when it is back', async () => {
    const page = await console.logIn('/applications');
    await page.getByText('Demo back end').waitFor();
    await console.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Search by name').fill('web');
    await page.getByText('The service cannot be reached').waitFor();
    await screenshot(page, 'offline');
    await console.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'hidden' });
    await page.getByText('Demo web shop').waitFor();
    await page.getByText('The service cannot be reached').waitFor({ state: 'hidden' });
  });

  it('shows what it waits for, says what failed, and tries again', async () => {
    const page = await console.logIn();
    await title('Home');
    const release = await holdAnswers(page, 'applications/*');
    await console.goTo('Applications');
    await page.getByRole('status', { name: 'Loading applications' }).waitFor();
    await expectAccessible(page);
    await release();
    await page.getByText('Demo back end').waitFor();
    console.problems.expect(/status of 503/);
    const recover = await failAnswers(page, 'applications/*');
    await console.goTo('Home');
    await title('Home');
    await page.reload();
    await console.goTo('Applications');
    await page.getByRole('alert').getByText('Could not be loaded').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'failure');
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Demo back end').waitFor();
  });

  it('says when the service is out of order from the start, and tries again', async () => {
    console.problems.expect(/status of 503/);
    const recover = await failAnswers(console.page, 'session/');
    const page = await console.logIn('/applications');
    await page.getByText('Could not be loaded').waitFor();
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Demo back end').waitFor();
  });

  it('shows that a page is on its way, and survives one whose script is gone, as after an update', async () => {
    const page = await console.logIn();
    await title('Home');
    const release = await hold(page, '**/admin/assets/bundles-*.js');
    await console.goTo('Bundles');
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
    await release();
    await title('Bundles');
    await page.getByRole('progressbar').waitFor({ state: 'hidden' });
    await page.route('**/admin/assets/applications-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await console.goTo('Applications');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await page.unroute('**/admin/assets/applications-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await title('Applications');
  });

  it('says that there is no such page, and leads back', async () => {
    const page = await console.logIn('/no/such/page/');
    await title('Page not found');
    await expectAccessible(page);
    await screenshot(page, 'no-such-page');
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await title('Home');
  });
});
