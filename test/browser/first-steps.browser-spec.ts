import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { monthBefore } from '../support/runs.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

const console = useConsole({ demo: false });

const STEPS = ['Product type', 'First bundle', 'Network', 'Plan', 'Application', 'Test order', 'First run'] as const;

const stepOf = (page: Page, step: (typeof STEPS)[number]): Locator =>
  page
    .getByRole('list', { name: 'First steps' })
    .getByRole('listitem')
    .filter({ hasText: step })
    .filter({ has: page.getByRole('heading', { name: step, exact: true }) });

/** Waits until the step is the next one, and goes to where it is done. */
async function goOn(page: Page, step: (typeof STEPS)[number], way: string): Promise<void> {
  await console.open('/first-steps');
  for (const one of STEPS.slice(0, STEPS.indexOf(step)))
    await stepOf(page, one).getByText('Done', { exact: true }).waitFor();
  await stepOf(page, step).getByText('Next', { exact: true }).waitFor();
  await stepOf(page, step).getByRole('link', { name: way }).click();
}

const create = (page: Page, button = 'Create'): Promise<void> =>
  page.getByRole('button', { name: button, exact: true }).click();

describe('the first steps', () => {
  it('lead through an empty installation, and each is done once its thing is there', async () => {
    const page = await console.logIn('/');
    const card = page.getByRole('region', { name: 'First steps' });
    await card.getByText('0 of 7 done. Next: Product type').waitFor();
    await looksRight(page, 'first-steps-home');
    await card.getByRole('link', { name: 'Go on' }).click();
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    await page.getByText('Prices and commissions are in USD.').waitFor();
    await looksRight(page, 'first-steps');

    await goOn(page, 'Product type', 'Create the type of the API');
    await create(page);
    await page.getByText('“External API product” was created.').waitFor();

    await goOn(page, 'First bundle', 'Create a bundle');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /External API product/ })
      .click();
    await page.getByLabel('Bundle id').fill('tea');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tea box');
    await page.getByLabel('Business volume').fill('40');
    await page.getByLabel('Short description in English').fill('Teas');
    await page.getByRole('textbox', { name: 'Description in English', exact: true }).fill('Three teas.');
    for (const [label, value] of [
      ['SKU', 'tea-1'],
      ['Name', 'Green'],
      ['Price (USD)', '24.90'],
      ['Wholesale (USD)', '18.50'],
    ] as const)
      await page.getByLabel(`${label} of variant 1`).fill(value);
    await create(page);
    await page.getByRole('heading', { level: 1, name: 'Tea box' }).waitFor();

    await goOn(page, 'Network', 'Create a member');
    await page.getByLabel('Username').fill('helena');
    await page.getByLabel('E-mail address').fill('helena@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a-long-password-1');
    await page.getByRole('checkbox', { name: 'Member' }).check();
    await create(page, 'Create the user');
    await page.getByRole('heading', { level: 1, name: 'helena' }).waitFor();

    await goOn(page, 'Plan', 'Choose a template');
    await page.getByRole('link', { name: 'Unilevel', exact: true }).click();
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unilevel' }).waitFor();
    await goOn(page, 'Plan', 'Publish a draft');
    await page.getByRole('link', { name: 'Unilevel' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByLabel('From the period').fill(monthBefore(0));
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The plan is published from', { exact: false }).waitFor();

    await goOn(page, 'Application', 'Register an application');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Web shop');
    await page.getByRole('textbox', { name: 'Username' }).fill('web-shop-admin');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('web-shop-admin@example.com');
    await create(page, 'Register');
    await page.getByRole('heading', { level: 1, name: 'Web shop is registered' }).waitFor();

    await goOn(page, 'Test order', 'Place an order');
    const place = page.getByRole('dialog', { name: 'Place an order' });
    await place.getByRole('button', { name: 'Place the order' }).click();
    await place.getByText('Choose a user').waitFor();
    await place.getByText('Choose a product').waitFor();
    await place.getByRole('combobox', { name: 'User' }).fill('helena');
    await page.keyboard.press('Enter');
    await place.getByRole('combobox', { name: 'Product' }).fill('tea-1');
    await page.keyboard.press('Enter');
    await place.getByLabel('Quantity').fill('2');
    await looksRight(page, 'order-place');
    await place.getByRole('button', { name: 'Place the order' }).click();
    await page.waitForURL('**/orders/*');
    await page.getByRole('button', { name: 'Mark as paid' }).waitFor();

    await goOn(page, 'First run', 'Start a run');
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: /^Preview of/ }).waitFor();

    await console.open('/first-steps');
    await stepOf(page, 'First run').getByText('Done', { exact: true }).waitFor();
    await screenshot(page, 'first-steps-done');
    await console.open('/');
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
    await until(async () => expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0));
  });

  it('are hidden from the first page, and shown again', async () => {
    await console.app.database.query('UPDATE applications SET deleted_at = now()');
    const page = await console.logIn('/');
    const card = page.getByRole('region', { name: 'First steps' });
    await card.getByText('6 of 7 done. Next: Application').waitFor();
    await card.getByRole('button', { name: 'Hide' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
    await until(async () => expect(await card.count()).toBe(0));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('first steps');
    await page.getByRole('option', { name: 'First steps' }).click();
    await page.getByRole('switch', { name: 'Show the open steps on the first page' }).check();
    await console.open('/');
    await card.waitFor();
  });

  it('are those of one’s role: who can do none of the open ones is not led there, and reads who else can', async () => {
    console.admin = await console.app.make.admin(['auditor']);
    const page = await console.logIn('/');
    await page.getByRole('heading', { name: 'What waits' }).waitFor();
    await until(async () => expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0));
    await console.open('/first-steps');
    await stepOf(page, 'Application').getByText('You cannot do this step', { exact: false }).waitFor();
    await expectAccessible(page);
  });
});
