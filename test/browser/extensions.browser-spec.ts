import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pointsAndBroken } from './extension/points.extension.js';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

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
    await until(async () => expect(await page.title()).toBe('Points · Commerce console'));
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
    await until(() =>
      page.evaluate<boolean>("getComputedStyle(document.querySelector('.points')).fontWeight === '700'"),
    );
    await looksRight(page);
    await page.getByRole('link', { name: 'About points' }).click();
    await page.getByRole('heading', { level: 1, name: 'About points' }).waitFor();
    expect(page.url()).toMatch(/\/admin\/extensions\/points\/points\/about$/);
  });

  it('speaks the language of the user in them too, with the words that they add', async () => {
    const page = await console.logIn('/applications');
    await page.evaluate("localStorage.setItem('console-language', 'de')");
    await page.goto('/admin/extensions/points/points');
    await page.getByRole('heading', { level: 1, name: 'Punkte' }).waitFor();
    await page.getByRole('button', { name: 'Punkte geben …' }).waitFor();
    await until(async () => expect(await page.getByText('anders').count()).toBe(0));
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
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await page.getByRole('alert').getByText('no points today').waitFor();
    await block(page, 'Points of the member').waitFor();
  });

  it('asks for custom fields in the form of a new user, and keeps them on the profile', async () => {
    // The profile has a block that fails.
    console.problems.expect(CONTAINED);
    const page = await console.logIn('/users/new');
    await page.getByRole('textbox', { name: 'Username' }).fill('tea-drinker');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('tea@example.com');
    await page.getByRole('checkbox', { name: 'Member' }).check();
    const fields = block(page, 'Custom fields');
    await fields.getByRole('textbox', { name: 'Visits' }).fill('100');
    await until(async () => expect(await fields.getByText('Tier').count()).toBe(0));
    await page.getByRole('button', { name: 'Create the user' }).click();
    await fields.getByText('Is required').waitFor();
    await fields.getByText('Must be between 0 and 99').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'custom-fields-new', fields);
    await fields.getByRole('textbox', { name: 'Visits' }).fill('12');
    await fields.getByRole('combobox', { name: 'Favourite tea' }).click();
    await page.getByRole('option', { name: 'Green tea' }).click();
    await page.getByRole('button', { name: 'Create the user' }).click();
    await page.getByRole('heading', { level: 1, name: 'tea-drinker is created' }).waitFor();

    const { body } = await console.admin.get('/admin/api/users/?search=tea-drinker');
    const { uid, custom_fields } = body.data.results[0];
    expect(custom_fields).toMatchObject({ tea: 'green', visits: 12, birthday: null });
    await page.goto(`/admin/users/${uid}/profile`);
    await fields.getByRole('button', { name: 'Edit the custom fields' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom fields' });
    await dialog.getByLabel('Birthday').fill('1990-05-17');
    await dialog.getByRole('textbox', { name: 'Visits' }).fill('a few');
    await dialog.getByRole('textbox', { name: 'Remark' }).fill('Calls often\nand long');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must be a whole number').waitFor();
    await dialog.getByRole('textbox', { name: 'Visits' }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The custom fields are saved').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'custom-fields-profile', fields);
    const changed = (await console.admin.get(`/admin/api/users/${uid}/`)).body.data;
    expect(changed.custom_fields).toEqual({
      birthday: '1990-05-17',
      tea: 'green',
      visits: null,
      remark: 'Calls often\nand long',
      tier: null,
    });
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Favourite tea' }).click();
    await page.getByRole('option', { name: 'Green tea' }).click();
    const users = page.getByRole('table', { name: 'Users' });
    await page.getByText('1 entry').waitFor();
    await users.getByRole('row', { name: /tea-drinker.*May 17, 1990.*Green tea/ }).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'custom-fields-list');
    await expectFitsPhone(page);
    await page.getByRole('button', { name: 'Visits' }).click();
    await page.getByRole('textbox', { name: 'Visits' }).fill('3');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No results').waitFor();
    expect(page.url()).toContain('custom_fields.visits=3');
  });

  it('keeps custom fields of members, orders and bundles on their pages', async () => {
    const { body: orders } = await console.admin.get('/admin/api/orders/?limit=1');
    const { id, uid, items } = orders.data.results[0];
    const page = await console.logIn(`/orders/${id}`);
    const save = async (address: string, name: string, value: string): Promise<void> => {
      await page.goto(`/admin${address}`);
      await page.getByRole('button', { name: 'Edit the custom fields' }).click();
      const dialog = page.getByRole('dialog', { name: 'Custom fields', exact: true });
      await dialog.getByRole('textbox', { name }).fill(value);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The custom fields are saved').waitFor();
      await expectAccessible(page);
    };
    await save(`/orders/${id}`, 'Purchase order', 'PO-1');
    await save(`/users/${uid}/network`, 'Region', 'north');
    await save(`/bundles/${items[0].bundle_id}`, 'Weight in kg', '1.25');
    await screenshot(page, 'custom-fields-bundle', block(page, 'Custom fields'));
    const valuesOf = async (path: string): Promise<unknown> =>
      (await console.admin.get(`/admin/api/${path}/`)).body.data.custom_fields;
    await until(async () => expect(await valuesOf(`orders/${id}`)).toEqual({ po_number: 'PO-1' }));
    await until(async () => expect(await valuesOf(`network/${uid}`)).toEqual({ region: 'north' }));
    await until(async () =>
      expect(await valuesOf(`bundles/${items[0].bundle_id}`)).toEqual({ vegan: null, weight: 1.25 }),
    );
    await page.goto('/admin/orders');
    await page.getByRole('row', { name: /PO-1/ }).waitFor();
  });

  it('shows and changes the custom fields of the lines of an order', async () => {
    const { body: orders } = await console.admin.get('/admin/api/orders/?limit=1');
    const { id, items } = orders.data.results[0];
    const [{ id: line, line_item_label: label }] = items;
    const page = await console.logIn(`/orders/${id}`);
    const products = page.getByRole('table', { name: /Products of order/ });
    await products
      .getByRole('button', { name: `Custom fields of ${label}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `Custom fields of ${label}` });
    const engraving = dialog.getByRole('textbox', { name: 'Engraving' });
    await until(async () => expect(await dialog.getByText('Sealed').count()).toBe(0));
    const copies = dialog.getByRole('textbox', { name: 'Copies' });
    await copies.fill('10');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must be between 1 and 9').waitFor();
    await expectAccessible(page);
    await engraving.fill('For Anna');
    await copies.fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await products.getByText('Engraving: For Anna').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await screenshot(page, 'custom-fields-line', page.getByText('Engraving: For Anna'));
    await expectFitsPhone(page);
    const { body } = await console.admin.get(`/admin/api/orders/${id}/`);
    const changed = body.data.items.find((item: { id: number }) => item.id === line);
    expect(changed.custom_fields).toEqual({ engraving: 'For Anna', copies: null, sealed: null });
  });

  it('lists the inputs of their bonuses, and puts values in', async () => {
    const { body: orders } = await console.admin.get('/admin/api/orders/?limit=1');
    const { username } = orders.data.results[0];
    const page = await console.logIn('/applications');
    await console.goTo('Inputs of bonuses');
    await page.getByText('Nothing was put in yet').waitFor();
    await page.getByRole('button', { name: 'Put in a value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Put in a value of an input' });
    const choose = async (field: string, option: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Input', 'Extra percent');
    await dialog.getByRole('combobox', { name: 'Member' }).fill(username);
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('11');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Convention');
    await dialog.getByRole('button', { name: 'Put in' }).click();
    await dialog.getByText(/^Must be/).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'inputs-put', dialog);
    await choose('Input', 'Loyalty tier');
    await choose('Value', 'gold');
    await dialog.getByRole('button', { name: 'Put in' }).click();
    const row = page.getByRole('row', { name: /Loyalty tier .* gold .* Convention/ });
    await row.waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await screenshot(page, 'inputs');
    await expectFitsPhone(page);
    await page.getByRole('button', { name: 'Input', exact: true }).click();
    await page.getByRole('option', { name: 'Extra percent' }).click();
    await page.getByText('No results').waitFor();
  });

  it('asks for the required custom fields of a new bundle', async () => {
    const page = await console.logIn('/bundles/new/external-api-product');
    await page.getByLabel('Bundle id').fill('mug');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mug');
    await page.getByLabel('Short description in English').fill('Mug');
    await page.getByRole('textbox', { name: 'Description in English', exact: true }).fill('A mug');
    for (const [label, value] of Object.entries({
      SKU: 'M-1',
      Name: 'Mug',
      'Price (USD)': '9',
      'Wholesale (USD)': '5',
    }))
      await page.getByLabel(`${label} of variant 1`).fill(value);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const fields = block(page, 'Custom fields');
    await fields.getByText('Is required').waitFor();
    await expectAccessible(page);
    await fields.getByRole('combobox', { name: 'Vegan' }).click();
    await page.getByRole('option', { name: 'No', exact: true }).click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Mug' }).waitFor();
    const { body } = await console.admin.get('/admin/api/bundles/?custom_fields.vegan=false');
    expect(body.data.results.map(({ bundle_id }: { bundle_id: string }) => bundle_id)).toEqual(['mug']);
  });

  it('hides them from whoever lacks the permission that they name', async () => {
    console.admin = await console.app.make.admin(['catalogue']);
    const page = await console.logIn('/');
    await page.getByRole('link', { name: 'Bundles', exact: true }).waitFor();
    await until(async () => expect(await page.getByRole('link', { name: 'Points', exact: true }).count()).toBe(0));
    await until(async () => expect(await block(page, 'Points at home').count()).toBe(0));
    await page.goto('/admin/extensions/points/points');
    await page.getByText('For this page you need the role Super admin, Finance, Support, or Auditor').waitFor();
    await page.goto('/admin/extensions/points/none');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});
