import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { UNILEVEL } from '../../src/modules/commissions/plans/templates/unilevel.template.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { screenshot } from './support/screenshot.js';

describe('the plans', () => {
  const console = useConsole({ demo: false });

  async function looksRight(page: Page, name: string, toward?: Locator): Promise<void> {
    await expectAccessible(page);
    await expectFitsPhone(page);
    await screenshot(page, name, toward);
  }

  const planOf = async (id: number) => (await console.admin.get(`/admin/api/plans/${id}/`)).body.data;
  const createPlan = async (changes: object = {}): Promise<number> =>
    (await console.admin.post('/admin/api/plans/', { ...UNILEVEL.plan, ...changes })).body.data.id;
  const idOf = (page: Page): number => Number(/plans\/(\d+)/.exec(page.url())![1]);

  it('begin with a template, which is changed, saved as a draft and found in the list', async () => {
    const page = await console.logIn('/');
    await console.goTo('Plans');
    await page.getByText('No plans yet').waitFor();
    await looksRight(page, 'plans-empty');
    await page.getByRole('link', { name: 'New plan' }).first().click();
    await page.getByRole('link', { name: 'Hybrid: unilevel and binary' }).waitFor();
    await looksRight(page, 'plan-templates');
    await page.getByRole('link', { name: 'Hybrid: unilevel and binary' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Hybrid 2027');
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hybrid 2027' }).waitFor();
    await page.getByText('the network has no binary placement tree').waitFor();
    await looksRight(page, 'plan');
    await screenshot(page, 'plan-ranks', page.getByRole('button', { name: 'Add a rank' }));
    await screenshot(page, 'plan-bonuses', page.getByRole('button', { name: 'Add a bonus' }));
    expect(await planOf(idOf(page))).toMatchObject({ name: 'Hybrid 2027', status: 'draft' });
    await console.goTo('Plans');
    await page.getByRole('link', { name: 'Hybrid 2027' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing');
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('cell', { name: 'not published' }).waitFor();
    await looksRight(page, 'plans');
  });

  it('are changed by a form, rank by rank and bonus by bonus, and the JSON follows', async () => {
    const id = await createPlan();
    const page = await console.logIn(`/plans/${id}`);
    await page.getByRole('button', { name: /^4\. gold/ }).click();
    await page.getByRole('textbox', { name: 'Group volume' }).fill('9000.5');
    await page.getByLabel('Name', { exact: true }).last().fill('ruby');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Move rank ruby down' }).click();
    await screenshot(page, 'plan-rank', page.getByRole('button', { name: /^5\. ruby/ }));
    await page
      .getByRole('button', { name: /unilevel$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /\. Unilevel/ }).click();
    const grid = page.getByRole('table', { name: 'Percents' });
    await grid.getByLabel('bronze, Level 1').fill('6');
    await grid.getByLabel('bronze, Level 1').press('Enter');
    await page.keyboard.type('7');
    await looksRight(page, 'plan-bonus', grid);
    await page.getByText('JSON', { exact: true }).click();
    const json = page.getByLabel('The plan as JSON');
    await json.waitFor();
    await looksRight(page, 'plan-json');
    const document = JSON.parse(await json.inputValue());
    expect(document.ranks.map(({ name }: { name: string }) => name)).toContain('ruby');
  });
});
