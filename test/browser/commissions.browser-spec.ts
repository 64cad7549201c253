import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { inWords, useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

/** The demo's company: two posted months, a payout, and a month that is left to be closed. */
describe('runs of commissions', () => {
  const console = useConsole();
  /** Calculates the runs: in the tests' own process no jobs run. */
  let worker: ServiceProcess | undefined;

  beforeAll(async () => {
    worker = await ServiceProcess.start({ DATABASE_URL: console.app.database.url });
  });
  afterAll(() => worker?.end('SIGTERM'));

  /** The period of the newest posted run, and its id. */
  async function newestPosted(): Promise<{ id: number; period: string }> {
    const { body } = await console.admin.get('/admin/api/commission-runs/?status=posted&limit=1');
    return body.data.results[0];
  }

  /** The payout of before, the parts and this payout, as they stand in the table. */
  async function expectBridgeAddsUp(page: Page, period: string): Promise<void> {
    const bridge = page.getByRole('table', { name: /^Why it differs from / });
    const cents = (text: string): number => Number(text.replace(/[^-0-9]/g, ''));
    await until(async () => expect(await bridge.locator('tbody tr').count()).toBe(10));
    const rows = await bridge.locator('tbody tr').all();
    const amounts = await Promise.all(rows.map(async (row) => cents(await row.getByRole('cell').first().innerText())));
    const last = amounts.pop()!;
    expect(amounts).toHaveLength(9);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(last);
    await until(async () => expect(await rows.at(-1)!.getByRole('rowheader').innerText()).toContain(inWords(period)));
    await until(async () =>
      expect(await page.getByRole('region', { name: 'Payout' }).getByRole('listitem').last().innerText()).toContain(
        inWords(period),
      ),
    );
  }

  it('answers why a member got what it got, from the summary down to the order', async () => {
    const { period } = await newestPosted();
    const page = await console.logIn();
    await console.goTo('Commission runs');
    // However narrow the table, a short word stays whole.
    await page.setViewportSize({ width: 1000, height: 900 });
    const plan = page.getByRole('link', { name: 'Hybrid' }).first();
    await until(async () => expect((await plan.boundingBox())!.height).toBeLessThan(25));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: `Final run of ${inWords(period)}` }).click();
    await page.getByRole('heading', { name: 'By bonus' }).waitFor();
    await expectBridgeAddsUp(page, period);
    await looksRight(page, 'run-summary');
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByText('Hash of the result').waitFor();
    await page.getByRole('link', { name: 'Lines', exact: true }).click();
    await page.getByRole('table', { name: 'Lines' }).waitFor();
    await page.setViewportSize(PHONE);
    await page.getByRole('list', { name: 'Lines' }).getByText('Amount: $').first().waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessible(page);
    // A bonus of a link that gave nothing, or that there is not.
    await page.goto(`${page.url()}?bonus=happy_hour`);
    await page.getByRole('button', { name: 'Bonus: Happy hour' }).waitFor();
    await page.getByText('No results').waitFor();
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByLabel('Search by username or name').fill('helena');
    const members = page.getByRole('table', { name: 'Members' });
    await members.getByRole('row', { name: /^helena \$[\d.,]+ [+-]\$[\d.,]+ / }).waitFor();
    await members.getByRole('link', { name: 'helena', exact: true }).click();
    await page.getByRole('heading', { name: `helena: ${inWords(period)}` }).waitFor();
    await looksRight(page, 'run-statement');
    await page
      .getByRole('button', { name: /^Why line/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: /^Why line/ });
    await dialog.getByRole('table', { name: 'What was bought' }).waitFor();
    await expectAccessible(page);
    const order = await dialog.getByRole('link').first().innerText();
    // From the line to the order, and from the order to the same line.
    const line = await dialog.getByRole('heading', { name: /^Why line/ }).innerText();
    await dialog.getByRole('link').first().click();
    await page.getByRole('heading', { name: `Order ${order}` }).waitFor();
    const commissions = page.getByRole('region', { name: 'Commissions' });
    await commissions.getByText(/was paid on the order/).waitFor();
    await looksRight(page, 'order-commissions');
    await commissions.getByRole('link', { name: `${line.replace('?', '')} of helena?` }).click();
    await page.getByRole('heading', { name: `helena: ${inWords(period)}` }).waitFor();
    await dialog.getByRole('table', { name: 'What was bought' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Number of the order').fill(order);
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByRole('status').getByRole('link', { name: order }).waitFor();
    await page.getByLabel('Number of the order').fill('no order');
    console.problems.expect(/status of 404/);
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByRole('status').getByRole('alert').waitFor();
  });

  it('closes a month: previewed, run, approved and posted; then what it came to is paid out', async () => {
    const { id } = await newestPosted();
    const { body } = await console.admin.get(`/admin/api/commission-runs/${id}/`);
    const period = String(body.data.to).slice(0, 'yyyy-mm'.length);
    const page = await console.logIn();
    await console.goTo('Commission runs');
    const start = async (kind: string): Promise<void> => {
      await page.getByRole('button', { name: 'Start a run' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Start a run' });
      await dialog.getByRole('radio', { name: kind }).check();
      // The one that can be run, without a look at what is posted.
      await until(async () =>
        expect(await dialog.getByRole('combobox', { name: 'Period' }).inputValue()).toBe(inWords(period)),
      );
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    };
    await start('Preview');
    await page.getByRole('heading', { name: `Preview of ${inWords(period)}` }).waitFor();
    await page.getByRole('heading', { name: 'By bonus' }).waitFor();
    await page.getByText(/by the plan .*\. As of [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d.[AP]M\.$/).waitFor();
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('It was discarded', { exact: false }).waitFor();
    await console.goTo('Commission runs');
    await start('Final');
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Post…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('Posted', { exact: true }).first().waitFor();
    const posted = page.url();
    await page.getByRole('link', { name: 'Next: pay out' }).waitFor();
    await looksRight(page, 'run-posted');

    await page.getByRole('link', { name: 'Next: pay out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the batch' }).click();
    await page.getByRole('button', { name: 'Release…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
    await page
      .getByRole('button', { name: /^Paid: / })
      .first()
      .click();
    await page.getByLabel('Reference').fill('TR-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('cell', { name: 'TR-1' }).waitFor();
    await page
      .getByRole('button', { name: /^Failed: / })
      .first()
      .click();
    await page.getByLabel('Reason').fill('The account is closed');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as failed' }).click();
    await page.getByRole('cell', { name: 'The account is closed' }).waitFor();
    await looksRight(page, 'payout');
    const payout = page.url().split('/').at(-1)!;
    const pending = await console.admin.get(`/admin/api/payouts/${payout}/items/?status=pending&limit=100`);
    const items = (pending.body.data.results as { id: number }[]).map((item) => ({
      id: item.id,
      status: 'paid',
      reference: 'T',
    }));
    expect((await console.admin.post(`/admin/api/payouts/${payout}/mark/`, { items })).status).toBe(200);
    await page.reload();
    await page.getByText('Settled', { exact: true }).waitFor();
    // What the page before has asked for is not waited for: leaving it may have cut that off.
    await page.goto('about:blank');
    const payouts = page.waitForResponse(/\/admin\/api\/payouts\//);
    await page.goto(posted);
    await (await payouts).finished();
    await page.getByRole('heading', { name: 'By bonus' }).waitFor();
    await until(async () => expect(await page.getByRole('link', { name: 'Next: pay out' }).count()).toBe(0));
  });

  it('shows balances, puts members on hold and releases them', async () => {
    const page = await console.logIn();
    await console.goTo('Payouts');
    await page.getByRole('link', { name: 'Balances' }).click();
    await page.getByRole('table', { name: 'Balances' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Holds' }).click();
    await page.getByRole('button', { name: 'Put on hold' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Put on hold' });
    await dialog.getByRole('combobox', { name: 'Member' }).fill('carol');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Identity' }).click();
    await dialog.getByLabel('Note').fill('The passport has expired');
    await dialog.getByRole('button', { name: 'Put on hold' }).click();
    await page.getByRole('cell', { name: 'The passport has expired' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Release the hold of carol' }).click();
    // A message stays while it is pointed at.
    await page.getByText('The hold of carol is released.').hover();
    await page.getByRole('button', { name: 'Release the hold of carol' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('carol is on hold again.').waitFor();
    await page.getByRole('button', { name: 'Release the hold of carol' }).click();
    await page.getByRole('button', { name: 'Release the hold of carol' }).waitFor({ state: 'detached' });
  });

  it('tells who bought and who earned', async () => {
    const page = await console.logIn();
    await console.goTo('Compliance');
    await page.getByRole('heading', { name: /^Income disclosure of/ }).waitFor();
    await page.getByText('Commissions by kind of buyer').waitFor();
    await looksRight(page, 'compliance');
    const { period } = await newestPosted();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as CSV' }).click();
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^compliance-${period}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
    // Whatever is calculated from a run leads to it.
    await page.getByRole('link', { name: inWords(period), exact: true }).click();
    await page.getByRole('heading', { name: `Final run of ${inWords(period)}` }).waitFor();
  });
});
