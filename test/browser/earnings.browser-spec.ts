import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

/** The demo's company: two posted months, and a payout. */
describe('the earnings of a member', () => {
  const console = useConsole();

  it('say of a member without a statement that there is none, and what is payable after a hold', async () => {
    const uid = await console.uidOf('marco');
    const page = await console.logIn(`/users/${uid}`);
    await page.getByText('This member has no statement yet.').waitFor();
    await page.goto(`/admin/users/${uid}/earnings`);
    await page.getByText('No period is posted in which marco was a member.').waitFor();
    await page.getByText('Payable now').waitFor();
    await console.admin.post('/admin/api/payout-holds/', { uid, reason: 'tax', note: 'Form is missing' });
    await page.reload();
    await page.getByText('Payable once no longer on hold').waitFor();
  });

  it('lead from the user to the statement of a period, and back', async () => {
    const page = await console.logIn('/users');
    await page.getByLabel('Search by name or e-mail').fill('helena');
    await page.getByRole('link', { name: 'helena', exact: true }).click();
    await page.getByRole('link', { name: 'Earnings', exact: true }).click();
    const statements = page.getByRole('table', { name: 'Statements' });
    await statements.waitFor();
    await page
      .getByRole('table', { name: 'Earnings ledger' })
      .getByRole('link', { name: 'Commission' })
      .first()
      .waitFor();
    await looksRight(page, 'user-earnings');
    const period = await statements.getByRole('link').first().innerText();
    await statements.getByRole('link').first().click();
    await page.getByRole('heading', { name: `helena: ${period}` }).waitFor();
    // Whose purchases a line is from.
    await page
      .getByRole('table', { name: /^Lines of/ })
      .first()
      .getByRole('link')
      .first()
      .click();
    await page
      .getByRole('heading', { name: `: ${period}` })
      .and(page.locator(':not(:has-text("helena"))'))
      .waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Earnings of helena' }).click();
    await statements.waitFor();
  });

  it('are adjusted with a reason, which the ledger keeps', async () => {
    const uid = await console.uidOf('bob');
    const page = await console.logIn(`/users/${uid}/earnings`);
    await page.getByRole('button', { name: 'Adjust…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust the balance of bob' });
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await dialog.getByText('Enter an amount other than 0').waitFor();
    await dialog.getByLabel('Amount').pressSequentially('1,234.50');
    await until(async () => expect(await dialog.getByLabel('Amount').inputValue()).toBe('1,234.50 USD'));
    await dialog.getByLabel('Amount').fill('12.345');
    await dialog.getByLabel('Reason').fill('Bonus of the convention');
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    // What the service says stands at the field, which has the focus.
    await dialog.getByText('Fix the highlighted fields.').waitFor();
    await dialog.locator('input[aria-invalid="true"]:focus').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Amount').fill('12.34');
    await dialog.getByText('Fix the highlighted fields.').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await page.getByRole('cell', { name: 'Bonus of the convention' }).waitFor();
    const { body } = await console.admin.get(`/admin/api/earnings/?uid=${uid}&kind=adjustment`);
    expect(body.data.results).toMatchObject([{ amount: 12.34, reason: 'Bonus of the convention' }]);
  });

  it('have rewards of extensions, which are taken back as a whole', async () => {
    const uid = await console.uidOf('carol');
    await console.app.database.query(
      `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason)
       VALUES ($1, 'reward', 25, now(), 'loyalty_reward', 'november', 'For loyalty'),
              ($2, 'reward', 12.5, now(), 'loyalty_reward', 'november', 'For loyalty'),
              ($2, 'reward', 4, now(), 'loyalty_reward', 'october', 'For loyalty')`,
      [uid, await console.uidOf('bob')],
    );
    const page = await console.logIn(`/users/${uid}/earnings`);
    await page.getByRole('button', { name: 'Take back loyalty_reward november…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take back a reward' });
    await dialog.getByText('$37.50 for 2 members: all that was posted').waitFor();
    await dialog.getByText('It is done at once: the approval settings require no second person.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('By mistake');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Reward taken back: loyalty_reward').waitFor();
    const { body } = await console.admin.get(`/admin/api/earnings/?uid=${uid}&reward=loyalty_reward`);
    expect(body.data.results).toMatchObject([{ kind: 'reward_reversed', amount: -25 }, { amount: 25 }]);
  });

  it('are written off once somebody has left', async () => {
    const uid = await console.uidOf('bob');
    expect(
      (await console.admin.post(`/admin/api/network/${uid}/status/`, { status: 'terminated', reason: 'Left' })).status,
    ).toBe(200);
    const page = await console.logIn(`/users/${uid}/earnings`);
    await page.getByRole('button', { name: 'Last payout…' }).waitFor();
    await page.getByRole('button', { name: 'Write off…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write off the balance of bob' });
    await dialog.getByLabel('Reason').fill('Not claimed within three years');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Write off', exact: true }).click();
    await page.getByRole('cell', { name: 'Not claimed within three years' }).waitFor();
    await page.getByRole('button', { name: 'Write off…' }).waitFor({ state: 'detached' });
  });

  it('are of members alone', async () => {
    const { uid, username } = await console.app.make.user({ roles: ['super_admin'] });
    const page = await console.logIn(`/users/${uid}/earnings`);
    await page.getByText(`${username} is not a member, and earns nothing.`).waitFor();
    await expectAccessible(page);
  });
});
