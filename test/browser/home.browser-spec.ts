import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Role } from '#common/access/index.js';
import { MoneyHands } from '../support/payouts.js';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { addressed, useConsole } from './support/console.js';
import { failAnswers, holdAnswers } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

const console = useConsole();

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

/** What the sections are called, from the top down. */
const sections = (page: Page): Promise<string[]> => page.getByRole('heading', { level: 2 }).allInnerTexts();

async function openAs(roles: Role[]): Promise<Page> {
  console.admin = await console.app.make.admin(roles);
  const page = await console.logIn('/');
  await heading(page, 'Home');
  await page.getByRole('heading', { name: 'What waits' }).waitFor();
  return page;
}

describe('the first page', () => {
  it('comes to less than 250 kB, and so does the log-in: what is behind a click is loaded when the browser is idle', async () => {
    const { page } = console;
    await page.addInitScript('window.requestIdleCallback = () => 0');
    await console.open('/');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    const logIn = await console.bytes();
    await console.logIn('/');
    await page.getByRole('region', { name: 'Sales', exact: true }).waitFor();
    const home = await console.bytes();
    for (const bytes of [logIn, home]) {
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThan(250_000);
    }
  });

  it('opens what was asked for before it was loaded', async () => {
    const { page } = console;
    await page.addInitScript(
      'window.requestIdleCallback = (work) => { window.goIdle = [...(window.goIdle ?? []), work]; return 1; }',
    );
    await console.logIn('/');
    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('button', { name: 'Other days' }).click();
    await page.evaluate('goIdle.forEach((work) => work())');
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
    await page.getByLabel('First day').waitFor();
  });

  it('shows the open period, what waits, what is owed and the days, and each number leads to its list', async () => {
    const hands = await MoneyHands.of(console.app);
    await hands.earner(250.5);
    await hands.made();
    await hands.earner(80);
    const page = await console.logIn('/');
    await heading(page, 'Home');
    await page.getByText(/^Open: day \d+ of \d+, \d+ days? left$/).waitFor();
    await page.getByText(/^As of [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d.[AP]M\.$/).waitFor();
    await page
      .getByText(/by the same day of [A-Z][a-z]+ 20\d\d$/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: /^Payouts to release 1$/ }).click();
    await page.waitForURL('**/payouts/batches?status=created');
    await page.goBack();
    await page.getByText('Owed to members').waitFor();
    await page.getByRole('definition').getByRole('link', { name: /^\$\d/ }).last().click();
    await page.waitForURL('**/payouts/balances');
    await page.goBack();
    await page.getByRole('region', { name: 'Orders', exact: true }).getByRole('link').click();
    await page.waitForURL('**/orders');
    await page.goBack();
    await page.getByRole('region', { name: 'Sales', exact: true }).getByRole('link').click();
    await page.waitForURL('**/volumes?from=*&to=*');
    await page.getByRole('table', { name: 'Volume ledger' }).waitFor();
    await page.goBack();
    await heading(page, 'Home');
    await looksRight(page);
    await page.reload();
    await page.getByText('Owed to members').waitFor();
    await page.evaluate('window.scrollTo(0, 0)');
    await screenshot(page, 'home');
  });

  it('is of the days that one chooses, which its address keeps', async () => {
    const page = await console.logIn('/');
    await page.getByRole('radiogroup', { name: 'Days' }).getByText('7 days').click();
    await addressed(page, '?days=7');
    await page.locator('input[type=range][aria-label="Orders over time"][max="6"]').waitFor();
    await page.getByRole('button', { name: 'Other days' }).click();
    const own = page.getByRole('dialog', { name: 'Other days' });
    await expectAccessible(page);
    await own.getByLabel('First day').fill('2026-10-01');
    await own.getByLabel('Last day').fill('2026-09-01');
    await own.getByRole('button', { name: 'Show' }).click();
    await own.getByText('The last day must not be before the first').waitFor();
    await own.getByLabel('Last day').fill('2026-10-10');
    await own.getByRole('button', { name: 'Show' }).click();
    await addressed(page, '?from=2026-10-01&to=2026-10-10');
    await page.locator('input[type=range][aria-label="Orders over time"][max="9"]').waitFor();
    await page.getByRole('button', { name: 'Oct 1, 2026 – Oct 10, 2026' }).waitFor();
    await page.getByRole('button', { name: 'Show as table: Orders' }).click();
    await page
      .getByRole('table', { name: 'Orders' })
      .getByRole('row', { name: /^Thu, Oct 1 / })
      .waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Oct 1, 2026 – Oct 10, 2026' }).waitFor();
  });

  it('is of the days of the plan’s time zone, also where it is another day', async () => {
    const here = console.page.context();
    const there = await here
      .browser()!
      .newContext({ timezoneId: 'America/Los_Angeles', locale: 'en-US', baseURL: console.origin });
    try {
      await console.enter();
      await there.addCookies(await here.cookies());
      const page = await there.newPage();
      // The evening before there.
      const now = new Date(new Date().setUTCHours(1, 30));
      await page.clock.setFixedTime(now);
      const from = new Date(now.getTime() - 6 * 86_400_000).toISOString().slice(0, 10);
      const answer = page.waitForResponse(`**/admin/api/home/?from=${from}`);
      await page.goto('/admin/?days=7');
      expect((await (await answer).json()).data).toMatchObject({ time_zone: 'UTC', range: { from } });
    } finally {
      await there.close();
    }
  });

  it('begins with money for finance, with orders for support, and with applications for developers', async () => {
    let page = await openAs(['finance']);
    await until(async () =>
      expect(await sections(page)).toEqual([expect.stringMatching(/20\d\d$/), 'What waits', 'By day']),
    );
    await until(async () => expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toBe('Sales'));
    await until(async () => expect(await page.getByRole('region', { name: 'Orders', exact: true }).count()).toBe(0));
    await expectAccessible(page);

    page = await openAs(['support']);
    expect((await sections(page))[0]).toBe('What waits');
    await until(async () => expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toBe('Orders'));
    await until(async () => expect(await page.getByText('Owed to members').count()).toBe(0));

    page = await openAs(['developer']);
    await page.getByText('Active applications').waitFor();
    await until(async () => expect(await sections(page)).toEqual(['What waits']));
    await expectAccessible(page);

    page = await openAs(['catalogue']);
    await page.getByText('Nothing waits for you.').waitFor();
    await page.getByRole('definition').getByText('14', { exact: true }).waitFor();
  });

  it('says that it waits, and that it could not be read', async () => {
    const page = await console.logIn('/');
    await heading(page, 'Home');
    const release = await holdAnswers(page, 'home/*');
    await page.reload();
    await page.getByRole('status', { name: 'Loading the figures' }).waitFor();
    await expectAccessible(page);
    await release();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
    console.problems.expect(/status of 503/);
    const recover = await failAnswers(page, 'home/*');
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Could not be loaded' });
    await alert.waitFor();
    await expectAccessible(page);
    await recover();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
  });
});

describe('the navigation', () => {
  it('has groups that fold, and keeps which are folded; the page that one is on stays', async () => {
    const page = await console.logIn('/requests');
    await heading(page, 'Requests');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const developers = navigation.getByRole('button', { name: 'Developers' });
    await developers.click();
    await until(async () => expect(await developers.getAttribute('aria-expanded')).toBe('false'));
    await navigation.getByRole('link', { name: 'Deliveries' }).waitFor({ state: 'detached' });
    await navigation.getByRole('link', { name: 'Requests' }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await navigation.getByRole('link', { name: 'Orders' }).waitFor();
    await until(async () => expect(await navigation.getByRole('link', { name: 'Deliveries' }).count()).toBe(0));
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await developers.click();
    await navigation.getByRole('link', { name: 'Deliveries' }).waitFor();
    await expectAccessible(page);
  });
});
