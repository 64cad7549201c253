import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { withApprovals, withoutApprovals } from '../support/approvals.js';
import { ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { inWords, useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

/** The demo's company, whose months are posted: jonas was brought by alice. */
describe('corrections of posted periods', () => {
  const console = useConsole();
  /** Calculates the runs: in the tests' own process no jobs run. */
  let worker: ServiceProcess | undefined;

  beforeAll(async () => {
    worker = await ServiceProcess.start({ DATABASE_URL: console.app.database.url });
  });
  afterAll(() => worker?.end('SIGTERM'));

  async function newestPosted(): Promise<{ id: number; period: string; from: string }> {
    const { body } = await console.admin.get('/admin/api/commission-runs/?status=posted&limit=1');
    return body.data.results[0];
  }

  /** Opens the dialog, and fills all of it in. */
  async function dateBack(page: Page, sponsor: string, since?: string): Promise<Locator> {
    const from = since ?? (await newestPosted()).from;
    await page.getByRole('button', { name: 'Move in the sponsor tree' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move jonas in the sponsor tree' });
    await dialog.getByRole('combobox', { name: 'New sponsor' }).fill(sponsor);
    await page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: 'Dated back' }).check();
    await dialog.getByLabel('Reason').fill('Wrong sponsor at sign-up');
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    await dialog.getByText('Enter the effective date').waitFor();
    await dialog.getByLabel('Since').fill(from.slice(0, 'yyyy-mm-ddThh:mm'.length));
    await dialog.getByRole('button', { name: 'Show what changes' }).click();
    return dialog;
  }

  it('begin with a move that is dated back, and are approved with both results side by side', async () => {
    const { period } = await newestPosted();
    const page = await console.logIn('/commission-corrections');
    await page.getByText('No corrections').waitFor();
    await expectAccessible(page);
    await console.open(`/users/${await console.uidOf('jonas')}/network`);
    const dialog = await dateBack(page, 'bob');
    const again = dialog.getByText(`1 posted period will be calculated again: ${inWords(period)}.`, { exact: false });
    await again.waitFor();
    await looksRight(page, 'member-move-back', again);
    await dialog.getByRole('button', { name: /^Move \d+ members?$/ }).click();
    await page.getByRole('heading', { name: /^Correction \d+$/ }).waitFor();
    const members = page.getByRole('table', { name: 'Corrected members' });
    await members.waitFor();
    await members.getByRole('link', { name: 'bob', exact: true }).waitFor();
    await looksRight(page, 'correction', page.getByText(/^\d+ entr(y|ies)$/));
    // Both results lead to the statements that explain them.
    const statement = members.getByRole('row', { name: /^bob/ }).getByRole('link').nth(2);
    await statement.click();
    await page.getByRole('heading', { name: `bob: ${inWords(period)}` }).waitFor();
    await page.getByText('which is not approved: nothing of it is posted.', { exact: false }).waitFor();
    await expectAccessible(page);
    // Home says that it waits.
    const back = page.url();
    await console.open('/');
    await page.getByRole('link', { name: /^Corrections to approve or discard 1$/ }).click();
    await page.waitForURL('**/commission-corrections?status=calculated');
    await page.getByRole('link', { name: /^Correction \d+$/ }).waitFor();
    await page.goto(back);
    await page.getByRole('link', { name: /^correction \d+$/ }).click();
    // A proposal is told of on the page, also after it is opened again.
    await console.app.make.superAdmin();
    await withApprovals(console.app);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('dialog').getByText('2 statements change, and the payout by $0.00. Each member').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and post' }).click();
    await page.getByText('It waits for another person').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Approve a correction' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Approve a correction' }).click();
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('Nothing was changed').waitFor();
    await withoutApprovals(console.app);
    await page.goBack();
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and post' }).click();
    await page.getByText('The differences are posted as adjustments.', { exact: false }).waitFor();
    await until(async () => expect(await page.getByRole('button', { name: /^(Approve|Discard)/ }).count()).toBe(0));
  });

  it('leave the posted run as it was, and are told of wherever its period is shown', async () => {
    const { id, period } = await newestPosted();
    const page = await console.logIn('/commission-runs');
    await page.getByRole('link', { name: `Final run of ${inWords(period)}` }).click();
    await page.getByText(`${inWords(period)} was corrected later`).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'The corrected run' }).click();
    await page.getByRole('heading', { name: `Correction of ${inWords(period)}` }).waitFor();
    await page.getByRole('link', { name: 'The posted run' }).click();
    await page.waitForURL(`**/commission-runs/${id}/summary`);
    // Nothing is said of it on the statement of somebody whose amount is the same.
    const { data: members } = (await console.admin.get(`/admin/api/commission-runs/${id}/members/?limit=100`)).body;
    const { data: list } = (await console.admin.get('/admin/api/commission-corrections/?status=approved')).body;
    const { data: changed } = (
      await console.admin.get(`/admin/api/commission-corrections/${list.results[0].id}/members/?limit=100`)
    ).body;
    const others = new Set(changed.results.map(({ uid }: { uid: number }) => uid));
    const same = members.results.find(({ uid }: { uid: number }) => !others.has(uid));
    await console.open(`/commission-runs/${id}/statements/${same.uid}`);
    await page.getByRole('heading', { name: `${same.username}: ${inWords(period)}` }).waitFor();
    await page.waitForLoadState('networkidle');
    await until(async () => expect(await page.getByText(`${inWords(period)} was corrected later`).count()).toBe(0));
    await console.open(`/compliance?period=${period}`);
    await page.getByText(`${inWords(period)} counts as corrected`).waitFor();
    await console.open(`/users/${await console.uidOf('bob')}/earnings`);
    await page.getByRole('cell', { name: /^correction \d+: Wrong sponsor at sign-up$/ }).waitFor();
  });

  it('may begin in the very minute since which both have been there', async () => {
    const jonas = await console.uidOf('jonas');
    const page = await console.logIn(`/users/${jonas}/network`);
    // People enrol at any microsecond, the demo's at whole minutes.
    const later = `+ interval '37.512345 seconds'`;
    const [{ since }] = (await console.app.database.query<{ since: Date }>(
      `WITH edges AS (UPDATE network_edges SET from_at = from_at ${later} WHERE uid = $1 AND to_at IS NULL),
            states AS (UPDATE network_states SET from_at = from_at ${later} WHERE uid = $1 AND to_at IS NULL)
       UPDATE network_members SET enrolled_at = enrolled_at ${later} WHERE uid = $1 RETURNING enrolled_at AS since`,
      [jonas],
    )) as [{ since: Date }];
    const dialog = await dateBack(page, 'carol', since.toISOString());
    await dialog.getByText('Nothing is moved yet').waitFor();
  });

  it('are discarded with nothing posted, and listed with their statuses', async () => {
    const page = await console.logIn(`/users/${await console.uidOf('jonas')}/network`);
    const dialog = await dateBack(page, 'alice');
    await dialog.getByRole('button', { name: /^Move \d+ members?$/ }).click();
    await page.getByRole('button', { name: 'Approve…' }).waitFor();
    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText('It was discarded: nothing was posted').waitFor();
    await console.goTo('Corrections');
    const list = page.getByRole('table', { name: 'Corrections' });
    await list.getByRole('cell', { name: 'Discarded' }).waitFor();
    await list.getByRole('link', { name: 'jonas' }).first().waitFor();
    await looksRight(page, 'corrections');
  });
});
