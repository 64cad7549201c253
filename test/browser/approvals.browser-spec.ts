import { beforeAll, describe, expect, it } from '@jest/globals';
import { UNILEVEL } from '#commissions/plans/templates.js';
import { withApprovals, withoutApprovals } from '../support/approvals.js';
import type { TestClient } from '../support/factories.js';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

const RANKS = [{ name: 'member' }, { name: 'top', requires: { personal_volume: 100 } }];

/** Makes a plan without the ranks of the demo. */
async function draftOf(client: TestClient): Promise<number> {
  const created = await client.post('/admin/api/plans/', { ...UNILEVEL.plan, ranks: RANKS, bonuses: [] });
  return created.body.data.id as number;
}

/** Proposes to publish it, with what replaces titles. */
async function propose(client: TestClient, plan: number): Promise<{ id: number }> {
  const publish = `/admin/api/plans/${plan}/publish/`;
  const body = { from_period: '2099-01', carried: { team: null } };
  const { errors } = (await client.post(publish, body)).body;
  const titles = (errors.ranks as { path: string }[]).map(({ path }) => [path.replace('ranks.', ''), 'member']);
  const mapped = { ...body, ranks: Object.fromEntries([...titles, ['gold', 'top']]) };
  return (await client.post(publish, mapped)).body.data.approval as { id: number };
}

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
    await dialog.getByText(`This only proposes it. Who can then approve it: ${other.user.username}.`).waitFor();
    await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
    await page.getByText(`It waits for another person: ${other.user.username}.`).waitFor();
    await page.getByRole('alert').getByText('Adjust a balance: waits for').waitFor();
    await console.goTo('Approvals');
    await page.getByRole('link', { name: 'Adjust a balance' }).first().click();
    await page.getByText('You proposed it: another person has to decide.').waitFor();
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
    await page.getByText(`This only proposes it. Who can then approve it: ${other.user.username}.`).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It waits for another person').waitFor();
    await page.getByRole('alert').getByText('Change the approval settings: waits for').waitFor();
    await expectFitsPhone(page);
    await console.goTo('Approvals');
    await page.getByRole('link', { name: 'Change the approval settings' }).first().click();
    await page.getByRole('row', { name: /^Adjustment limit [\d,]+ 100$/ }).waitFor();
  });

  it('is told on the page that it is about, and in the form before', async () => {
    const asked = `This only proposes it. Who can then approve it: ${other.user.username}.`;
    const page = await console.logIn('/commission-settings');
    await page.getByLabel('Hold days').fill('9');
    await page.getByText(asked).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Change the commission settings: waits for').waitFor();
    await page.getByLabel('Hold days').fill('8');
    await page.getByText('It replaces what you proposed before.').waitFor();
    await page.goto('/admin/network/settings');
    await page.getByLabel('Holding days').fill('9');
    await page.getByText(asked).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Change the network settings: waits for').waitFor();
    const third = await console.app.make.superAdmin();
    await page.goto(`/admin/users/${third.user.uid}/profile`);
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Support' }).check();
    await dialog.getByRole('checkbox', { name: 'Super admin' }).uncheck();
    // In sight with the button, though the dialog is longer than the window.
    const [told, buttons] = [dialog.getByText(asked), dialog.getByRole('button', { name: 'Save' })];
    await told.waitFor();
    const distance = (await buttons.boundingBox())!.y - (await told.boundingBox())!.y;
    expect(distance).toBeGreaterThan(0);
    expect(distance).toBeLessThan(100);
    await expectAccessible(page);
    await dialog.getByRole('checkbox', { name: 'Super admin' }).check();
    await dialog.getByText(asked).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.getByText(asked).waitFor();
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/admin/users/${third.user.uid}`);
    await page.getByRole('alert').getByText('Take a role from somebody, or deactivate them: waits for').waitFor();
    const { body } = await console.admin.get('/admin/api/applications/?limit=1');
    const [{ id }] = body.data.results as [{ id: string }];
    await page.goto(`/admin/applications/${id}/settings`);
    await page.getByRole('switch', { name: 'Self-service' }).check();
    await page.getByText('This only proposes it. Who can then approve it: ').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Let an application have self-service: waits for').waitFor();
  });

  it('is told beforehand of what may wait, to somebody who may not read approvals', async () => {
    const { id } = await console.app.make.application();
    console.admin = await console.app.make.admin(['developer']);
    const page = await console.logIn(`/applications/${id}/settings`);
    await page.getByRole('switch', { name: 'Self-service' }).check();
    await page.getByText('It may wait for a second person.').waitFor();
  });

  it('is told before a plan is published, and on its page afterwards', async () => {
    const plan = await draftOf(console.admin);
    const page = await console.logIn(`/plans/${plan}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish “Unilevel”' });
    await dialog.getByText('This only proposes it. Who can then approve it: ').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await propose(console.admin, plan);
    await page.reload();
    await page.getByRole('alert').getByText('Publish a plan: waits for').waitFor();
  });
});

