import { describe, expect, it } from '@jest/globals';
import type { Role } from '#common/access/index.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';

describe('the console of somebody with few permissions', () => {
  const console = useConsole();

  /** Opens a page as somebody with some roles, and gives the names in the navigation. */
  async function openAs(roles: Role[], path: string, title: string): Promise<string[]> {
    console.admin = await console.app.make.admin(roles);
    const page = await console.logIn(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    return page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
  }

  const READS_NO_TRADE = ['Home', 'API reference'];

  it('shows the rooms of the role, and on the first page what it may read', async () => {
    const links = await openAs(['catalogue'], '/', 'Home');
    expect(links).toEqual(['Home', 'Bundles', 'Product types', 'API reference']);
    await until(async () => expect(await console.page.getByText('Orders awaiting payment').count()).toBe(0));
    await expectAccessible(console.page);
  });

  it('shows support orders and members, with the buttons of orders and none of members', async () => {
    const links = await openAs(['support'], '/users', 'Users');
    expect(links).toEqual(expect.arrayContaining([...READS_NO_TRADE, 'Orders', 'Users', 'Network tree']));
    expect(links).not.toEqual(expect.arrayContaining(['Payouts']));
    await until(async () => expect(await console.page.getByRole('link', { name: 'Create a user' }).count()).toBe(0));
  });

  it('lets support explain a statement, and finance too, who reads no orders', async () => {
    const [{ uid }] = (await console.admin.get('/admin/api/users/?search=helena')).body.data.results;
    for (const [role, links] of [
      ['support', 1],
      ['finance', 0],
    ] as const) {
      await openAs([role], `/users/${uid}/earnings`, 'helena');
      const page = console.page;
      await page.getByRole('table', { name: 'Statements' }).getByRole('link').last().click();
      await page.getByRole('heading', { level: 1, name: /^helena: / }).waitFor();
      await page
        .getByRole('button', { name: /^Why line/ })
        .first()
        .click();
      const bought = page.getByRole('dialog').getByRole('table');
      await bought
        .getByText(/^Order /)
        .first()
        .waitFor();
      await until(async () => expect(Math.min(1, await bought.getByRole('link').count())).toBe(links));
    }
  });

  it('names the roles for a page that is opened by its address', async () => {
    await openAs(['developer'], '/payouts/batches', 'You cannot open this page');
    await console.page.getByText('For this page you need the role Super admin, Finance, or Auditor').waitFor();
    await console.page.getByTitle('payouts.read').waitFor();
    await expectAccessible(console.page);
  });

  it('lets an auditor read a form, and not change it', async () => {
    await openAs(['auditor'], '/commission-settings', 'Commission settings');
    await console.page.getByText('To change this you need the role Super admin.').waitFor();
    await until(async () => expect(await console.page.getByRole('button', { name: 'Save' }).count()).toBe(0));
    await until(async () => expect(await console.page.getByRole('textbox').first().isDisabled()).toBe(true));
  });
});
