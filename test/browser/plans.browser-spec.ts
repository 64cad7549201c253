import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { UNILEVEL } from '#commissions/plans/templates.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('the plans', () => {
  const console = useConsole({ demo: false });

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
    // What the saved draft has, though the template does not say it.
    await until(async () => expect(await page.getByLabel('Four eyes').isChecked()).toBe(true));
    await until(async () =>
      expect(await page.getByRole('combobox', { name: 'Rounding' }).inputValue()).toBe('Half to even'),
    );
    await until(async () =>
      expect(await page.getByRole('textbox', { name: 'Rate', exact: true }).inputValue()).toBe('1'),
    );
    await page.getByLabel('Name', { exact: true }).fill('Hybrid 2027');
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hybrid 2027' }).waitFor();
    await page.getByText('the network has no binary placement tree').waitFor();
    await looksRight(page, 'plan');
    await screenshot(page, 'plan-ranks', page.getByRole('button', { name: 'Add a rank' }));
    await screenshot(page, 'plan-bonuses', page.getByRole('button', { name: 'Add a bonus' }));
    await until(async () => expect(await planOf(idOf(page))).toMatchObject({ name: 'Hybrid 2027', status: 'draft' }));
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
    const ranks = ({ ranks }: typeof UNILEVEL.plan) => ranks.map(({ name }) => name);
    await until(async () =>
      expect(ranks(JSON.parse(await json.inputValue()))).toEqual(['associate', 'bronze', 'silver', 'diamond', 'ruby']),
    );
    const document = JSON.parse(await json.inputValue());
    expect(document.ranks[3].requires.legs).toEqual([{ rank: 'ruby', count: 3 }]);
    expect(document.bonuses[2].percents).toMatchObject({ bronze: [6, 5, 3], silver: [7, 5, 5, 4] });
  });

  it('ask for what a rank takes: volumes, legs, customers, or any of several alternatives', async () => {
    const id = await createPlan();
    const page = await console.logIn(`/plans/${id}`);
    await page.getByRole('button', { name: 'Add a rank' }).click();
    await page.getByLabel('Name', { exact: true }).last().fill('crown');
    await page.keyboard.press('Enter');
    const rank = page.getByRole('listitem', { name: 'rank crown' });
    const add = async (condition: RegExp): Promise<void> => {
      await rank.getByRole('button', { name: 'Add a condition' }).first().click();
      await page.getByRole('menuitem', { name: condition }).click();
    };
    await rank.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('menuitem', { name: /^Customers/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: /^Customers/ }).click();
    await rank.getByRole('textbox', { name: 'Customers' }).fill('5');
    await add(/^Legs with a rank/);
    await rank.getByLabel('Legs, condition 1').fill('2');
    await rank.getByLabel('Rank, condition 1').click();
    await page.getByRole('option', { name: 'gold' }).click();
    await rank.getByRole('button', { name: 'Add a condition' }).last().click();
    await page.getByRole('menuitem', { name: /^Any of several alternatives/ }).click();
    for (const [index, volume] of [20_000, 30_000].entries()) {
      const alternative = rank.getByRole('group', { name: `Alternative ${index + 1}` });
      await alternative.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByRole('menuitem', { name: /^Group volume/ }).click();
      await alternative.getByRole('textbox', { name: 'Group volume' }).fill(String(volume));
    }
    await rank.getByRole('button', { name: 'Remove the condition personal volume' }).click();
    await looksRight(page, 'plan-conditions', rank.getByRole('group', { name: 'Alternative 2' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft was saved.').waitFor();
    expect((await planOf(id)).plan.ranks[5]).toEqual({
      name: 'crown',
      requires: {
        customers: 5,
        legs: [{ rank: 'gold', count: 2 }],
        any: [{ group_volume: 20_000 }, { group_volume: 30_000 }],
      },
    });
  });

  it('have parameters for each type of bonus', async () => {
    const id = await createPlan();
    const page = await console.logIn(`/plans/${id}`);
    const add = async (type: string): Promise<Locator> => {
      await page.getByRole('button', { name: 'Add a bonus' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a bonus' });
      await dialog.getByRole('button', { name: new RegExp(`^${type}`) }).click();
      await dialog.waitFor({ state: 'detached' });
      return page.getByRole('listitem', { name: new RegExp(`^bonus ${type.toLowerCase()}`) });
    };
    const binary = await add('Binary');
    await binary.getByLabel('Cycle', { exact: true }).check();
    await binary.getByLabel('Volume', { exact: true }).fill('300');
    await binary.getByLabel('Amount', { exact: true }).fill('30');
    await binary.getByRole('textbox', { name: 'Weak' }).fill('2');
    await binary.getByLabel('associate, Cap').fill('500');
    await binary.getByRole('checkbox', { name: 'Requires legs' }).check();
    await looksRight(page, 'plan-binary', binary.getByLabel('associate, Cap'));
    const steps = await add('Differential');
    await steps.getByLabel('Row 1, From').fill('0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('3');
    await steps.getByRole('button', { name: 'Add a row' }).click();
    await steps.getByLabel('Row 2, From').fill('1000');
    await steps.getByLabel('Row 2, Percent').fill('6');
    await looksRight(page, 'plan-differential', steps.getByRole('button', { name: 'Add a row' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft was saved.').waitFor();
    expect((await planOf(id)).plan.bonuses.slice(5)).toMatchObject([
      {
        id: 'binary',
        ratio: { strong: 1, weak: 2 },
        cycle: { volume: 300, amount: 30 },
        cap: { associate: 500 },
        requires_legs: true,
      },
      {
        id: 'differential',
        steps: [
          { from: 0, percent: 3 },
          { from: 1000, percent: 6 },
        ],
      },
    ]);
  });

  it('stand beside their JSON on a wide screen, where each follows the other', async () => {
    const page = await console.logIn(`/plans/${await createPlan()}`);
    await page.setViewportSize({ width: 1680, height: 1000 });
    const json = page.getByLabel('The plan as JSON');
    await page.getByRole('textbox', { name: 'Rate' }).fill('1.5');
    await until(async () => expect(JSON.parse(await json.inputValue()).rate).toBe(1.5));
    await json.fill((await json.inputValue()).replace('"name": "bronze"', '"name": "copper"'));
    await page.getByRole('button', { name: /^2\. copper/ }).click();
    await expectAccessible(page);
    if (process.env.UPDATE_SCREENSHOTS !== undefined)
      await page.screenshot({ path: '.cache/pictures/plan-beside.png' });
  });

  it('show what the service says at its field, in the JSON, and in a list that leads there', async () => {
    const page = await console.logIn(`/plans/${await createPlan()}`);
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByRole('button', { name: /\. Unilevel/ }).click();
    await page.getByLabel('silver, Level 2').fill('101');
    await page.getByRole('button', { name: /\. Unilevel/ }).click();
    await page.getByRole('button', { name: 'Add a bonus' }).click();
    const types = page.getByRole('dialog', { name: 'Add a bonus' });
    await types.getByRole('button', { name: /^Matching/ }).waitFor();
    await looksRight(page, 'plan-add-bonus');
    await types.getByRole('button', { name: /^Matching/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('alert').filter({ hasText: 'Not saved: 3 problems' });
    await list.getByRole('button', { name: 'Bonuses › unilevel › Percents › silver › Level 2' }).click();
    await until(async () =>
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('silver, Level 2'),
    );
    await looksRight(page, 'plan-problems', page.getByRole('table', { name: 'Percents' }).first());
    await page.evaluate('window.scrollTo(0, 0)');
    await screenshot(page, 'plan-problem-list', list);
    await page.getByText('JSON', { exact: true }).click();
    await list.getByRole('button', { name: 'Time zone' }).click();
    await looksRight(page, 'plan-json-problems');
    await page.getByText('Form', { exact: true }).click();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByRole('alert').filter({ hasText: 'Not saved: 2 problems' }).waitFor();
    await page.getByLabel('silver, Level 2').fill('4');
    await page.getByRole('group', { name: 'Matched bonuses' }).getByLabel('unilevel').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft was saved.').waitFor();
    expect((await planOf(idOf(page))).plan).toMatchObject({
      time_zone: 'Europe/Berlin',
      bonuses: { 5: { of: ['unilevel'] } },
    });
  });

  it('are typed as JSON too, with the line of each mistake', async () => {
    const id = await createPlan();
    const page = await console.logIn(`/plans/${id}/document?view=json`);
    const json = page.getByLabel('The plan as JSON');
    const before = await json.inputValue();
    await json.fill(before.replace('"rate": 1,', '"rate": 1'));
    await page.getByText('Not valid JSON from line 7 on').waitFor();
    await page.getByText('A comma or } is missing.').waitFor();
    await looksRight(page, 'plan-json-mistake');
    await page.getByText('Form', { exact: true }).click();
    await page.getByText('The form shows the plan before the JSON was broken').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show line 7' }).click();
    await json.fill(before.replace('"rate": 1,', '"rate": 1.5,'));
    await page.getByText('Form', { exact: true }).click();
    await until(async () => expect(await page.getByRole('textbox', { name: 'Rate' }).inputValue()).toBe('1.5'));
    await console.goTo('Plans');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft was saved.').waitFor();
    expect((await planOf(id)).plan.rate).toBe(1.5);
  });

  it('are not overwritten unseen when somebody else saved in between', async () => {
    const id = await createPlan();
    const page = await console.logIn(`/plans/${id}`);
    await page.getByRole('textbox', { name: 'Rate' }).fill('2');
    await console.admin.put(`/admin/api/plans/${id}/`, { ...UNILEVEL.plan, rate: 3 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else changed this draft in the meantime').waitFor();
    await looksRight(page, 'plan-conflict');
    await page.getByRole('button', { name: 'Discard mine, show theirs' }).click();
    await page.getByText('Somebody else changed this draft in the meantime').waitFor({ state: 'detached' });
    await until(async () => expect(await page.getByRole('textbox', { name: 'Rate' }).inputValue()).toBe('3'));
    await page.getByRole('textbox', { name: 'Rate' }).fill('4');
    await console.admin.put(`/admin/api/plans/${id}/`, { ...UNILEVEL.plan, rate: 5 });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save mine over theirs' }).click();
    await page.getByText('The draft was saved.').waitFor();
    expect((await planOf(id)).plan.rate).toBe(4);
  });

  it('are filled in with the keyboard, cell by cell, and from a spreadsheet', async () => {
    const page = await console.logIn(`/plans/${await createPlan()}`);
    const head = page.getByRole('button', { name: /\. Unilevel/ });
    await head.focus();
    await page.keyboard.press('Enter');
    const first = page.getByLabel('associate, Level 1');
    await first.focus();
    await page.keyboard.type('8');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2.5');
    await page.keyboard.press('ArrowDown');
    await until(async () =>
      expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('bronze, Level 2'),
    );
    await page.getByRole('button', { name: 'bronze: as the rank below' }).focus();
    await page.keyboard.press('Enter');
    await until(async () => expect(await page.getByLabel('bronze, Level 2').getAttribute('placeholder')).toBe('2.5'));
    await page.getByLabel('silver, Level 1').focus();
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '1\\t2\\t3\\r\\n4\\t5\\t6\\r\\n');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(paste);
    }`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The draft was saved.').waitFor();
    const { percents } = (await planOf(idOf(page))).plan.bonuses[2];
    expect(percents).toMatchObject({ associate: [8, 2.5], silver: [1, 2, 3, 4], gold: [4, 5, 6, 4, 3, 2] });
    expect(percents.bronze).toBeUndefined();
  });
});
