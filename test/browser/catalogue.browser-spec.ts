import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { bundleBody, makeOrder, variant } from '../support/bundles.js';
import { drawing } from '../support/pictures.js';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { shows, useConsole } from './support/console.js';
import { failAnswers, holdAnswers } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

const TYPES = '/admin/api/product-types/';
const BUNDLES = '/admin/api/bundles/';
const API_TYPE = 'external-api-product';

describe('the catalogue', () => {
  const console = useConsole();
  let count = 0;
  let id: string;
  beforeEach(() => {
    count += 1;
    id = `made-${count}`;
  });

  /** Picks an option of a select that searches. */
  async function choose(page: Page, label: string, text: string, option: string | RegExp): Promise<void> {
    await page.getByRole('combobox', { name: label }).fill(text);
    await page.getByRole('option', { name: option }).first().click();
  }

  async function save(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Save' }).click();
  }

  /** The body of the next change that the page sends. */
  async function sentBy(page: Page, action: () => Promise<unknown>): Promise<Record<string, unknown>> {
    const isChange = (request: Request) => ['POST', 'PATCH'].includes(request.method());
    const [request] = await Promise.all([page.waitForRequest(isChange), action()]);
    return request.postDataJSON() as Record<string, unknown>;
  }

  /** Of the file that an image shows, in pixels. */
  const widthOf = (image: Locator): Promise<number> =>
    image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth);

  const at = (bundleId: string) => `/bundles/${encodeURIComponent(bundleId)}`;

  async function make(changes: object = {}): Promise<void> {
    const { status } = await console.admin.post(BUNDLES, { ...bundleBody(id), product_type: API_TYPE, ...changes });
    expect(status).toBe(200);
  }

  async function read(bundleId: string): Promise<Record<string, unknown>> {
    return (await console.admin.get(`${BUNDLES}${encodeURIComponent(bundleId)}/`)).body.data;
  }

  describe('product types', () => {
    let name: string;
    beforeEach(() => {
      name = `type-${count}`;
    });

    async function makeType(changes: object = {}): Promise<void> {
      const type = { name, label: `Type ${count}`, variant_fields: ['price', 'colour'], attributes: ['points'] };
      expect((await console.admin.post(TYPES, { ...type, ...changes })).status).toBe(200);
    }

    it('are listed and searched, with the bundles of each', async () => {
      const page = await console.logIn('/product-types');
      const types = page.getByRole('table', { name: 'Product types' });
      const row = types.getByRole('row', { name: /External API product/ });
      await row.waitFor();
      await until(async () =>
        expect(await row.getByRole('cell').allTextContents()).toEqual(
          expect.arrayContaining(['External API productexternal-api-product', '3', '7']),
        ),
      );
      await looksRight(page, 'product-types');
      await page.getByLabel('Search by name or label').fill('STARTER');
      await row.waitFor({ state: 'detached' });
      await page.waitForURL('**/product-types?search=STARTER');
      await types.getByRole('link', { name: '2 bundles of type Starter kit' }).click();
      await page.waitForURL('**/bundles?product_type=starter-kit');
      await page.getByRole('table', { name: 'Bundles' }).getByText('Starter Kit Basic').waitFor();
    });

    it('say when applications cannot create bundles, and lead to what they need', async () => {
      const sql = (value: string) => `UPDATE product_types SET deleted_at = ${value} WHERE name = '${API_TYPE}'`;
      await console.app.database.query(sql('now()'));
      try {
        const page = await console.logIn('/product-types');
        await page.getByText('Applications cannot create bundles yet').waitFor();
        await looksRight(page, 'product-types-missing');
        await page.getByRole('link', { name: `Create ${API_TYPE}` }).click();
        await shows(page, 'Create a product type');
        await until(async () => expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(API_TYPE));
        await page.getByText('Applications can create bundles of this type').waitFor();
        await page.getByRole('button', { name: 'Remove wholesale-price' }).click();
        await page.getByText('Applications cannot create bundles of this type').waitFor();
        await looksRight(page, 'product-type-incomplete');
        await page.getByRole('button', { name: 'Use these fields' }).click();
        await page.getByText('Applications can create bundles of this type').waitFor();
      } finally {
        await console.app.database.query(sql('NULL'));
      }
    });

    it('are created with the names of the specification and others', async () => {
      const page = await console.logIn('/product-types');
      await page.getByRole('link', { name: 'Create a product type' }).click();
      await shows(page, 'Create a product type');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Enter a label').waitFor();
      await looksRight(page, 'product-type-new');
      await page.getByRole('textbox', { name: 'Name' }).fill(API_TYPE);
      await page.getByRole('textbox', { name: 'Label' }).fill('Gift set');
      await page.getByRole('button', { name: 'Remove product-name' }).click();
      const fields = page.getByRole('textbox', { name: 'Variant fields' });
      await fields.fill('Not Valid');
      await page.getByRole('button', { name: 'Add points' }).click();
      await page.getByRole('textbox', { name: 'Label' }).focus();
      await page.getByText('“Not”, “Valid”: use lower-case letters').waitFor();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('alert').getByText('Not saved').waitFor();
      await page.getByRole('button', { name: 'Remove Not' }).click();
      await page.getByRole('button', { name: 'Remove Valid' }).click();
      await fields.fill('colour, size ');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText(`The product type ${API_TYPE} exists already`).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await shows(page, 'Gift set');
      expect((await console.admin.get(`${TYPES}${name}/`)).body.data).toMatchObject({
        label: 'Gift set',
        variant_fields: ['price', 'colour', 'size'],
        attributes: ['points'],
      });
    });

    it('are changed, and whoever leaves with changes is asked first', async () => {
      await makeType();
      const page = await console.logIn(`/product-types/${name}`);
      await page.getByRole('textbox', { name: 'Label' }).fill('Another label');
      await page.getByRole('button', { name: 'Remove colour' }).click();
      await page.getByRole('link', { name: 'Bundles' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await page.getByRole('button', { name: 'Stay' }).click();
      await save(page);
      await shows(page, 'Another label');
      expect((await console.admin.get(`${TYPES}${name}/`)).body.data).toMatchObject({
        label: 'Another label',
        variant_fields: ['price'],
      });
    });

    it('keep their fields while bundles are of them; the label may change', async () => {
      const page = await console.logIn(`/product-types/${API_TYPE}`);
      await shows(page, 'External API product');
      await page.getByText('They can be changed only while the type has no bundles').waitFor();
      await until(async () => expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0));
      await looksRight(page, 'product-type');
      await page.getByRole('textbox', { name: 'Label' }).fill('API product');
      const body = await sentBy(page, () => save(page));
      expect(body).toEqual({ label: 'API product' });
      await shows(page, 'API product');
      await console.admin.patch(`${TYPES}${API_TYPE}/`, { label: 'External API product' });
    });

    it('are deleted, unless bundles are of them', async () => {
      await makeType({ variant_fields: ['price'], attributes: [] });
      const page = await console.logIn(`/product-types/${name}`);
      await page.getByRole('button', { name: 'Delete this product type' }).click();
      const dialog = page.getByRole('dialog', { name: `Delete “Type ${count}”?` });
      await dialog.waitFor();
      await looksRight(page, 'product-type-delete');
      // Somebody creates a bundle of it in the meantime.
      await make({ product_type: name, varients: [{ price: 1, 'product-sku': id }], attributes: {} });
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByText(`1 bundle is of the product type ${name}`, { exact: false }).waitFor();
      await page.reload();
      await page.getByText('One bundle is of this type').waitFor();
      await page.getByRole('link', { name: 'Show it' }).click();
      await page.getByRole('link', { name: `Bundle ${id}` }).waitFor();
      await console.admin.delete(`${BUNDLES}${id}/`);
      await console.open(`/product-types/${name}`);
      await page.getByRole('textbox', { name: 'Label' }).fill('Half typed');
      await page.getByRole('button', { name: 'Delete this product type' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await shows(page, 'Product types');
      expect((await console.admin.get(`${TYPES}${name}/`)).status).toBe(404);
    });
  });

  describe('bundles', () => {
    it('are listed with types, prices and volumes, and found by name, id and SKU', async () => {
      const page = await console.logIn('/bundles');
      const bundles = page.getByRole('table', { name: 'Bundles' });
      await bundles.getByRole('link', { name: 'Morning Shake' }).waitFor();
      await looksRight(page, 'bundles');
      const heights = await bundles
        .getByRole('row')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      // A name is not broken after each letter.
      expect(Math.max(...heights)).toBeLessThan(90);
      await make({
        status: 'inactive',
        varients: [variant(`SKU-of-${id}`, { price: 9999999999.9999 }), variant(`${id}-b`, { price: 0.0001 })],
        attributes: { 'business-volume': 1, points: 2.5, 'cumulative-volume': 3 },
      });
      await page.reload();
      const row = bundles.getByRole('row', { name: new RegExp(id) });
      await row.waitFor();
      await until(async () =>
        expect(await row.getByRole('cell').allTextContents()).toEqual([
          `Bundle ${id}${id}`,
          'External API product',
          'Inactive',
          '$0.0001 – $9,999,999,999.99992 variants',
          '1 BV · 2.5 P · 3 CV',
          expect.any(String),
        ]),
      );
      await expectFitsPhone(page);
      for (const text of [`bundle ${id}`, id.toUpperCase(), `sku-of-${id}`]) {
        await page.getByLabel('Search by name, id or SKU').fill(text);
        await bundles.getByRole('link', { name: 'Morning Shake' }).waitFor({ state: 'detached' });
        await until(async () => expect(await bundles.getByRole('row').count()).toBe(2));
        await page.getByRole('button', { name: 'Clear the search' }).click();
        await bundles.getByRole('link', { name: 'Morning Shake' }).waitFor();
      }
      await page.getByRole('button', { name: 'Product type' }).click();
      await choose(page, 'Product type', 'start', /Starter kit/);
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Status', exact: true }).click();
      await page.getByRole('option', { name: 'Inactive' }).click();
      await page.getByText('No results').waitFor();
      await page.waitForURL('**/bundles?product_type=starter-kit&status=inactive');
      await page.reload();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await row.waitFor();
    });

    it('are read a page at a time, and say while they load and when they cannot be', async () => {
      const page = await console.logIn('/product-types');
      await shows(page, 'Product types');
      const release = await holdAnswers(page, 'bundles/**');
      const [request] = await Promise.all([
        page.waitForRequest(/\/admin\/api\/bundles\//),
        page.getByRole('link', { name: 'Bundles', exact: true }).click(),
      ]);
      expect(new URL(request.url()).searchParams.get('limit')).toBe('25');
      await page.getByRole('status', { name: 'Loading bundles' }).waitFor();
      await release();
      await page.getByRole('table', { name: 'Bundles' }).waitFor();
      console.problems.expect(/status of 503/);
      const recover = await failAnswers(page, 'bundles/**');
      await console.open(at('morning-shake'));
      await page.getByRole('alert').getByText('Could not be loaded').waitFor();
      await recover();
      await page.getByRole('button', { name: 'Try again' }).click();
      await shows(page, 'Morning Shake');
    });

    it('are created after a choice of the type, with exact decimals, and refusals at their fields', async () => {
      await make();
      const page = await console.logIn('/bundles');
      await page.getByRole('button', { name: 'Create a bundle' }).click();
      await page.waitForURL('**/bundles?dialog=new');
      const dialog = page.getByRole('dialog', { name: 'What type is the new bundle?' });
      await dialog.getByText('External API product').waitFor();
      await looksRight(page, 'bundle-new-type');
      await dialog.getByRole('link', { name: /External API product/ }).click();
      await shows(page, 'Create a bundle');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Enter a SKU').waitFor();
      await until(async () => expect(await page.getByText('Enter a text in English').count()).toBe(3));
      await until(async () =>
        expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true'),
      );
      await expectAccessible(page);

      await page.getByLabel('Bundle id').fill(id);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tea box');
      await page.getByLabel('Business volume').fill('1234567890.1234');
      await page.getByLabel('Points').fill('0.0001');
      await page.getByLabel('Name in English').waitFor();
      await until(async () => expect(await page.getByLabel('Name in English').inputValue()).toBe('Tea box'));
      await page.getByLabel('Short description in English').fill('Teas');
      await page.getByRole('textbox', { name: 'Description in English', exact: true }).fill('Three teas.\nIn a box.');
      const fill = async (nth: number, values: Record<string, string>): Promise<void> => {
        for (const [label, value] of Object.entries(values))
          await page.getByLabel(`${label} of variant ${nth}`).fill(value);
      };
      await fill(1, { SKU: `${id}-1`, Name: 'Green', 'Price (USD)': '24,90', 'Wholesale (USD)': '18.50001' });
      await page.getByRole('button', { name: 'Add a variant' }).click();
      await until(async () =>
        expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('SKU of variant 2'),
      );
      await fill(2, { SKU: `${id}-2`, Name: 'Black', 'Price (USD)': '9999999999.9999', 'Wholesale (USD)': '0.0001' });
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('Use a decimal point and no thousands separator').waitFor();
      await page.getByText('At most 4 decimals', { exact: true }).waitFor();
      await fill(1, { 'Price (USD)': '24.90', 'Wholesale (USD)': '18.5' });
      await page.getByRole('button', { name: 'Create', exact: true }).click();

      // What only the service knows: the id is taken, and the SKU of the first variant.
      await page.getByText('A product with the same bundle id already exists').waitFor();
      const row = (nth: number): Locator => page.getByRole('table', { name: 'Variants' }).getByRole('row').nth(nth);
      await row(1).getByText('Belongs to another bundle').waitFor();
      await until(async () => expect(await row(2).getByText('Belongs').count()).toBe(0));
      await looksRight(page, 'bundle-new');
      await page.getByLabel('Bundle id').fill(`${id}-b`);
      await fill(1, { SKU: `${id}-2` });
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await row(2).getByText('Is duplicated in this request').waitFor();
      await fill(1, { SKU: `${id}-3` });
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await shows(page, 'Tea box');
      await until(async () =>
        expect(await read(`${id}-b`)).toMatchObject({
          bundle_name_translations: { en: 'Tea box' },
          description_translations: { en: 'Three teas.\nIn a box.' },
          varients: [
            { 'product-sku': `${id}-3`, price: 24.9, 'whole-sale-price': 18.5 },
            { 'product-sku': `${id}-2`, price: 9999999999.9999, 'whole-sale-price': 0.0001 },
          ],
          attributes: { 'business-volume': 1234567890.1234, points: 0.0001, 'cumulative-volume': 0 },
        }),
      );
      await until(async () =>
        expect(await page.getByLabel('Price (USD) of variant 2').inputValue()).toBe('9999999999.9999'),
      );
      await until(async () =>
        expect(await page.getByLabel('Wholesale (USD) of variant 2').inputValue()).toBe('0.0001'),
      );

      // At the price: what it was, and what it will be.
      await page.getByRole('button', { name: `Prices of ${id}-3` }).click();
      const prices = page.getByRole('dialog', { name: `Prices of ${id}-3` });
      await prices.getByText('no other one is scheduled', { exact: false }).waitFor();
      await prices.getByLabel('Price (USD)').fill('29.90');
      await prices.getByLabel('From').fill('2098-01-01T09:00');
      await prices.getByRole('button', { name: 'Schedule the price' }).click();
      await prices.getByRole('cell', { name: '$29.90', exact: true }).waitFor();
      await looksRight(page, 'bundle-prices');
      await prices.getByRole('button', { name: 'Cancel the price of $29.90' }).click();
      await prices.getByText('Cancelled', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await prices.waitFor({ state: 'detached' });

      // Another one like it has everything but its id and SKUs.
      await page.getByRole('link', { name: 'Duplicate…' }).click();
      await shows(page, 'Duplicate “Tea box”');
      await until(async () => expect(await page.getByLabel('Bundle id').inputValue()).toBe(''));
      await until(async () => expect(await page.getByLabel('SKU of variant 1').inputValue()).toBe(''));
      await page.getByLabel('Bundle id').fill(`${id}-c`);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tea box for two');
      await fill(1, { SKU: `${id}-c1` });
      await fill(2, { SKU: `${id}-c2` });
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await shows(page, 'Tea box for two');
      await until(async () =>
        expect(await read(`${id}-c`)).toMatchObject({
          description_translations: { en: 'Three teas.\nIn a box.' },
          varients: [
            { 'product-sku': `${id}-c1`, 'product-name': 'Green', price: 24.9 },
            { 'product-sku': `${id}-c2`, 'product-name': 'Black', price: 9999999999.9999 },
          ],
        }),
      );
    });

    it('of other types have the fields of their type, and lose nothing that is not changed', async () => {
      const type = { name: 'lamp', label: 'Lamps', variant_fields: ['colour', 'watts'], attributes: ['months'] };
      await console.admin.post(TYPES, type);
      const lamp = {
        product_type: 'lamp',
        bundle_id: `${id}/ü 50% off?#1`,
        attributes: { months: 24 },
        short_description_translations: { en: 'Short', de: '' },
        varients: [
          { 'product-sku': `${id}-1`, price: 10, colour: 'red', watts: 40 },
          { 'product-sku': `${id}-2`, price: 12.5, colour: 7, watts: '007' },
        ],
      };
      await make(lamp);
      const page = await console.logIn(at(lamp.bundle_id));
      await shows(page, `Bundle ${id}`);
      await until(async () => expect(await page.getByLabel('Business volume').count()).toBe(0));
      await until(async () => expect(await page.getByLabel('Name of variant 1').count()).toBe(0));
      await until(async () => expect(await page.getByLabel('Type of colour of variant 2').inputValue()).toBe('number'));
      await until(async () => expect(await page.getByLabel('Type of watts of variant 2').inputValue()).toBe('text'));
      await looksRight(page, 'bundle-other-type');
      await screenshot(page, 'bundle-variants', page.getByRole('button', { name: 'Add a variant' }));
      await page.getByLabel('watts of variant 1', { exact: true }).fill('60.5');
      const body = await sentBy(page, () => save(page));
      expect(body).toEqual({
        varients: [{ 'product-sku': `${id}-1`, price: 10, colour: 'red', watts: 60.5, status: 'active' }],
      });
      await page.getByText('The bundle was saved.').waitFor();
      await until(async () =>
        expect(await read(lamp.bundle_id)).toMatchObject({
          ...lamp,
          varients: [{ watts: 60.5 }, { colour: 7, watts: '007' }],
        }),
      );
      await page.getByLabel('watts of variant 2', { exact: true }).fill('much');
      await page.getByLabel('Type of watts of variant 2').selectOption('number');
      await save(page);
      await page.getByText('Enter a number, such as 1.5').waitFor();
    });

    it('are changed in part: a refusal stands at the variant that was sent', async () => {
      await make({ varients: [variant(`${id}-1`), variant(`${id}-2`), variant(`${id}-3`)] });
      const page = await console.logIn(at(id));
      const row = (nth: number): Locator => page.getByRole('table', { name: 'Variants' }).getByRole('row').nth(nth);
      await page.getByLabel('Name of variant 3').fill(' ');
      await save(page);
      await row(3).getByText('Enter a name').waitFor();
      await page.getByLabel('Name of variant 3').fill('A\u0085B');
      const body = await sentBy(page, () => save(page));
      expect(body).toEqual({ varients: [expect.objectContaining({ 'product-sku': `${id}-3` })] });
      await row(3).getByText('Must not have control characters').waitFor();
      await until(async () => expect(await row(1).getByText('Must not').count()).toBe(0));
      await page.getByLabel('Name of variant 3').fill('Third');
      await page.getByLabel('Status of variant 3').selectOption('inactive');
      await page.getByRole('radio', { name: /^Inactive/ }).check();
      await page.getByLabel('Image').fill('not an address');
      await save(page);
      await page.getByText('Must be an http or https address, or a path', { exact: true }).waitFor();
      await page.getByLabel('Image').fill('https://cdn.example.com/tea.jpg');
      await page.getByRole('link', { name: 'Open the image in a new tab' }).waitFor();
      await until(async () => expect(await page.getByRole('img', { name: 'Image of the bundle' }).count()).toBe(0));
      await save(page);
      await page.getByText('The bundle was saved.').waitFor();
      await until(async () =>
        expect(await read(id)).toMatchObject({
          status: 'inactive',
          image: 'https://cdn.example.com/tea.jpg',
          varients: [{}, {}, { 'product-name': 'Third', status: 'inactive' }],
        }),
      );
      await page.getByLabel('Image').fill('/admin/favicon.svg');
      await page.getByRole('img', { name: 'Image of the bundle' }).waitFor();
    });

    it('get a picture that is chosen or dropped, which lists show small, and lose it', async () => {
      await make();
      const page = await console.logIn(at(id));
      await page.getByText('Upload a picture…').waitFor();
      const file = { name: 'tea.png', mimeType: 'image/png', buffer: await drawing() };
      await page.locator('input[type=file]').setInputFiles({ ...file, name: 'tea.gif', mimeType: 'image/gif' });
      const refusal = page.getByRole('alert');
      await refusal.getByText(/media type is not supported/).waitFor();
      await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('no picture') });
      await refusal.getByText(/picture that can be read/).waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      const preview = page.getByRole('img', { name: 'Image of the bundle' });
      await preview.waitFor();
      await until(async () =>
        expect(await page.getByLabel('Image', { exact: true }).inputValue()).toMatch(
          /\/pictures\/[0-9a-f]{64}-1280\.webp$/,
        ),
      );
      await until(() => widthOf(preview).then((width) => width === 640));
      await looksRight(page, 'bundle-picture');
      await save(page);
      await page.getByText('The bundle was saved.').waitFor();
      await page.goto(new URL('/admin/bundles', page.url()).href);
      const row = page.getByRole('row', { name: new RegExp(id) });
      const thumbnail = row.locator('img');
      await until(() => widthOf(thumbnail).then((width) => width === 160));
      await page.goto(new URL(`/admin${at(id)}`, page.url()).href);
      await page.getByRole('button', { name: 'Remove the picture' }).click();
      await until(async () => expect(await preview.count()).toBe(0));
      const data = await page.evaluateHandle(`(() => {
        const transfer = new DataTransfer();
        const bytes = new Uint8Array([${[...file.buffer].join()}]);
        transfer.items.add(new File([bytes], 'tea.png', { type: 'image/png' }));
        return transfer;
      })()`);
      await page.getByText('Drop a JPEG').dispatchEvent('drop', { dataTransfer: data });
      await preview.waitFor();
    });

    it('tell when they were changed meanwhile, and what saving does then', async () => {
      await make({ varients: [variant(`${id}-1`), variant(`${id}-2`)] });
      const page = await console.logIn(at(id));
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
      await console.admin.patch(`${BUNDLES}${id}/`, { varients: [variant(`${id}-2`, { price: 99 })] });
      // As when somebody comes back to this window.
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await page.getByText('This bundle was changed in the meantime').waitFor();
      await looksRight(page, 'bundle-changed-meanwhile');
      await save(page);
      await page.getByText('The bundle was saved.').waitFor();
      await until(async () => expect(await read(id)).toMatchObject({ name: 'Mine', varients: [{}, { price: 99 }] }));
      await until(async () => expect(await page.getByLabel('Price (USD) of variant 2').inputValue()).toBe('99.00'));
    });

    it('lose a variant at once, and keep what else was typed', async () => {
      await make({ varients: [variant(`${id}-1`), variant(`${id}-2`), variant(`${id}-3`)] });
      const page = await console.logIn(at(id));
      await page.getByLabel('Name of variant 3').fill('Typed');
      await page.getByRole('button', { name: `Delete variant ${id}-2` }).click();
      const dialog = page.getByRole('dialog', { name: `Delete the variant “${id}-2”?` });
      await dialog.waitFor();
      await looksRight(page, 'bundle-delete-variant');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await until(async () => expect(await page.getByLabel('Name of variant 2').inputValue()).toBe('Typed'));
      await until(async () => expect(await page.getByText('This bundle was changed in the meantime').count()).toBe(0));
      const body = await sentBy(page, () => save(page));
      await page.getByText('The bundle was saved.').waitFor();
      expect(body).toEqual({ varients: [expect.objectContaining({ 'product-name': 'Typed' })] });
      await page.getByRole('button', { name: `Delete variant ${id}-1` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      const last = page.getByRole('button', { name: `Delete variant ${id}-3` });
      await page.getByRole('button', { name: `Delete variant ${id}-1` }).waitFor({ state: 'detached' });
      await until(async () => expect(await last.getAttribute('aria-disabled')).toBe('true'));
      await page.getByRole('button', { name: 'Add a variant' }).click();
      await page.getByRole('button', { name: 'Delete variant 2' }).click();
      await until(async () => expect(await page.getByRole('button', { name: 'Discard changes' }).count()).toBe(0));
    });

    it('have texts in many languages side by side, each in its direction', async () => {
      await make({
        bundle_name_translations: { en: 'Tea box', de: 'Teekiste' },
        short_description_translations: { en: 'Three teas', de: 'Drei Tees' },
        description_translations: { en: 'Three teas in a wooden box.', de: 'Drei Tees in einer Kiste aus Holz.' },
      });
      const page = await console.logIn(at(id));
      await page.getByRole('region', { name: 'Texts in German' }).waitFor();
      await choose(page, 'Add a language', 'العر', /Arabic/);
      const arabic = page.getByLabel('Name in Arabic');
      await arabic.waitFor();
      await until(async () => expect(await page.evaluate('document.activeElement.lang')).toBe('ar'));
      await until(async () =>
        expect(await page.evaluate('getComputedStyle(document.activeElement).direction')).toBe('rtl'),
      );
      await arabic.fill('علبة شاي');
      await looksRight(page, 'bundle-texts', page.getByRole('combobox', { name: 'Add a language' }));
      await choose(page, 'Add a language', 'sr-latn', /sr-Latn/);
      const serbian = page.getByLabel('Short description in Serbian (Latin)');
      await until(async () => expect(await serbian.getAttribute('lang')).toBe('sr-Latn'));
      await serbian.fill('Tri čaja');
      await page.getByRole('button', { name: 'Remove German' }).click();
      const body = await sentBy(page, () => save(page));
      expect(body).toEqual({
        bundle_name_translations: { en: 'Tea box', ar: 'علبة شاي' },
        short_description_translations: { en: 'Three teas', 'sr-Latn': 'Tri čaja' },
        description_translations: { en: 'Three teas in a wooden box.' },
      });
      await page.getByText('The bundle was saved.').waitFor();
      await until(async () => expect(await read(id)).toMatchObject(body));
      await until(async () => expect(await page.getByRole('region', { name: 'Texts in German' }).count()).toBe(0));
    });

    it('ask before they are left with changes, and forget them when told to', async () => {
      const page = await console.logIn(at('morning-shake'));
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      await name.fill('Evening Shake');
      await page.getByRole('link', { name: 'External API product' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await page.getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await until(async () => expect(await name.inputValue()).toBe('Morning Shake'));
      await looksRight(page, 'bundle');
    });

    describe('in the end', () => {
      /** An order of a new member that holds a product. */
      async function order(sku: string): Promise<{ uid: number; order_number: string }> {
        const member = await console.app.make.member();
        const [product] = await console.app.database.query<{ id: number }>('SELECT id FROM products WHERE sku = $1', [
          sku,
        ]);
        await member.post('commerce/add-cart-item/', { product_id: product!.id, quantity: 1 });
        const { order_number } = (await member.post('commerce/create-order/', {})).body.data;
        return { uid: member.user.uid, order_number };
      }

      it('are not deleted while carts and orders hold them, which are shown first', async () => {
        await make({ varients: [variant(id)] });
        const { order_number, uid } = await order(id);
        await makeOrder(console.app, uid, id, 'cart');
        await makeOrder(console.app, uid, id, 'completed');
        const page = await console.logIn(at(id));
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await page.waitForURL('**?dialog=delete');
        const dialog = page.getByRole('dialog', { name: `Delete “Bundle ${id}”?` });
        await dialog.getByText('It is in 1 cart, 1 open order and 1 completed order.').waitFor();
        await until(async () => expect(await dialog.getByRole('textbox').count()).toBe(0));
        await looksRight(page, 'bundle-delete-refused');
        await until(async () =>
          expect(await dialog.getByRole('link', { name: 'Cart', exact: true }).getAttribute('href')).toBe(
            `/admin/users/${uid}/cart`,
          ),
        );
        await dialog.getByRole('button', { name: 'Deactivate instead' }).click();
        await page.getByText('The bundle is now inactive').waitFor();
        await until(async () => expect(await page.getByRole('radio', { name: /^Inactive/ }).isChecked()).toBe(true));
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await dialog.getByRole('link', { name: order_number }).click();
        await page.waitForURL('**/orders/*');
        await page.getByText(order_number).first().waitFor();
      });

      it('are deleted when nothing holds them, once their id was typed', async () => {
        await make({ varients: [variant(id)] });
        const page = await console.logIn(`${at(id)}?dialog=delete`);
        const dialog = page.getByRole('dialog', { name: `Delete “Bundle ${id}”?` });
        const button = dialog.getByRole('button', { name: 'Delete' });
        const box = dialog.getByLabel(`Type “${id}” to confirm`);
        await box.waitFor();
        await looksRight(page, 'bundle-delete');
        await until(async () => expect(await button.isDisabled()).toBe(true));
        await box.fill(id);
        // Somebody orders it in the very moment.
        const { uid } = await console.app.make.user();
        await makeOrder(console.app, uid, id, 'placed');
        await button.click();
        await dialog.getByText('It is in 1 open order.').waitFor();
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await dialog.waitFor({ state: 'hidden' });
        await console.app.database.query('DELETE FROM orders WHERE uid = $1', [uid]);
        // Not even what was typed into the form is in the way.
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Half typed');
        await page.getByRole('button', { name: 'Delete', exact: true }).click();
        await box.fill(id);
        // The message goes away by itself.
        await Promise.all([page.getByText(`“Bundle ${id}” was deleted.`).waitFor(), button.click()]);
        await shows(page, 'Bundles');
        expect((await console.admin.get(`${BUNDLES}${id}/`)).status).toBe(404);
        await console.open(at(id));
        await page.getByText('This does not exist').waitFor();
      });
    });
  });
});
