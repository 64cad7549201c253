import { beforeAll, describe, expect, it } from '@jest/globals';
import { UNILEVEL } from '#commissions/plans/templates.js';
import type { TestClient } from '../support/factories.js';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

/** The demo's company, with a second super admin. */
describe('what needs a second person', () => {
  const console = useConsole({ approvals: true });
  let other: TestClient;

  beforeAll(async () => {
    other = await console.app.make.superAdmin();
  });

  it('waits after the request of its maker, who is told for whom', async () => {
    const uid = await console.uidOf('helena');
    const page = await console.logIn(`/users/${uid}/earnings`);
    await page.getByRole('button', { name: 'Adjust…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adjust the balance of helena' });
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByLabel('Reason').fill('Bonus of the convention');
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await page.getByText(`It waits for another person: ${other.user.username}.`).waitFor();
    await console.goTo('Approvals');
    await page.getByRole('link', { name: 'Adjust a balance' }).first().click();
    await page.getByText('You proposed it or took part in it').waitFor();
    await until(async () => expect(await page.getByRole('button', { name: 'Approve…' }).count()).toBe(0));
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('Nothing was changed').waitFor();
  });

  it('shows exactly what will happen before it is approved', async () => {
    const uid = await console.uidOf('helena');
    const { body } = await other.post('/admin/api/earnings/', { uid, amount: 75, reason: 'Best team' });
    const { id } = body.data.approval as { id: number };
    const page = await console.logIn('/approvals?for_me=true');
    await page.getByLabel('1 wait for you').waitFor();
    await page.getByRole('table', { name: 'Approvals' }).waitFor();
    await looksRight(page);
    await page.getByRole('link', { name: 'Adjust a balance' }).click();
    await page.getByText('Adjusts the balance of helena. Reason: Best team').waitFor();
    await page.getByRole('link', { name: 'Open the earnings' }).waitFor();
    await page.getByRole('table', { name: 'People' }).getByRole('cell', { name: '75' }).waitFor();
    await page.getByTitle('earnings.adjust').getByText('Super admin or Finance').waitFor();
    await looksRight(page, 'approval');
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Approved', { exact: true }).waitFor();
    const read = await other.get(`/admin/api/approvals/${id}/`);
    expect(read.body.data).toMatchObject({ status: 'approved' });
  });

  it('has settings, whose change waits too', async () => {
    const page = await console.logIn('/approval-settings');
    await page.getByLabel('Adjustment limit').fill('100');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It waits for another person').waitFor();
    await expectFitsPhone(page);
    await console.goTo('Approvals');
    await page.getByRole('link', { name: 'Change the approval settings' }).first().click();
    await page.getByRole('row', { name: /^Adjustment limit [\d,]+ 100$/ }).waitFor();
  });
});

describe('what a proposal changes, in German', () => {
  const console = useConsole({ approvals: true, locale: 'de-DE' });

  it('is told in the words of the console, with numbers as people write them', async () => {
    const other = await console.app.make.superAdmin();
    const body = { mode: 'on', adjustment_limit: 1250.5 };
    expect((await other.patch('/admin/api/approvals/settings/', body)).body.data.approval.status).toBe('waiting');
    const page = await console.logIn('/approvals');
    await page.getByRole('link', { name: 'Freigabeeinstellungen ändern' }).click();
    await page.getByRole('row', { name: /^Grenze für Korrekturbuchungen [\d.,]+ 1\.250,5$/ }).waitFor();
    await page.getByRole('row', { name: /^Modus Wenn jemand anderes freigeben kann Immer$/ }).waitFor();
    await looksRight(page, 'approval-changes-german');
  });

  it('says of a plan what replaces titles and what happens to carried volumes', async () => {
    const other = await console.app.make.superAdmin();
    const ranks = [{ name: 'member' }, { name: 'top', requires: { personal_volume: 100 } }];
    const created = await other.post('/admin/api/plans/', { ...UNILEVEL.plan, ranks, bonuses: [] });
    const publish = `/admin/api/plans/${created.body.data.id}/publish/`;
    const body = { from_period: '2099-01', carried: { team: null } };
    const { errors } = (await other.post(publish, body)).body;
    const titles = (errors.ranks as { path: string }[]).map(({ path }) => [path.replace('ranks.', ''), 'member']);
    const mapped = { ...body, ranks: Object.fromEntries([...titles, ['gold', 'top']]) };
    const { approval } = (await other.post(publish, mapped)).body.data;
    const page = await console.logIn(`/approvals/${approval.id}`);
    await page.getByRole('row', { name: 'Übertragene Volumen, Team team Das Übertragene verfällt' }).waitFor();
    await page.getByRole('row', { name: 'Titelränge, Gold gold top' }).waitFor();
    const names = await page.getByRole('rowheader').allTextContents();
    expect(names).not.toContain('Ränge › Top');
    expect(names.indexOf('Ränge › Top, Name')).toBeLessThan(names.indexOf('Ränge › Silver, Name'));
  });
});
