import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { TestClient } from '../support/factories.js';
import { age, codeOf, withApp, type Holder } from '../support/second-factor.js';
import { ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

/** The demo's company: the last month that is over is left to be closed. */
describe('a finance month of two people with a second factor', () => {
  const console = useConsole({ approvals: true });
  /** Calculates the runs: in the tests' own process no jobs run. */
  let worker: ServiceProcess | undefined;
  let maker: TestClient;
  let approver: Holder;

  beforeAll(async () => {
    worker = await ServiceProcess.start({ DATABASE_URL: console.app.database.url });
    maker = (await withApp(console.app)).client;
    approver = await withApp(console.app);
    // What the demo's fair sold in that month is imported by the worker, too: a run that began before would be refused.
    const admin = await console.app.make.superAdmin();
    await until(async () => {
      const { results } = (await admin.get('/admin/api/imports/')).body.data;
      return results.length > 0 && results.every(({ status }: { status: string }) => status === 'done');
    });
  });
  afterAll(() => worker?.end('SIGTERM'));

  async function enterAs(client: TestClient, path: string): Promise<Page> {
    console.admin = client;
    return console.logIn(path);
  }

  /** Answers the question that a button asks. */
  async function ask(page: Page, button: string, action: string): Promise<void> {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  }

  /** Does something after its question: the dialog closes when it is done, and stays with the error when it is refused. */
  async function confirm(page: Page, button: string, action: string): Promise<void> {
    await ask(page, button, action);
    const dialog = page.getByRole('dialog');
    const refused = dialog.getByRole('alert');
    await Promise.race([dialog.waitFor({ state: 'hidden' }), refused.waitFor()]);
    if (await refused.isVisible()) throw new Error(`${action}: ${await refused.innerText()}`);
  }

  it('is calculated and paid by one, and approved and released by the other', async () => {
    const page = await enterAs(maker, '/');
    await page.getByRole('link', { name: /has ended: it has no final run$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Start a run' });
    await until(() => dialog.getByRole('radio', { name: 'Final' }).isChecked());
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Approve…' }).click();
    const { username } = approver.client.user;
    const question = page.getByRole('dialog');
    await question
      .getByText(new RegExp(`^This only proposes it. Who can then approve it: .*\\b${username}\\b`))
      .waitFor();
    await looksRight(page, 'forecast');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    // The message goes away by itself.
    await Promise.all([
      page.getByText('It waits for another person: ').waitFor(),
      confirm(page, 'Approve…', 'Approve'),
    ]);
    // Also when the message is gone.
    await page.reload();
    await page
      .getByRole('alert')
      .getByText(new RegExp(`waits for .*\\b${username}\\b`))
      .waitFor();
    expect(await page.getByText('Then approve the run').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    const run = new URL(page.url()).pathname.replace('/admin', '');

    await enterAs(approver.client, '/approvals?for_me=true');
    await page.getByLabel('1 wait for you').waitFor();
    await page.getByRole('table', { name: 'Approvals' }).getByRole('link').first().click();
    await age(console.app, approver.client);
    await ask(page, 'Approve…', 'Approve');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Code').fill(codeOf(approver.secret, 1));
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Approved', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.waitForURL(`**${run}`);

    await enterAs(maker, run);
    await page.getByRole('button', { name: 'Post…' }).click();
    await page
      .getByRole('dialog')
      .getByText(/^\$[\d,.]+ for \d+ members\. This writes/)
      .waitFor();
    await page.keyboard.press('Escape');
    await confirm(page, 'Post…', 'Post');
    await console.goTo('Payouts');
    await page.getByRole('button', { name: 'New batch' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the batch' }).click();
    await page.getByRole('button', { name: 'Cancel…' }).waitFor();
    // Whoever made it proposes, as everywhere else.
    await page.getByRole('button', { name: 'Release…' }).click();
    await question.getByText('This only proposes it. Who can then approve it: ').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    const batch = new URL(page.url()).pathname.replace('/admin', '');

    await enterAs(approver.client, batch);
    await page.getByRole('button', { name: 'Release…' }).click();
    await page.getByRole('dialog').getByText('You review it as the second person').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await confirm(page, 'Release…', 'Release');
    await page
      .getByRole('button', { name: /^Paid: / })
      .first()
      .waitFor();
    const { results } = (await approver.client.get('/admin/api/approvals/?status=approved&limit=2')).body.data;
    expect(results).toMatchObject([
      { kind: 'payout.release', status: 'approved', decided_by_uid: approver.client.user.uid },
      { kind: 'run.approve', status: 'approved', made_by_uid: maker.user.uid },
    ]);
  });
});
