import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('returns', () => {
  const console = useConsole();

  /** A paid order of two starter kits and three teas. */
  async function paidOrder(): Promise<{ id: number; number: string; lines: number[] }> {
    const member = await console.app.make.member();
    const { catalogue } = console.app.make;
    const volumes = { businessVolume: '40', points: '10.5', cumulativeVolume: '38' };
    for (const [name, price, wholesalePrice, quantity] of [
      ['Starter kit', '49.90', '30', 2],
      ['Green tea, 100 g', '12.50', '8.25', 3],
    ] as const) {
      const product = await catalogue.product({ name, price, wholesalePrice, ...volumes });
      await member.post('commerce/add-cart-item/', { product_id: product.id, quantity });
    }
    const { order_id: id, order_number: number } = (await member.post('commerce/create-order/', {})).body.data;
    const { items } = (await console.admin.patch(`/admin/api/orders/${id}/`, { status: 'paid' })).body.data;
    return { id, number, lines: items.map((item: { id: number }) => item.id) };
  }

  async function openDialog(page: Page, number: string): Promise<Locator> {
    await page.getByRole('button', { name: 'Return…' }).click();
    const dialog = page.getByRole('dialog', { name: `Return order ${number}` });
    await dialog.getByLabel('Reason').waitFor();
    return dialog;
  }

  const history = (page: Page): Locator => page.getByRole('region', { name: 'History' });

  it('take back some pieces, then all that is left, and show it in lines and history', async () => {
    const { id, number } = await paidOrder();
    const page = await console.logIn(`/orders/${id}`);
    const lines = page.getByRole('table', { name: `Products of order ${number}` });
    await lines.getByText('$8.25 wholesale').waitFor();
    await until(async () => expect(await page.getByRole('region', { name: 'Returns' }).count()).toBe(0));
    const dialog = await openDialog(page, number);
    await dialog.getByLabel('Everything that is left: 5 pieces').waitFor();
    await dialog.getByLabel('Some pieces').check();
    await dialog.getByRole('button', { name: 'Return these pieces' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByText('Choose at least one piece').waitFor();
    const tea = dialog.getByLabel('Green tea, 100 g');
    // No more than are left can be typed.
    await tea.pressSequentially('9');
    expect(['', '0', '3']).toContain(await tea.inputValue());
    await tea.fill('2');
    await dialog.getByText('Choose at least one piece').waitFor({ state: 'detached' });
    // What it costs is said before it is done.
    await dialog.getByText('$25.00').waitFor();
    await dialog.getByText('Volumes taken back: 80 business volume · 21 points · 76 cumulative volume').waitFor();
    await dialog.getByLabel('Reason').fill('Two boxes were damaged on arrival');
    await looksRight(page, 'order-return');
    await dialog.getByRole('button', { name: 'Return these pieces' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('2 of 5 pieces returned.').waitFor();
    // What came back, with the row that it takes back.
    const ledger = page.getByRole('table', { name: `Volumes of order ${number}` });
    await ledger.getByRole('row', { name: /^Return, row \d+ Green tea, 100 g .* -2 -80 -21 -76$/ }).waitFor();
    await until(async () => expect(await ledger.getByRole('row').count()).toBe(4));
    await ledger.getByRole('button', { name: /which was taken back$/ }).click();
    const sale = page.getByRole('dialog', { name: /^Sale, row/ });
    await sale.getByText('Green tea, 100 g').waitFor();
    await page.keyboard.press('Escape');
    await sale.waitFor({ state: 'hidden' });
    await screenshot(page, 'order-volumes', page.getByRole('heading', { name: 'Volumes in the ledger' }));
    await lines.getByText('2 pieces returned').waitFor();
    const returns = page.getByRole('region', { name: 'Returns' });
    await returns.getByText('Volumes taken back: 80 business volume · 21 points · 76 cumulative volume').waitFor();
    await until(async () => expect(await returns.getByText('$25.00').count()).toBe(2));
    await page.getByRole('row', { name: 'Total price $137.30 -$25.00 $112.30' }).waitFor();
    await history(page).getByText('2 pieces returned').waitFor();
    await history(page).getByText('2 × Green tea, 100 g').waitFor();
    await history(page).getByText('Reason: Two boxes were damaged on arrival').waitFor();
    await looksRight(page, 'order-partly-returned');
    const rest = await openDialog(page, number);
    await rest.getByLabel('Everything that is left: 3 pieces').waitFor();
    await rest.getByLabel('Reason').fill('changed their mind');
    await rest.getByRole('button', { name: 'Return the order' }).click();
    await page.getByText('Fully returned. This is final.').waitFor();
    await until(async () => expect(await page.getByRole('button', { name: 'Return…' }).count()).toBe(0));
    await history(page).getByText('1 × Green tea, 100 g').waitFor();
    await looksRight(page, 'order-returned', history(page));
    const { status, moves } = (await console.admin.get(`/admin/api/orders/${id}/`)).body.data;
    expect([status, moves.at(-1).reason]).toEqual(['returned', 'changed their mind']);
  });

  it('say what was left when somebody else was quicker, and show it then', async () => {
    const { id, number, lines } = await paidOrder();
    const page = await console.logIn(`/orders/${id}`);
    const dialog = await openDialog(page, number);
    await dialog.getByLabel('Some pieces').check();
    await dialog.getByLabel('Starter kit').fill('2');
    await dialog.getByLabel('Reason').fill('too late');
    await console.admin.post(`/admin/api/orders/${id}/return/`, {
      items: [{ id: lines[0], quantity: 1 }],
      reason: 'quicker',
    });
    console.problems.expect(/status of 409/);
    await dialog.getByRole('button', { name: 'Return these pieces' }).click();
    await dialog.getByText('Nothing was returned').waitFor();
    await dialog.getByText('Must be at most 1; no more pieces are left').waitFor();
    await dialog.getByText(', 1 left').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'order-return-conflict');
    await dialog.getByLabel('Starter kit').fill('1');
    await dialog.getByRole('button', { name: 'Return these pieces' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('2 of 5 pieces returned.').waitFor();
  });

  it('of an order that somebody else has cancelled are said not to be possible', async () => {
    const { id, number } = await paidOrder();
    const page = await console.logIn(`/orders/${id}`);
    const dialog = await openDialog(page, number);
    await dialog.getByLabel('Reason').fill('too late');
    await console.admin.patch(`/admin/api/orders/${id}/`, { status: 'cancelled' });
    console.problems.expect(/status of 409/);
    await dialog.getByRole('button', { name: 'Return the order' }).click();
    await dialog.getByText('Only paid and completed orders can be returned.').waitFor();
    await page.getByText('Cancelled. This is final.').waitFor();
  });
});
