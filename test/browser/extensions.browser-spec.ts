import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pointsAndBroken } from './extension/points.extension.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';

/** What a browser says of an error that the console has contained. */
const CONTAINED = /no points today|built in a hurry|error boundary/i;

const OF_EXTENSION = /\/admin\/extension/;

describe('the console with extensions', () => {
  const console = useConsole({ extensions: pointsAndBroken() });

  /** The card of a block. */
  const block = (page: Page, name: string) => page.getByRole('region', { name });

  it('has their pages in the navigation, made of its own components', async () => {
    const page = await console.logIn('/applications');
    await console.goTo('Points');
    await page.getByRole('heading', { level: 1, name: 'Points' }).waitFor();
    expect(await page.title()).toBe('Points · Commerce console');
    await page.getByText('Nobody has points').waitFor();
    await page.getByRole('button', { name: 'Give points…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give points' });
    await dialog.getByRole('textbox', { name: 'Points' }).fill('13');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Give' }).click();
    await dialog.getByText('Must not be 13').waitFor();
    await dialog.getByRole('textbox', { name: 'Points' }).fill('12');
    await dialog.getByRole('button', { name: 'Give' }).click();
    const cell = page.getByRole('table', { name: 'Points' }).getByText('12', { exact: true });
    await cell.waitFor();
    await page.waitForFunction("getComputedStyle(document.querySelector('.points')).fontWeight === '700'");
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByRole('link', { name: 'About points' }).click();
    await page.getByRole('heading', { level: 1, name: 'About points' }).waitFor();
    expect(page.url()).toMatch(/\/admin\/extensions\/points\/points\/about$/);
  });

  it('loads nothing of theirs before it is shown', async () => {
    const asked: string[] = [];
    console.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await console.logIn('/applications');
    await console.page.getByRole('link', { name: 'Points', exact: true }).waitFor();
    expect(asked.filter((path) => OF_EXTENSION.test(path))).toEqual([]);
    await console.goTo('Points');
    await console.page.getByRole('heading', { level: 1, name: 'Points' }).waitFor();
    expect(asked.filter((path) => OF_EXTENSION.test(path)).sort()).toEqual([
      '/admin/extension-api/console.js',
      '/admin/extension-api/jsx-runtime.js',
      '/admin/extensions/points/assets/index.css',
      '/admin/extensions/points/assets/index.js',
    ]);
  });

  it('gives their blocks what the page is about', async () => {
    console.problems.expect(CONTAINED);
    const { body: orders } = await console.admin.get('/admin/api/orders/?limit=1');
    const { id, order_number, uid, username } = orders.data.results[0];
    const page = await console.logIn(`/orders/${id}`);
    await block(page, 'Points of the order').getByText(`"order_number":"${order_number}"`).waitFor();
    await page.goto(`/admin/users/${uid}/profile`);
    await block(page, 'Points of the member').getByText(`{"uid":${uid},"username":"${username}"}`).waitFor();
    const { body: runs } = await console.admin.get('/admin/api/commission-runs/?status=posted&limit=1');
    const run = runs.data.results[0];
    await page.goto(`/admin/commission-runs/${run.id}/summary`);
    await block(page, 'Points of the run').getByText(`"period":"${run.period}"`).waitFor();
    await expectAccessible(page);
  });

  it('keeps what fails in one block or one script apart from everything else', async () => {
    console.problems.expect(CONTAINED);
    const page = await console.logIn('/');
    await block(page, 'Points at home').getByText('{}').waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'Vouchers cannot be shown' });
    await alert.getByText('it was built in a hurry').waitFor();
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.getByText('it was built in a hurry').waitFor();
    await console.goTo('Vouchers');
    await page.getByRole('heading', { level: 1, name: 'Vouchers' }).waitFor();
    await console.goTo('Users');
    await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click();
    await page.getByRole('alert').getByText('no points today').waitFor();
    await block(page, 'Points of the member').waitFor();
  });

  it('hides them from whoever lacks the permission that they name', async () => {
    console.admin = await console.app.make.admin(['catalogue']);
    const page = await console.logIn('/');
    await page.getByRole('link', { name: 'Bundles', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Points', exact: true }).count()).toBe(0);
    expect(await block(page, 'Points at home').count()).toBe(0);
    await page.goto('/admin/extensions/points/points');
    await page.getByText('You need the permission users.read').waitFor();
    await page.goto('/admin/extensions/points/none');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});
