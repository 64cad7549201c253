import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { useFiveMembers } from './support/five-members.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('a member of the network', () => {
  const console = useConsole({ demo: false });
  const uids = useFiveMembers(console, 'ben');

  const pathOf = (username: string): string => `/users/${uids.get(username)}/network`;
  const memberOf = async (username: string) =>
    (await console.admin.get(`/admin/api/network/${uids.get(username)}/`)).body.data;
  const upline = (page: Page, tree: string): Locator =>
    page.getByRole('navigation', { name: `Upline in the ${tree} tree` });
  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  async function pick(within: Locator, label: string, username: string): Promise<void> {
    await within.getByRole('combobox', { name: label }).fill(username);
    await console.page.keyboard.press('Enter');
  }

  it('is reached from the users, and shows both trees, through which one walks up and down', async () => {
    const page = await console.logIn('/users');
    await page.getByRole('link', { name: 'dora' }).click();
    await page.getByRole('link', { name: 'Network', exact: true }).click();
    await upline(page, 'placement').getByText('left leg').nth(2).waitFor();
    await until(async () =>
      expect(await upline(page, 'sponsor').getByRole('link').allTextContents()).toEqual(['anna']),
    );
    await until(async () =>
      expect(await upline(page, 'placement').getByRole('link').allTextContents()).toEqual(['anna', 'ben', 'cara']),
    );
    await upline(page, 'placement').getByRole('link', { name: 'ben' }).click();
    await heading(page, 'ben');
    await page.getByText('1 distributor, 0 preferred customers, 1 customer').waitFor();
    const legs = page.getByRole('table', { name: 'Legs in the sponsor tree' });
    await legs.getByRole('link', { name: 'eva' }).waitFor();
    await looksRight(page, 'member');
    await screenshot(page, 'member-trees', page.getByRole('heading', { name: 'Placement tree' }));
    await legs.getByRole('link', { name: 'eva' }).click();
    await heading(page, 'eva');
    await page.getByText('This member is attached to the nearest placed sponsor above.').waitFor();
    await until(async () => expect(await page.getByRole('button', { name: 'Place' }).count()).toBe(0));
    await page.getByRole('link', { name: 'Volumes in the ledger' }).click();
    await page.waitForURL(`**/volumes?uid=${uids.get('eva')}`);
  });

  it('gets another status with a reason, which its history keeps', async () => {
    const page = await console.logIn(pathOf('eva'));
    await page.getByRole('button', { name: 'Change status…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the status of eva' });
    const change = dialog.getByRole('button', { name: 'Change the status' });
    await change.click();
    await dialog.getByText('Choose another status').waitFor();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByLabel('Suspended').check();
    await dialog.getByLabel('Reason').fill('Terms were not kept');
    await looksRight(page, 'member-status');
    await change.click();
    await dialog.waitFor({ state: 'hidden' });
    const history = page.getByRole('group', { name: 'History of status and kind' });
    await history.getByText('Reason: Terms were not kept').waitFor();
    await history.getByRole('link', { name: 'admin' }).first().waitFor();
    await until(async () => expect(await memberOf('eva')).toMatchObject({ kind: 'customer', status: 'suspended' }));
  });

  it('is told why another kind is refused', async () => {
    const page = await console.logIn(pathOf('ben'));
    await page.getByRole('button', { name: 'Change kind…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the kind of ben' });
    await dialog.getByLabel('Preferred customer').check();
    await dialog.getByLabel('Reason').fill('Asked for it');
    await dialog.getByRole('button', { name: 'Change the kind' }).click();
    await dialog.getByText('The member sponsors distributors.').waitFor();
    await expectAccessible(page);
    await until(async () => expect(await memberOf('ben')).toMatchObject({ kind: 'distributor' }));
  });

  it('moves only after what changes was shown, and never below itself', async () => {
    const page = await console.logIn(pathOf('cara'));
    await page.getByRole('button', { name: 'Move in the placement tree' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move cara in the placement tree' });
    const show = dialog.getByRole('button', { name: 'Show what changes' });
    await show.click();
    await dialog.getByText('Choose a parent', { exact: true }).waitFor();
    await dialog.getByText('Choose a leg').waitFor();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByLabel('Reason').fill('Wrong leg at sign-up');
    const leg = dialog.getByRole('radio', { name: 'right leg' });
    await pick(dialog, 'New parent', 'dora');
    await dialog.getByText('Free', { exact: true }).nth(1).waitFor();
    await leg.check();
    await show.click();
    await dialog.getByText('The parent is below the member.').waitFor();
    await pick(dialog, 'New parent', 'eva');
    // Another parent has other legs.
    await until(async () => expect(await leg.isChecked()).toBe(false));
    await leg.check();
    await show.click();
    await dialog.getByText('Is not placed').waitFor();
    await looksRight(page, 'member-move-refused');
    await pick(dialog, 'New parent', 'anna');
    await dialog.getByText('Taken by ben').waitFor();
    await leg.check();
    await show.click();
    await dialog.getByText('2 members move: cara and all below.').waitFor();
    await dialog.getByText('From: Below ben, left leg').waitFor();
    await dialog.getByText('To: Below anna, right leg').waitFor();
    await looksRight(page, 'member-move', dialog.getByText('To: Below anna, right leg'));
    expect((await memberOf('cara')).placement.position).toMatchObject({ parent: 'ben' });
    await dialog.getByRole('table', { name: 'Volumes that move' }).waitFor();
    // Somebody else takes the leg meanwhile.
    const body = { tree: 'placement', parent_uid: uids.get('anna'), leg: 2, reason: 'quicker' };
    await console.admin.post(`/admin/api/network/${uids.get('dora')}/move/`, body);
    await dialog.getByRole('button', { name: 'Move 2 members' }).click();
    await dialog.getByText('The leg is taken.').waitFor();
    await dialog.getByText('Nothing is moved yet').waitFor({ state: 'detached' });
    await console.admin.post(`/admin/api/network/${uids.get('dora')}/move/`, {
      ...body,
      parent_uid: uids.get('cara'),
      leg: 1,
    });
    // The list of legs shows it a moment later.
    const legs = `/admin/api/network/${uids.get('anna')}/children/?tree=placement`;
    await until(async () => !JSON.stringify((await console.admin.get(legs)).body.data).includes('"dora"'));
    // Another parent is another move.
    await pick(dialog, 'New parent', 'ben');
    await dialog.getByText('Stands here now').waitFor();
    await pick(dialog, 'New parent', 'anna');
    await dialog.getByText('Taken by ben').waitFor();
    await dialog.getByText('Free', { exact: true }).waitFor();
    await leg.check();
    await show.click();
    const move = dialog.getByRole('button', { name: 'Move 2 members' });
    // What the second click of a double click on the button before hits does nothing.
    await move.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await move.click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('group', { name: 'History of the placement tree' })
      .getByText('Below anna, right leg')
      .waitFor();
    await until(async () =>
      expect(await upline(page, 'placement').getByRole('link').allTextContents()).toEqual(['anna']),
    );
    expect((await memberOf('cara')).placement.position).toMatchObject({ parent: 'anna', leg: 2 });
    await looksRight(page, 'member-moved', page.getByText('Reason: Wrong leg at sign-up'));
  });

  it('waits in the holding tank until it is placed, on a phone and with the keyboard alone', async () => {
    await console.admin.patch('/admin/api/network/settings/', { spill: 'manual' });
    const body = { username: 'fred', email: 'fred@example.com', sponsor: 'ben' };
    uids.set('fred', (await console.admin.post('/admin/api/users/', body)).body.data.uid);
    const page = await console.logIn(pathOf('fred'));
    await page.setViewportSize(PHONE);
    await page.getByText('This distributor waits in the holding tank of ben').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Place', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Place fred' });
    await dialog.locator(':focus').waitFor();
    await dialog.getByRole('combobox', { name: 'New parent' }).focus();
    await page.keyboard.type('dora');
    // Until the search is done, all are on the list.
    await page.getByRole('option', { name: /^anna / }).waitFor({ state: 'detached' });
    await page
      .locator('[data-combobox-selected]')
      .and(page.getByRole('option', { name: /^dora / }))
      .waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Free', { exact: true }).nth(1).waitFor();
    await dialog.getByRole('radio', { name: 'left leg' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('Asked for this place');
    await dialog.getByRole('button', { name: 'Show what changes' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('From: not placed').waitFor();
    await dialog.getByRole('button', { name: 'Place fred' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await upline(page, 'placement').getByRole('link', { name: 'dora' }).waitFor();
    expect((await memberOf('fred')).placement.position).toMatchObject({ parent: 'dora' });
  });

  it('is nobody who only administers', async () => {
    const { uid, username } = await console.app.make.user({ roles: ['super_admin'] });
    const page = await console.logIn(`/users/${uid}/network`);
    await page.getByText(`${username} is not a member of the network.`).waitFor();
    await looksRight(page, 'member-none');
  });
});
