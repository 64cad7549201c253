import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MoneyHands } from '../support/payouts.js';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

const OTHER_PAGES = [
  '/network/tree',
  '/volumes',
  '/network/holding-tank',
  '/imports',
  '/imports/new/members',
  '/network/settings',
  '/plans',
  '/plans/new',
  '/commission-runs',
  '/commission-corrections',
  '/payouts/batches',
  '/payouts/balances',
  '/payouts/holds',
  '/compliance',
  '/commission-settings',
  '/approvals',
  '/approval-settings',
  '/audit',
  '/applications',
  '/applications/new',
  '/requests',
  '/deliveries',
  '/signing-keys',
  '/account',
];

/** What has to be gone before a page is looked at. */
const LOADING = '[aria-label^="Wird geladen"], [aria-label$="geladen"], .mantine-Skeleton-root';

/** All that people read on a page, or hear: texts, and attributes that stand for them. Codes are the same everywhere. */
const SHOWN = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, style, code, .mono')) found.push(walker.currentNode.data);
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
  return [...new Set(found.map((text) => text.trim()))];
})()`;

const catalogue = JSON.parse(
  await readFile(join(import.meta.dirname, '../../console/src/i18n/de.json'), 'utf8'),
) as Record<string, string>;

/** English texts of the catalogue that say something else in German, and that no German text is like. */
const german = new Set(Object.values(catalogue));
const english = new Set(Object.keys(catalogue).filter((key) => catalogue[key] !== key && !german.has(key)));

/** Opens a page by its address, and waits until it is whole. */
async function whole(page: Page, path: string): Promise<void> {
  await page.goto(`/admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(() => page.evaluate<boolean>(`document.querySelector('${LOADING}') === null`));
}

/** What the company has named itself: its product types. */
const named = new Set<string>();

async function englishOn(page: Page): Promise<string[]> {
  return (await page.evaluate<string[]>(SHOWN)).filter((text) => english.has(text) && !named.has(text));
}

describe('the console for who reads German', () => {
  const console = useConsole({ locale: 'de-DE' });
  const pages: Record<string, string> = {};

  beforeAll(async () => {
    const hands = await MoneyHands.of(console.app);
    const first = async (list: string, id: string): Promise<string> =>
      String((await hands.ok(hands.root.get(`/admin/api/${list}`))).results[0][id]);
    const { results } = await hands.ok(hands.root.get('/admin/api/product-types/'));
    for (const { label } of results as { label: string }[]) named.add(label);
    await hands.earner(1234.5);
    const payout = await hands.made();
    const user = await first('users/?search=alice', 'uid');
    Object.assign(pages, {
      home: '/',
      orders: '/orders',
      order: `/orders/${await first('orders/', 'id')}`,
      users: '/users',
      member: `/users/${user}/network`,
      overview: `/users/${user}/overview`,
      team: `/users/${user}/team`,
      earnings: `/users/${user}/earnings`,
      run: `/commission-runs/${await first('commission-runs/', 'id')}/summary`,
      payout: `/payouts/${payout}`,
      plan: `/plans/${await first('plans/', 'id')}`,
      bundles: '/bundles',
      application: `/applications/${await first('applications/', 'id')}/settings`,
    });
  });

  it('speaks German on each page, in both colours and on a phone, and leaves no English beside it', async () => {
    const page = await console.logIn('/');
    for (const [name, path] of Object.entries(pages)) {
      await whole(page, path);
      expect([path, await page.locator('html').getAttribute('lang'), await englishOn(page)]).toEqual([path, 'de', []]);
      await looksRight(page, `german-${name}`);
    }
  });

  it('comes with the words of the first page alone, which stays below 250 kB', async () => {
    await console.page.addInitScript('window.requestIdleCallback = () => 0');
    const page = await console.logIn('/');
    await whole(page, '/');
    expect(await console.bytes()).toBeLessThan(250_000);
    expect(await englishOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Bestellungen', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Bestellungen' }).waitFor();
    expect(await englishOn(page)).toEqual([]);
  });

  it('has no English on the other pages either', async () => {
    const page = await console.logIn('/');
    for (const path of [...OTHER_PAGES, pages.run!.replace('summary', 'members')]) {
      await whole(page, path);
      expect([path, await englishOn(page)]).toEqual([path, []]);
    }
  });

  it('writes amounts, numbers and dates as Germans do, and hears the service in German', async () => {
    const page = await console.logIn(pages.payout);
    await page
      .getByText(/1\.234,50\s\$/)
      .first()
      .waitFor();
    // Oldest first: the newest may all be of this morning.
    await page.goto('/admin/orders?sort=placed_at');
    await page
      .getByText(/^\d\d\.\d\d\.20\d\d, \d\d:\d\d$/)
      .first()
      .waitFor();
    console.problems.expect(/status of 40[04]/);
    await page.goto('/admin/orders/99999999');
    await page
      .getByRole('alert')
      .getByText(/nicht|kein/i)
      .first()
      .waitFor();
  });

  it('takes amounts as Germans write them', async () => {
    const page = await console.logIn(pages.earnings);
    await page.getByRole('button', { name: 'Korrigieren …' }).click();
    const amount = page.getByRole('dialog').getByLabel('Betrag');
    await amount.pressSequentially('-1.234,50');
    await until(async () => expect(await amount.inputValue()).toBe('-1.234,50 USD'));
    await amount.blur();
    await until(async () => expect(await amount.inputValue()).toMatch(/^-1\.234,50? USD$/));
    await page.getByRole('dialog').getByLabel('Grund').fill('Test');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/earnings/'));
    await page.getByRole('dialog').getByRole('button', { name: 'Korrigieren', exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ amount: -1234.5 });
  });

  it('is read in the language that its user chooses, also the next time', async () => {
    const page = await console.logIn('/orders');
    await page.getByRole('heading', { level: 1, name: 'Bestellungen' }).waitFor();
    await page.getByRole('button', { name: /^Konto von/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.goto('/admin/users');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await until(async () => expect(await page.locator('html').getAttribute('lang')).toBe('en'));
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor();
  });
});