describe('a payout in which everybody who could release it took part', () => {
  const console = useConsole({ approvals: true });

  it('says before and after it is proposed that nobody can approve it, who took part by what, and the way out', async () => {
    const { app, admin } = console;
    const other = await app.make.superAdmin();
    await withoutApprovals(app);
    const bob = await console.uidOf('bob');
    const { id: first } = (await admin.post('/admin/api/payouts/', {})).body.data as { id: number };
    expect((await admin.post(`/admin/api/payouts/${first}/release/`)).status).toBe(200);
    const items = `/admin/api/payouts/${first}/items/`;
    const [{ id: item }] = (await admin.get(items)).body.data.results;
    expect((await admin.post(`${items}${item}/failed/`, { reason: 'closed' })).status).toBe(200);
    await withApprovals(app);
    const { id } = (await other.post('/admin/api/payouts/', {})).body.data as { id: number };
    console.admin = other;
    let page = await console.logIn(`/payouts/${id}`);
    await page.getByRole('button', { name: 'Release…' }).click();
    const dialog = page.getByRole('dialog');
    const stuck = 'At present nobody can approve it. Somebody else who took no part in it needs the permission';
    await dialog.getByText(`This only proposes it. ${stuck}`).waitFor();
    await dialog.getByText('marked as failed a transfer that it pays again').waitFor();
    await dialog.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByRole('alert').getByText(`Release a payout: ${stuck}`).waitFor();
    console.admin = admin;
    page = await console.logIn('/approvals');
    await page.getByRole('link', { name: 'Release a payout' }).first().click();
    await page.getByText(`You took part in it: another person has to decide. ${stuck}`).waitFor();
    const part = page.getByRole('definition').filter({ hasText: 'Took part in a payout: whoever' });
    await until(async () => expect(await part.getByRole('link').allTextContents()).toEqual([admin.user.username]));
    await expectAccessible(page);
    // Several have a comma between them, and the maker is not named again.
    await app.database.query(`UPDATE approvals SET contributors = $1::json WHERE status = 'waiting'`, [
      JSON.stringify([other.user.uid, bob, admin.user.uid]),
    ]);
    await page.reload();
    await page.getByText(`bob, ${admin.user.username}Took part in a payout`).waitFor();
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
    const approval = await propose(other, await draftOf(other));
    const page = await console.logIn(`/approvals/${approval.id}`);
    await page.getByRole('row', { name: 'Übertragene Volumen, Team team Das Übertragene verfällt' }).waitFor();
    await page.getByRole('row', { name: 'Titelränge, Gold gold top' }).waitFor();
    const names = await page.getByRole('rowheader').allTextContents();
    expect(names).not.toContain('Ränge › Top');
    expect(names.indexOf('Ränge › Top, Name')).toBeLessThan(names.indexOf('Ränge › Silver, Name'));
  });
});
