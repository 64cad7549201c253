import { describe, expect, it } from '@jest/globals';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

/** The demo's company, and some more that members are owed. */
describe('the payout desk', () => {
  const console = useConsole();

  async function owe(username: string, amount: number): Promise<number> {
    const uid = await console.uidOf(username);
    const { status } = await console.admin.post('/admin/api/earnings/', { uid, amount, reason: 'Convention' });
    expect(status).toBe(200);
    return uid;
  }

  it('shows whom a batch pays and whom not, marks it by a file of the bank, and pays the failed ones again', async () => {
    for (const [username, amount] of [
      ['bob', 120],
      ['marta', 80.55],
      ['carol', 60],
      ['alice', -100_000],
    ] as const)
      await owe(username, amount);

    const page = await console.logIn('/payouts/batches');
    await page.getByRole('button', { name: 'New batch' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New batch' });
    await dialog.getByRole('button', { name: /^Will be paid/ }).click();
    await dialog.getByRole('table', { name: 'People' }).getByRole('link').first().waitFor();
    await screenshot(page, 'payout-preview');
    await dialog.getByRole('button', { name: /^Negative balance/ }).click();
    await dialog.getByRole('table', { name: 'People' }).getByRole('link', { name: 'alice' }).waitFor();
    await looksRight(page);
    await dialog.getByLabel('Minimum balance').fill('100');
    await dialog.getByRole('button', { name: /^Below the minimum/ }).waitFor();
    await dialog.getByLabel('Minimum balance').fill('');
    await dialog.getByRole('button', { name: /^Below the minimum/ }).waitFor({ state: 'detached' });
    // Only when the batch is on its way: the page may still be asking for the preview.
    await page.route(
      '**/admin/api/payouts/',
      async (route) => {
        await owe('carol', 1.25);
        await route.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Make the batch of $' }).click();
    await dialog.getByText('look at the preview again').waitFor();
    await owe('carol', 1);
    await dialog.getByRole('button', { name: /^On hold/ }).click();
    const { amount } = (await console.admin.post('/admin/api/payouts/preview/', {})).body.data;
    await dialog.getByRole('button', { name: `Make the batch of $${amount.toFixed(2)}` }).waitFor();
    await dialog.getByRole('button', { name: 'Make the batch of $' }).click();

    await page.getByRole('button', { name: 'Release…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { results } = (await console.admin.get(`/admin/api/payouts/${id}/items/?limit=100`)).body.data as {
      results: { id: number; amount: number; username: string }[];
    };
    await page.getByText(`${results.length} of ${results.length} left, $`).waitFor();
    await page.getByRole('button', { name: 'File for the bank…' }).click();
    const bank = page.getByRole('dialog', { name: `File for the bank: payout ${id}` });
    await bank.getByLabel('Username').check();
    await expectAccessible(page);
    await screenshot(page, 'payout-bank-file');
    const saving = page.waitForEvent('download');
    await bank.getByRole('button', { name: 'Download' }).click();
    expect((await saving).suggestedFilename()).toMatch(new RegExp(`^bank-file-${id}-\\d{4}-\\d{2}-\\d{2}\\.csv$`));
    await bank.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'File for the bank…' }).click();
    await bank.getByRole('radio', { name: 'ACH credits (NACHA)' }).check();
    await looksRight(page);
    const savingCredits = page.waitForEvent('download');
    await bank.getByRole('button', { name: 'Download' }).click();
    expect((await savingCredits).suggestedFilename()).toBe(`payout-${id}-1.ach`);
    await bank.waitFor({ state: 'detached' });

    const rows = results.map(({ id: item, amount }, at) =>
      at === 0 ? `P${id}-${item},failed,${amount},The account is closed` : `P${id}-${item},paid,${amount},`,
    );
    const file = ['reference,result,amount,reason', ...rows, `P${id}-999999999,paid,5,`].join('\n');

    await page.getByRole('button', { name: 'Results from the bank…' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await (await choosing).setFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const report = page.getByRole('dialog', { name: `Results of payout ${id}` });
    await report.getByText('1 row not matched').waitFor();
    await report.getByRole('cell', { name: `P${id}-999999999` }).waitFor();
    await looksRight(page, 'payout-results');
    await report.getByRole('button', { name: `Mark ${results.length} items` }).click();
    await report.waitFor({ state: 'detached' });

    await page.getByText('1 failed, $').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, 'payout-settled');
    await page.getByRole('button', { name: 'Pay 1 failed item again…' }).click();
    const again = page.getByRole('dialog', { name: `Pay the failed ones of payout ${id} again` });
    await again.getByText('for 1 member').waitFor();
    await again.getByRole('button', { name: 'Make the batch of $' }).click();
    await page.getByRole('heading', { name: `Payout ${id + 1}` }).waitFor();
    await page.getByRole('table', { name: 'Items' }).getByRole('link', { name: results[0]!.username }).waitFor();
  });
});
