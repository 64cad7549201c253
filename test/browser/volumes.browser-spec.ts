import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { TestClient } from '../support/factories.js';
import { until } from '../support/until.js';
import { PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('the volume ledger', () => {
  const console = useConsole();

  /** A paid order of two starter kits and three teas. */
  async function paidOrder(member: TestClient): Promise<{ id: number; number: string; lines: number[] }> {
    const { catalogue } = console.app.make;
    for (const [name, price, points, quantity] of [
      ['Starter kit', '49.90', '10.5', 2],
      ['Green tea, 100 g', '12.50', '4', 3],
    ] as const) {
      const volumes = { businessVolume: '40', points, cumulativeVolume: '38' };
      const product = await catalogue.product({ name, price, wholesalePrice: '8.25', ...volumes });
      await member.post('commerce/add-cart-item/', { product_id: product.id, quantity });
    }
    const { order_id: id, order_number: number } = (await member.post('commerce/create-order/', {})).body.data;
    const { items } = (await console.admin.patch(`/admin/api/orders/${id}/`, { status: 'paid' })).body.data;
    return { id, number, lines: items.map((item: { id: number }) => item.id) };
  }

  const table = (page: Page): Locator => page.getByRole('table', { name: 'Volume ledger' });
  const entries = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();

  async function choose(within: Page | Locator, label: string, typed: string): Promise<void> {
    await within.getByRole('combobox', { name: label }).fill(typed);
    await console.page.keyboard.press('Enter');
  }

  it('is filtered by member, order, kind and time, which the address keeps, and shows all of a row', async () => {
    const member = await console.app.make.member();
    const other = await console.app.make.member();
    const order = await paidOrder(member);
    await paidOrder(other);
    await console.admin.post(`/admin/api/orders/${order.id}/return/`, {
      items: [{ id: order.lines[0], quantity: 1 }],
      reason: 'damaged on arrival',
    });
    const page = await console.logIn();
    await console.goTo('Volume ledger');
    await table(page).getByRole('link', { name: other.user.username }).first().waitFor();
    await page.getByRole('button', { name: 'Member', exact: true }).click();
    await choose(page, 'Member', member.user.username);
    await entries(page, '3 entries');
    await looksRight(page, 'volumes');
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    await choose(page, 'Order', order.number);
    await page.getByRole('button', { name: `Order: ${order.number}` }).waitFor();
    await page.getByRole('button', { name: 'Kind', exact: true }).click();
    await page.getByRole('option', { name: 'Return', exact: true }).click();
    await entries(page, '1 entry');
    await table(page).getByRole('cell', { name: '-10.5', exact: true }).waitFor();
    await page.reload();
    await entries(page, '1 entry');
    await page.getByRole('button', { name: `Order: ${order.number}` }).waitFor();
    await table(page)
      .getByRole('button', { name: /^Return, row/ })
      .click();
    const row = page.getByRole('dialog', { name: /^Return, row/ });
    await row.getByRole('link', { name: order.number }).waitFor();
    await row.getByText('Starter kit').waitFor();
    await row.getByText(/^Row \d+, of/).waitFor();
    await looksRight(page, 'volume-row');
    await page.keyboard.press('Escape');
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Counts at', exact: true }).first().click();
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await table(page).getByRole('link', { name: other.user.username }).first().waitFor();
  });

  it('takes adjustments, and says at the fields what is wrong with them', async () => {
    const member = await console.app.make.member();
    const admin = await console.app.make.user({ username: 'no-member', roles: ['super_admin'] });
    const page = await console.logIn('/volumes');
    await page.getByRole('button', { name: 'Adjust volumes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust volumes' });
    const adjust = dialog.getByRole('button', { name: 'Adjust', exact: true });
    await adjust.click();
    await dialog.getByText('Choose a member').waitFor();
    await dialog.getByText('Enter a reason').waitFor();
    await choose(dialog, 'Member', admin.username);
    await dialog.getByLabel('Reason').fill('Credited twice');
    await dialog.getByLabel('Counts at').fill('2999-01-01T00:00');
    await adjust.click();
    await dialog.getByText('Nothing was adjusted').waitFor();
    await dialog.getByText('Is no member').waitFor();
    await dialog.getByText('Must not be in the future').waitFor();
    await dialog.getByText('Must not be 0 if all volumes are').waitFor();
    await looksRight(page, 'volume-adjust');
    await choose(dialog, 'Member', member.user.username);
    await dialog.getByLabel('Business volume').fill('-18.5001');
    await dialog.getByLabel('Points').fill('');
    await dialog.getByLabel('Counts at').fill('');
    await adjust.click();
    await dialog.getByText('Enter a number, or 0').waitFor();
    await dialog.getByLabel('Points').fill('-234567890.5');
    await adjust.click();
    await dialog.waitFor({ state: 'hidden' });
    const { results } = (await console.admin.get(`/admin/api/volumes/?uid=${member.user.uid}`)).body.data;
    expect(results).toMatchObject([
      { business_volume: -18.5001, points: -234_567_890.5, cumulative_volume: 0, reason: 'Credited twice' },
    ]);
    await table(page).getByRole('cell', { name: '-18.5001' }).waitFor();
    await table(page).getByRole('cell', { name: 'Credited twice' }).waitFor();
  });

  it('is adjusted on a phone with the keyboard alone, for the member that is looked at', async () => {
    const member = await console.app.make.member();
    const { uid, username } = member.user;
    const page = await console.logIn(`/volumes?uid=${uid}`);
    await page.setViewportSize(PHONE);
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Adjust volumes' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Adjust volumes' });
    const field = dialog.getByRole('combobox', { name: 'Member' });
    await field.waitFor();
    await until(async () => expect(await field.inputValue()).toBe(username));
    await dialog.getByLabel('Business volume').focus();
    await page.keyboard.type('7');
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('Goodwill');
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('list', { name: 'Volume ledger' }).getByText('Goodwill').waitFor();
    await screenshot(page, 'volumes-cards');
  });
});
