import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { BINARY, UNILEVEL } from '#commissions/plans/templates.js';
import { MoneyHands } from '../support/payouts.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

const console = useConsole({ demo: false });

describe('the versions of a plan', () => {
  const planOf = async (id: number) => (await console.admin.get(`/admin/api/plans/${id}/`)).body.data;
  const createPlan = async (plan: object): Promise<number> =>
    (await console.admin.post('/admin/api/plans/', plan)).body.data.id;

  const idOf = (page: Page): number => Number(/plans\/(\d+)/.exec(page.url())![1]);

  it('are published from a period on, with answers to what only then has to be asked', async () => {
    const first = await createPlan({ ...BINARY.plan, period: 'month', name: 'Binary' });
    await console.admin.post(`/admin/api/plans/${first}/publish/`, { from_period: '2038-01' });
    const id = await createPlan(UNILEVEL.plan);
    const page = await console.logIn(`/plans/${id}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish “Unilevel”' });
    await dialog.getByLabel('From the period').fill('2038-13');
    await dialog.getByText('Must be a month, such as 2027-01.').waitFor();
    await dialog.getByLabel('From the period').fill('2038-03');
    await dialog
      .getByText(`Plan ${first}, “Binary”, is effective in March 2038 now, and will end before it.`)
      .waitFor();
    // What has to be answered is asked before anything is refused.
    await dialog.getByRole('group', { name: 'Ranks that this plan does not have' }).waitFor();
    await until(async () => expect(await dialog.getByRole('alert').filter({ hasText: 'ublished' }).count()).toBe(0));
    await looksRight(page, 'plan-publish', dialog.getByRole('group', { name: 'Carried volumes' }));
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('Fix the highlighted fields.').waitFor();
    for (const [rank] of BINARY.plan.ranks.entries()) {
      const { name } = BINARY.plan.ranks[rank]!;
      const field = dialog.getByRole('combobox', { name, exact: true });
      if ((await field.count()) === 0) continue;
      await field.click();
      await page.getByRole('option', { name: 'silver', exact: true }).click();
    }
    await dialog.getByRole('group', { name: 'Carried volumes' }).getByRole('combobox').click();
    await page.getByRole('option', { name: 'Nobody: what is carried lapses' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The plan is published from March 2038 on.').waitFor();
    await page.getByText('from March 2038 on; months in UTC.').waitFor();
    await until(async () => expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0));
    await looksRight(page, 'plan-published');
    await until(async () => expect(await planOf(id)).toMatchObject({ status: 'published', from_period: '2038-03' }));
    await page.getByRole('link', { name: 'Copy' }).click();
    await page.getByRole('heading', { name: 'Copy of Unilevel' }).waitFor();
    await page.getByRole('button', { name: 'Create the draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unilevel (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The draft was deleted.').waitFor();
    await page.getByRole('table', { name: 'Plans' }).waitFor();
    await page.getByRole('button', { name: 'Effective in the period' }).click();
    await page.getByRole('textbox', { name: 'Effective in the period' }).fill('2038-02');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Unilevel' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Binary' }).waitFor();
    await looksRight(page, 'plans-of-period');
  });

  it('are compared, in words', async () => {
    const [before, after] = [
      await createPlan(UNILEVEL.plan),
      await createPlan({
        ...UNILEVEL.plan,
        name: 'Unilevel 2028',
        rate: 1.25,
        four_eyes: false,
        ranks: UNILEVEL.plan.ranks.map((rank) =>
          rank.name === 'silver' ? { ...rank, requires: { personal_volume: 120 } } : rank,
        ),
        bonuses: [
          ...UNILEVEL.plan.bonuses.slice(1),
          { id: 'leaders', type: 'generation', rank: 'gold', percents: [3, 2] },
        ],
      }),
    ];
    const page = await console.logIn(`/plans/${after}/compare?with=${before}`);
    const table = page.getByRole('table', { name: 'Changes' });
    await table.getByRole('row', { name: /Rate/ }).waitFor();
    await until(async () =>
      expect(await table.getByRole('row', { name: /^Rate/ }).getByRole('cell').allTextContents()).toEqual([
        '1',
        '1.25',
      ]),
    );
    await table.getByRole('row', { name: /silver › requires › personal volume/ }).waitFor();
    await looksRight(page, 'plan-compare');
    await page.getByRole('combobox', { name: 'Changes since' }).click();
    await until(async () => expect(await page.getByRole('option').count()).toBeGreaterThan(0));
  });

  it('are tried on the open period, by a run that can be looked at', async () => {
    const page = await console.logIn(`/plans/${await createPlan(UNILEVEL.plan)}/try`);
    await page.getByRole('textbox', { name: 'Period' }).fill('2026-13');
    await page.getByRole('button', { name: 'Start a preview' }).click();
    await page.getByText('Must be a month', { exact: false }).waitFor();
    await page.getByText('No period is posted yet.', { exact: false }).waitFor();
    await looksRight(page, 'plan-preview');
    await page.getByRole('textbox', { name: 'Period' }).fill(new Date().toISOString().slice(0, 7));
    await page.getByRole('button', { name: 'Start a preview' }).click();
    await page.getByRole('link', { name: 'Open the run' }).waitFor();
    const { results } = (await console.admin.get('/admin/api/commission-runs/?kind=preview')).body.data;
    await until(async () =>
      expect(await page.getByRole('link', { name: 'Open the run' }).getAttribute('href')).toBe(
        `/admin/commission-runs/${results[0].id}`,
      ),
    );
    expect(results[0]).toMatchObject({ kind: 'preview', plan_id: idOf(page) });
  });

  it('are not published past unsaved changes', async () => {
    const page = await console.logIn(`/plans/${await createPlan(UNILEVEL.plan)}`);
    await page.getByRole('textbox', { name: 'Rate' }).fill('2');
    await page.getByRole('button', { name: 'Publish…' }).hover();
    await page.getByText('Save or discard your changes first').waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click({ force: true });
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0));
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog', { name: 'Publish “Unilevel”' }).waitFor();
    await expectAccessible(page);
  });
});

describe('a plan of weeks after one of months', () => {
  const console = useConsole({ demo: false });

  it('begins with a week that begins with a month, which the dialog suggests; it never says that no plan is effective', async () => {
    const hands = await MoneyHands.of(console.app);
    await hands.publish({ name: 'Months' });
    const weekly = { ...UNILEVEL.plan, name: 'Weeks', period: 'week' };
    const { id } = await hands.ok(console.admin.post('/admin/api/plans/', weekly));
    const page = await console.logIn(`/plans/${id}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish “Weeks”' });
    await dialog.getByText(/“Months”, is effective in 20\d\d-W\d\d now, and will end before it\.$/).waitFor();
    await dialog
      .getByText(/and begins on the first day of a month, such as .*: the periods of the plan before are months\.$/)
      .waitFor();
    await until(async () => expect(await dialog.getByText('Must begin with a month').count()).toBe(0));
    await dialog.getByLabel('From the period').fill('2038-W10');
    await dialog.getByText('begins on the first day of a month, such as 2038-W44.').waitFor();
    await dialog.getByText('Must begin with a month').waitFor();
    expect(await dialog.getByText('No plan is effective').count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('the commission settings', () => {
  it('say when earnings are payable, and how often previews are made', async () => {
    const page = await console.logIn();
    await console.goTo('Commission settings');
    await page.getByLabel('Hold days').fill('400');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a number from 0 to 365').waitFor();
    await page.getByLabel('Hold days').fill('14');
    await page.getByLabel('Minutes between previews').fill('30');
    await looksRight(page, 'commission-settings');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The commission settings are saved').waitFor();
    const { data } = (await console.admin.get('/admin/api/commission-settings/')).body;
    expect(data).toMatchObject({ hold_days: 14, preview_minutes: 30 });
  });
});
