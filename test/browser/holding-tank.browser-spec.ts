import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('the holding tank', () => {
  const console = useConsole({ demo: false });
  const uids = new Map<string, number>();

  async function enrol(username: string, fields: object = {}): Promise<void> {
    const body = { ...fields, username, email: `${username}@example.com` };
    uids.set(username, (await console.admin.post('/admin/api/users/', body)).body.data.uid);
  }

  beforeAll(async () => {
    const admin = await console.app.make.superAdmin();
    await admin.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'manual', holding_days: 14 });
  });

  const waiting = async (query = ''): Promise<number> =>
    (await console.admin.get(`/admin/api/network/holding-tank/?${query}`)).body.data.count;
  const memberOf = async (username: string) =>
    (await console.admin.get(`/admin/api/network/${uids.get(username)}/`)).body.data;
  const table = (page: Page): Locator => page.getByRole('table', { name: 'Holding tank' });

  async function pick(within: Page | Locator, name: string, username: string): Promise<void> {
    await within.getByRole('combobox', { name }).fill(username);
    await console.page.keyboard.press('Enter');
  }

  it('is empty at first, and says who will wait there', async () => {
    const page = await console.logIn('/');
    await console.goTo('Holding tank');
    await page.getByText('Nobody waits').waitFor();
    await looksRight(page, 'holding-tank-empty');
  });

  it('lists who waits, by name and by sponsor, and places them where a leg is free', async () => {
    await enrol('anna');
    await enrol('zoe');
    for (const username of ['ben', 'cara', 'dora']) await enrol(username, { sponsor: 'anna' });
    await enrol('eva', { sponsor: 'zoe' });
    await until(async () => (await waiting()) === 4);
    const page = await console.logIn('/network/holding-tank');
    await page.getByText('4 entries').waitFor();
    await until(async () =>
      expect(await table(page).getByRole('row').nth(1).getByRole('link').allTextContents()).toEqual(['ben', 'anna']),
    );
    await looksRight(page, 'holding-tank');
    await page.getByRole('searchbox', { name: 'Search by username or name' }).fill('CAR');
    await page.getByText('1 entry').waitFor();
    await table(page).getByRole('link', { name: 'cara' }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText('4 entries').waitFor();
    await page.getByRole('button', { name: 'Sponsor', exact: true }).click();
    await pick(page, 'Sponsor', 'zoe');
    await page.getByText('1 entry').waitFor();
    await page.reload();
    await table(page).getByRole('link', { name: 'eva' }).waitFor();
    await console.open('/network/holding-tank');
    await page.getByText('4 entries').waitFor();

    await page.getByRole('button', { name: 'Place ben' }).click();
    let dialog = page.getByRole('dialog', { name: 'Place ben' });
    await dialog.getByText('Choose a parent first, to see which legs are free.').waitFor();
    await pick(dialog, 'New parent', 'anna');
    await dialog.getByText('Free', { exact: true }).nth(1).waitFor();
    await dialog.getByRole('radio', { name: 'left leg' }).check();
    await dialog.getByLabel('Reason').fill('Asked for it');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByText('ben gets a place; no distributor is below.').waitFor();
    await dialog.getByRole('table', { name: 'Volumes that move' }).waitFor();
    await dialog.getByRole('button', { name: 'Place ben' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await table(page).getByRole('link', { name: 'ben' }).waitFor({ state: 'detached' });
    expect((await memberOf('ben')).placement.position).toMatchObject({ parent: 'anna', leg: 1 });

    await page.getByRole('button', { name: 'Place cara' }).click();
    dialog = page.getByRole('dialog', { name: 'Place cara' });
    await dialog.getByRole('combobox', { name: 'New parent' }).fill('nobody of the kind');
    await page.keyboard.press('Tab');
    await dialog.getByText('“nobody of the kind” was not chosen').waitFor();
    await dialog.getByRole('button', { name: /^Begin at the sponsor/ }).click();
    await dialog.getByText('“nobody of the kind” was not chosen').waitFor({ state: 'detached' });
    await dialog.getByText('Taken by ben').waitFor();
    // From a leg that is taken to the free places below.
    await dialog.getByRole('button', { name: 'Go down to ben' }).press('Enter');
    await dialog.getByText('Free', { exact: true }).nth(1).waitFor();
    await until(async () =>
      expect(await dialog.getByRole('combobox', { name: 'New parent' }).inputValue()).toBe('ben'),
    );
    await dialog.locator(':focus').waitFor();
    await pick(dialog, 'New parent', 'anna');
    await dialog.getByText('Taken by ben').waitFor();
    await until(async () => expect(await dialog.getByRole('radio', { name: 'left leg' }).isDisabled()).toBe(true));
    await dialog.getByRole('radio', { name: 'right leg' }).check();
    await looksRight(page, 'holding-tank-place');
    // Another parent has other legs.
    await pick(dialog, 'New parent', 'dora');
    await dialog.getByText('Taken by ben').waitFor({ state: 'detached' });
    await until(async () => expect(await dialog.getByRole('radio', { name: 'right leg' }).isChecked()).toBe(false));
    await dialog.getByRole('radio', { name: 'right leg' }).check();
    await dialog.getByLabel('Reason').fill('Asked for it');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByText('Is not placed').waitFor();
    await looksRight(page, 'holding-tank-refused');
  });

  it('is worked through on a phone with the keyboard alone', async () => {
    await until(async () => (await waiting(`sponsor_uid=${uids.get('zoe')}`)) === 1);
    const page = await console.logIn(`/network/holding-tank?sponsor_uid=${uids.get('zoe')}`);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Place eva' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Place eva' });
    await dialog.locator(':focus').waitFor();
    await dialog.getByRole('combobox', { name: 'New parent' }).focus();
    await page.keyboard.type('zoe');
    await page.getByRole('option', { name: /^anna / }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: /^zoe / }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByText('Free', { exact: true }).nth(1).waitFor();
    await dialog.getByRole('radio', { name: 'left leg' }).focus();
    await page.keyboard.press('ArrowDown');
    await until(async () => expect(await dialog.getByRole('radio', { name: 'right leg' }).isChecked()).toBe(true));
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('Asked for it');
    await dialog.getByRole('button', { name: 'Show what changes' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('To: Below zoe, right leg').waitFor();
    await screenshot(page, 'holding-tank-phone');
    await dialog.getByRole('button', { name: 'Place eva' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('No results').waitFor();
    expect((await memberOf('eva')).placement.position).toMatchObject({ parent: 'zoe', leg: 2 });
  });
});
