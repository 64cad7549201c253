import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { useFiveMembers } from './support/five-members.js';
import { looksRight } from './support/screenshot.js';

describe('positions that others get', () => {
  const console = useConsole({ demo: false });
  const uids = useFiveMembers(console, 'anna');

  const memberOf = async (username: string) =>
    (await console.admin.get(`/admin/api/network/${uids.get(username)}/`)).body.data;

  async function pick(dialog: Locator, label: string, username: string): Promise<void> {
    await dialog.getByRole('combobox', { name: label }).fill(username);
    await console.page.keyboard.press('Enter');
  }

  it('are merged into another only after what goes along was shown', async () => {
    const page = await console.logIn(`/users/${uids.get('ben')}/network`);
    await page.getByRole('button', { name: 'Merge…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge the position of ben' });
    const show = dialog.getByRole('button', { name: 'Show what changes' });
    await show.click();
    await dialog.getByText('Choose a member').waitFor();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill('Signed up twice');
    // What is refused says why, and changes nothing.
    await pick(dialog, 'Into the position of', 'eva');
    await show.click();
    await dialog.getByText('Is a customer; hand the position over instead').waitFor();
    await looksRight(page, 'member-merge-refused');
    await pick(dialog, 'Into the position of', 'cara');
    await show.click();
    await dialog.getByText('The successor is below the member.').waitFor();
    await until(async () => expect(await memberOf('ben')).toMatchObject({ kind: 'distributor', status: 'active' }));
  });

  it('are handed over to a customer, who takes the place in both trees', async () => {
    const page = await console.logIn(`/users/${uids.get('ben')}/network`);
    await page.getByRole('button', { name: 'Hand over…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand the position of ben over' });
    await pick(dialog, 'To', 'eva');
    await dialog.getByLabel('Reason').fill('Sold to her daughter');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByText('Nothing is changed yet. It cannot be undone').waitFor();
    await dialog.getByText('1 frontline member with all below, and 1 leg of the placement tree').waitFor();
    await until(async () => expect(await memberOf('ben')).toMatchObject({ kind: 'distributor', status: 'active' }));
    await looksRight(page, 'member-hand-over', dialog.getByText('ben keeps:'));
    await dialog.getByRole('button', { name: 'Hand the position over' }).click();
    await page.getByRole('heading', { level: 1, name: 'eva' }).waitFor();
    const upline = page.getByRole('navigation', { name: 'Upline in the placement tree' });
    await upline.getByRole('link', { name: 'anna' }).waitFor();
    await until(async () =>
      expect(await memberOf('eva')).toMatchObject({ kind: 'distributor', placement: { position: { parent: 'anna' } } }),
    );
    await until(async () => expect(await memberOf('ben')).toMatchObject({ kind: 'customer', status: 'terminated' }));
    // Whose position is gone has none to give.
    await console.open(`/users/${uids.get('ben')}/network`);
    await page.getByRole('button', { name: 'Change status…' }).waitFor();
    await until(async () => expect(await page.getByRole('button', { name: 'Merge…' }).count()).toBe(0));
  });

  it('are merged into another distributor, who keeps its own place', async () => {
    const page = await console.logIn(`/users/${uids.get('dora')}/network`);
    await page.getByRole('button', { name: 'Merge…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge the position of dora' });
    // Who was offered before cannot be chosen while the search is under way: the list would move below the pointer.
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await page.route('**/admin/api/users/?*search=anna*', (route) => release.then(() => route.continue()));
    await dialog.getByRole('combobox', { name: 'Into the position of' }).fill('anna');
    const offered = page.getByRole('option', { name: /^anna / });
    await until(async () => expect(await offered.isDisabled()).toBe(true));
    resolve();
    await until(async () => expect(await offered.isEnabled()).toBe(true));
    await offered.click();
    await dialog.getByLabel('Reason').fill('Signed up twice');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await until(async () => expect(await dialog.innerText()).toContain('anna keeps its own place.'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Merge the positions' }).click();
    await page.getByRole('heading', { level: 1, name: 'anna' }).waitFor();
    await until(async () => expect(await memberOf('dora')).toMatchObject({ kind: 'customer', status: 'terminated' }));
  });
});
