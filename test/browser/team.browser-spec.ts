import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('the team of a member', () => {
  const console = useConsole();

  /** The founder of the demo, whom everybody is below. */
  async function founder(): Promise<{ uid: number; downline: string }> {
    const { data } = (await console.admin.get('/admin/api/users/?search=helena')).body;
    const { uid } = data.results[0];
    return { uid, downline: `/admin/api/network/${uid}/downline/` };
  }

  const team = (page: Page): Locator => page.getByRole('table', { name: 'Team' });
  const names = async (page: Page): Promise<string[]> =>
    (await team(page).locator('tbody tr').all()).length === 0
      ? []
      : team(page).locator('tbody tr td:nth-child(2) a').allTextContents();

  it('is told in figures where a call is answered, and each leads to whom it counts', async () => {
    const { uid, downline } = await founder();
    const { count, sums } = (await console.admin.get(`${downline}?sums=true&limit=1`)).body.data;
    const active = sums.reduce((sum: number, level: { active: number }) => sum + level.active, 0);
    expect([count, active]).toEqual([43, expect.any(Number)]);
    const page = await console.logIn(`/users/${uid}`);
    const figures = page.getByRole('region', { name: 'Team' });
    await figures.getByRole('link', { name: '43 members' }).waitFor();
    await screenshot(page, 'member-answers');
    await expectAccessible(page);
    await figures.getByText('Active', { exact: true }).locator('xpath=../dd').getByRole('link').click();
    await page.waitForURL(`**/users/${uid}/team?active=true`);
    await page.getByText(`${active} entries`, { exact: true }).waitFor();
  });

  it('is told by level, whose members are listed by a click', async () => {
    const { uid, downline } = await founder();
    const { sums } = (await console.admin.get(`${downline}?sums=true&limit=1`)).body.data;
    const page = await console.logIn(`/users/${uid}/team`);
    const levels = page.getByRole('region', { name: 'By level' });
    await levels.getByRole('link', { name: 'level 2', exact: true }).waitFor();
    await screenshot(page, 'member-team');
    await looksRight(page);
    await levels.getByRole('link', { name: 'level 2', exact: true }).click();
    await page.waitForURL('**/team?tree=sponsor&level=2');
    await page.getByText(`${sums[1].count} entries`, { exact: true }).waitFor();
  });

  it('is everybody below as a list, which is sorted, narrowed and saved as CSV', async () => {
    const { uid, downline } = await founder();
    const page = await console.logIn(`/users/${uid}/team`);
    await team(page).getByRole('button', { name: 'Group volume' }).click();
    const { results } = (await console.admin.get(`${downline}?sort=-group_volume&limit=25`)).body.data;
    const expected = results.map(({ username }: { username: string }) => username);
    await until(async () => (await names(page)).join() === expected.join());
    await page.getByRole('button', { name: 'Kind', exact: true }).click();
    await page.getByRole('option', { name: 'Preferred customer' }).click();
    await page.waitForURL('**/team?sort=-group_volume&kind=preferred');
    await until(async () => {
      const texts = await team(page).locator('tbody tr').allTextContents();
      return texts.length > 0 && texts.every((text) => text.includes('Preferred customer'));
    });
    await page.getByRole('button', { name: 'Level', exact: true }).and(page.locator('[aria-haspopup]')).click();
    const remove = page.getByRole('button', { name: 'Remove the filter Kind' });
    const level = page.getByRole('option', { name: 'level 2', exact: true });
    // Both before the page is drawn again.
    await level.evaluate(
      (option, other) => [other!, option].forEach((one) => one.click()),
      await remove.elementHandle(),
    );
    await page.waitForURL('**/team?sort=-group_volume&level=2');
    await page.getByRole('button', { name: 'Paid as', exact: true }).and(page.locator('[aria-haspopup]')).click();
    await page.getByRole('option', { name: 'silver', exact: true }).click();
    await page.waitForURL('**/team?sort=-group_volume&level=2&rank=silver');
    const file = page.getByRole('link', { name: 'Save as CSV' });
    const saved = page.waitForEvent('download');
    await file.click();
    expect((await saved).suggestedFilename()).toMatch(/^downline-\d+-\d{4}-\d{2}-\d{2}\.csv$/);
  });

  it('has members who are put below another sponsor together, which can be undone', async () => {
    const enrol = async (username: string, fields: object = {}): Promise<number> => {
      const body = { ...fields, username, email: `${username}@example.com` };
      return (await console.admin.post('/admin/api/users/', body)).body.data.uid;
    };
    const right = 'right-sponsor';
    await enrol(right);
    const wrong = await enrol('wrong-sponsor');
    const members = [
      await enrol('iris', { sponsor: 'wrong-sponsor' }),
      await enrol('jack', { sponsor: 'wrong-sponsor' }),
    ];
    const sponsors = async (): Promise<string[]> =>
      Promise.all(
        members.map(async (uid) => {
          const { data } = (await console.admin.get(`/admin/api/network/${uid}/`)).body;
          return data.sponsor.position.parent;
        }),
      );
    const page = await console.logIn(`/users/${wrong}/team`);
    const dialog = page.getByRole('dialog', { name: 'Move' });
    const choose = async (sponsor: string): Promise<void> => {
      await until(async () => (await names(page)).length === members.length);
      await team(page).getByRole('checkbox').first().check();
      await page.getByRole('button', { name: 'Move…' }).click();
      await dialog.getByRole('combobox', { name: 'New sponsor' }).fill(sponsor);
      await page.keyboard.press('Enter');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Enrolled below the wrong sponsor');
    };
    await choose(right);
    await screenshot(page, 'team-move');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Move (2)' }).click();
    // A message stays while it is pointed at.
    await page.getByText('Move: 2 done').hover();
    expect(await sponsors()).toEqual([right, right]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 2').waitFor();
    expect(await sponsors()).toEqual(['wrong-sponsor', 'wrong-sponsor']);

    // Where one is refused, what was done to the others can be undone as well.
    await choose('iris');
    await dialog.getByRole('button', { name: 'Move (2)' }).click();
    await dialog.getByText(/^1 was refused: /).waitFor();
    await dialog.getByText('1 of 2 done.').waitFor();
    expect(await sponsors()).toEqual(['wrong-sponsor', 'iris']);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 1').waitFor();
    expect(await sponsors()).toEqual(['wrong-sponsor', 'wrong-sponsor']);
  });

  it('is none of who is no member', async () => {
    const { uid, username } = await console.app.make.user({ roles: ['super_admin'] });
    const page = await console.logIn(`/users/${uid}/team`);
    await page.getByText(`${username} is not a member of the network.`).waitFor();
  });
});
