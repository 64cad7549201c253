import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

describe('the legs of a member', () => {
  const console = useConsole({ demo: false });
  const uids = new Map<string, number>();

  beforeAll(async () => {
    const admin = await console.app.make.superAdmin();
    const add = async (username: string, fields: object = {}): Promise<void> => {
      const body = { username, email: `${username}@example.com`, ...fields };
      uids.set(username, (await admin.post('/admin/api/users/', body)).body.data.uid);
    };
    await admin.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' });
    await add('anna');
    await add('ben', { sponsor: 'anna' });
    await add('cara', { sponsor: 'ben' });
    await add('dora', { sponsor: 'anna' });
    await add('eva', { sponsor: 'anna', kind: 'customer' });
    for (let count = 1; count <= 27; count += 1) await add(`buyer-${count}`, { sponsor: 'cara', kind: 'customer' });
    const points = { anna: 50, ben: 25, cara: 75.5, dora: 0, eva: 49.5, 'buyer-27': 200 };
    for (const [username, amount] of Object.entries(points)) {
      const volumes = { business_volume: 0, points: amount, cumulative_volume: 0 };
      await admin.post('/admin/api/volumes/', { uid: uids.get(username), ...volumes, reason: 'a test' });
    }
    await until(async () => {
      const { data } = (await admin.get(`/admin/api/network/figures/?uids=${uids.get('anna')}`)).body;
      return data.members[0]?.group_volume === 400;
    });
  });

  const pathOf = (username: string): string => `/users/${uids.get(username)}/network`;
  const legs = (page: Page, tree: string): Locator => page.getByRole('table', { name: `Legs in the ${tree} tree` });
  /** The texts of the rows, without that of the head. */
  const rows = async (table: Locator): Promise<string[][]> => {
    await table.getByRole('link').first().waitFor();
    const cells = table.locator('tbody tr');
    return Promise.all((await cells.all()).map((row) => row.getByRole('cell').allInnerTexts()));
  };
  const heads = (table: Locator): Promise<string[]> => table.getByRole('link').allTextContents();

  it('show what was sold in each, whose the whole is, and the own volumes above', async () => {
    const page = await console.logIn(pathOf('anna'));
    const volumes = page.getByRole('region', { name: 'Volumes' });
    await volumes.getByText('400', { exact: true }).first().waitFor();
    await until(async () => expect(await volumes.locator('dd').allTextContents()).toEqual(['50', '31', '400', '400']));
    await until(async () =>
      expect(await rows(legs(page, 'sponsor'))).toEqual(
        [
          ['ben', 'Distributor', 'Active', '29', '300.5', '75.1%'],
          ['eva', 'Customer', 'Active', '1', '49.5', '12.4%'],
          ['dora', 'Distributor', 'Active', '1', '0', '0%'],
        ].map(([head, ...rest]) => [expect.stringMatching(new RegExp(`^${head}`)), ...rest]),
      ),
    );
    await until(async () =>
      expect(await rows(legs(page, 'placement'))).toEqual([
        [expect.stringMatching(/^ben/), 'left leg', 'Distributor', 'Active', '3', '300.5', '75.1%'],
      ]),
    );
    await looksRight(page, 'member-legs', page.getByRole('heading', { name: 'Legs' }).first());
  });

  it('are sorted by what they sold', async () => {
    const page = await console.logIn(pathOf('anna'));
    await legs(page, 'sponsor').waitFor();
    const sortedBy = page.getByRole('region', { name: 'Sponsor tree' }).getByRole('combobox', { name: 'Sorted by' });
    await sortedBy.focus();
    await page.keyboard.press('Enter');
    const lowestFirst = page.getByRole('option', { name: 'Group volume, lowest first' });
    await lowestFirst.waitFor();
    // The list knows only a moment later from which option the arrow goes on.
    await until(async () => {
      await page.keyboard.press('ArrowDown');
      return (await lowestFirst.and(page.locator('[data-combobox-selected]')).count()) === 1;
    });
    await page.keyboard.press('Enter');
    await until(async () => (await heads(legs(page, 'sponsor'))).join() === 'dora,eva,ben');
    await sortedBy.click();
    await page.getByRole('option', { name: 'Enrolled, oldest first' }).click();
    await until(async () => (await heads(legs(page, 'sponsor'))).join() === 'ben,dora,eva');
  });

  it('come page by page, on a phone as cards', async () => {
    const page = await console.logIn(pathOf('cara'));
    await page.setViewportSize(PHONE);
    const cards = page.getByRole('list', { name: 'Legs in the sponsor tree' });
    await cards.getByRole('link', { name: 'buyer-27' }).waitFor();
    expect((await heads(cards))[0]).toBe('buyer-27');
    await page.getByText('27 entries').waitFor();
    await page.getByRole('navigation', { name: 'Pages of legs in the sponsor tree' }).getByText('2').click();
    await until(async () => (await heads(cards)).length === 2);
    await expectAccessible(page);
  });

  it('appear by themselves as soon as the service has loaded the volumes', async () => {
    console.problems.expect(/status of 503/);
    const { page } = console;
    const body = { status_code: 503, type: 'Service Unavailable', message: 'try again', errors: {}, data: {} };
    const paths = ['**/admin/api/network/*/downline/*', '**/admin/api/network/figures/*'];
    for (const path of paths) {
      await page.route(path, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: body }));
    }
    await console.logIn(pathOf('anna'));
    await page.getByText('Volumes are being loaded').nth(2).waitFor();
    await expectAccessible(page);
    for (const path of paths) await page.unroute(path);
    await legs(page, 'sponsor').getByText('300.5').waitFor();
    await page.getByRole('region', { name: 'Volumes' }).getByText('400').first().waitFor();
    await until(async () => expect(await page.getByText('Volumes are being loaded').count()).toBe(0));
  });
});
