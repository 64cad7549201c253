import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight, screenshot } from './support/screenshot.js';
import { SUPER_ADMIN } from './support/super-admin.js';

describe('lists', () => {
  const console = useConsole();

  const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name });
  const headings = (page: Page, name: string): Promise<string[]> =>
    tableOf(page, name).getByRole('columnheader').allInnerTexts();

  /** Orders of a new member, oldest first. */
  async function orders(count: number): Promise<{ uid: number; numbers: string[]; ids: number[] }> {
    const member = await console.app.make.member();
    const product = await console.app.make.catalogue.product({ name: 'Green tea', price: '12.50' });
    const placed: { order_id: number; order_number: string }[] = [];
    for (let index = 0; index < count; index++) {
      await member.post('commerce/add-cart-item/', { product_id: product.id, quantity: 1 });
      placed.push((await member.post('commerce/create-order/', {})).body.data);
    }
    return {
      uid: member.user.uid,
      numbers: placed.map(({ order_number }) => order_number),
      ids: placed.map(({ order_id }) => order_id),
    };
  }

  const statusOf = async (id: number): Promise<string> =>
    (await console.admin.get(`/admin/api/orders/${id}/`)).body.data.status;

  it('are saved as CSV, with what they are narrowed to', async () => {
    const page = await console.logIn('/volumes?kind=adjustment');
    const file = page.getByRole('link', { name: 'Save as CSV' });
    await until(async () =>
      expect(await file.getAttribute('href')).toBe('/admin/api/volumes/?format=csv&kind=adjustment'),
    );
    const saved = page.waitForEvent('download');
    await file.click();
    expect((await saved).suggestedFilename()).toMatch(/^volumes-\d{4}-\d{2}-\d{2}\.csv$/);
    await screenshot(page, 'list-csv');
    await looksRight(page);
    await page.goto('/admin/audit?action=volumes.download');
    await tableOf(page, 'Audit log').getByRole('button', { name: 'volumes.download' }).waitFor();
  });

  it('say what all that match come to, and are read the oldest first', async () => {
    const page = await console.logIn('/volumes?kind=sale');
    await page
      .getByRole('status')
      .filter({ hasText: /Business volume [\d,.]+.*Points [\d,.]+/ })
      .waitFor();
    await tableOf(page, 'Volume ledger').getByRole('button', { name: 'Counts at' }).click();
    await page.waitForURL(/sort=at/);
    const file = page.getByRole('link', { name: 'Save as CSV' });
    await until(async () => (await file.getAttribute('href'))!.endsWith('kind=sale&sort=at'));
    await looksRight(page, 'list-sums-of-volumes');
    await console.open('/approvals');
    await until(async () => expect(await file.getAttribute('href')).toBe('/admin/api/approvals/?format=csv'));
    await console.open('/payouts/balances');
    await page
      .getByRole('status')
      .filter({ hasText: /Balance [^ ]+.*Payable/ })
      .waitFor();
    await looksRight(page, 'list-sums-of-balances');
  });

  describe('are arranged by the user', () => {
    it('in which columns they show, their order and the height of rows, which the browser keeps', async () => {
      const page = await console.logIn('/users');
      await tableOf(page, 'Users').getByRole('link', { name: 'marco' }).waitFor();
      await until(async () =>
        expect(await headings(page, 'Users')).toEqual([
          'User',
          'Name',
          'E-mail address',
          'Roles',
          'Status',
          'Since',
          'Country',
        ]),
      );
      await page.getByRole('button', { name: 'Columns and rows' }).focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('dialog', { name: 'Columns and rows' });
      await menu.getByRole('checkbox', { name: 'E-mail address' }).uncheck();
      await menu.getByRole('button', { name: 'Country: up' }).focus();
      for (const _ of [1, 2, 3]) await page.keyboard.press('Enter');
      await menu.getByText('Compact').click();
      const arranged = ['User', 'Name', 'Country', 'Roles', 'Status', 'Since'];
      await until(async () => (await headings(page, 'Users')).join() === arranged.join());
      await screenshot(page, 'list-columns');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      const heightOf = async (): Promise<number> =>
        (await tableOf(page, 'Users').getByRole('columnheader').first().boundingBox())!.height;
      await until(async () => expect(await heightOf()).toBe(32));
      await page.reload();
      await tableOf(page, 'Users').getByRole('link', { name: 'marco' }).waitFor();
      await until(async () => expect(await headings(page, 'Users')).toEqual(arranged));
      await until(async () => expect(await heightOf()).toBe(32));
      await page.getByRole('button', { name: 'Columns and rows' }).click();
      await menu.getByRole('button', { name: 'Reset columns' }).click();
      await until(async () => (await headings(page, 'Users')).length === 7);
    });

    it('in views of their own: filters, sorting and columns by a name', async () => {
      const page = await console.logIn('/users?status=active&role=api_admin&sort=username');
      const users = tableOf(page, 'Users');
      await users.getByRole('link', { name: 'demo-api-admin' }).waitFor();
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByLabel('Name of the view').fill('API admins');
      await page.keyboard.press('Enter');
      const views = page.getByRole('group', { name: 'Views' });
      await views.getByRole('button', { name: 'API admins', exact: true, pressed: true }).waitFor();
      await page.getByRole('button', { name: 'Columns and rows' }).click();
      await page.getByRole('dialog', { name: 'Columns and rows' }).getByRole('checkbox', { name: 'Since' }).uncheck();
      await page.keyboard.press('Escape');
      await until(async () => !(await headings(page, 'Users')).includes('Since'));
      const saved = async () => (await console.admin.get('/admin/api/views/?list=users')).body.data;
      await until(async () => expect(await saved()).toMatchObject([{ hidden_columns: ['since'] }]));

      await views.getByRole('button', { name: 'All' }).click();
      await page.waitForURL((url) => url.search === '');
      await users.getByRole('link', { name: 'marco' }).waitFor();
      await until(async () => expect(await headings(page, 'Users')).toContain('Since'));
      await page.reload();
      await views.getByRole('button', { name: 'API admins', exact: true }).click();
      await page.waitForURL(/role=api_admin/);
      await users.getByRole('link', { name: 'marco' }).waitFor({ state: 'detached' });
      await until(async () => !(await headings(page, 'Users')).includes('Since'));

      const menu = views.getByRole('button', { name: 'Change the view API admins' });
      await menu.click();
      await page.getByRole('menuitem', { name: 'Share with everybody' }).click();
      await views.getByRole('button', { name: 'Shared API admins', pressed: true }).waitFor();
      await looksRight(page, 'list-views');
      const colleague = await console.app.make.superAdmin();
      const seen = await colleague.get('/admin/api/views/?list=users');
      expect(seen.body.data).toMatchObject([
        { name: 'API admins', username: SUPER_ADMIN.username, hidden_columns: ['since'] },
      ]);

      await menu.click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByLabel('Name of the view').fill('Partners');
      await page.getByRole('button', { name: 'Rename' }).click();
      await views.getByRole('button', { name: 'Change the view Partners' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      // A message stays while it is pointed at.
      await page.getByText('Deleted the view').hover();
      await views.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await views.getByRole('button', { name: 'Shared Partners' }).waitFor();
      await page.waitForURL((url) => url.search === '');

      const theirs = { list: 'users', name: 'Theirs', query: 'status=active', column_order: [], hidden_columns: [] };
      await colleague.post('/admin/api/views/', { ...theirs, shared: true });
      await page.reload();
      await views.getByRole('button', { name: 'Shared Theirs' }).click();
      await views.getByRole('button', { name: 'Change the view Theirs' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete the view Theirs?' });
      await question.getByText(`${colleague.user.username} shares this view with everybody`).waitFor();
      await looksRight(page);
      await question.getByRole('button', { name: 'Delete' }).click();
      await views.getByRole('button', { name: 'Shared Theirs' }).waitFor({ state: 'detached' });
    });
  });

  describe('do something to several rows', () => {
    it('after the user has seen whom and how much it touches, and say what was refused and why', async () => {
      const { uid, numbers, ids } = await orders(28);
      await console.admin.patch(`/admin/api/orders/${ids[27]}/`, { status: 'cancelled' });
      const page = await console.logIn(`/orders?uid=${uid}`);
      await page.getByLabel('Select all of this page').check();
      const bar = page.getByRole('region', { name: 'Selected' });
      await bar.getByText('25 selected').waitFor();
      await bar.getByRole('button', { name: 'Select all 28 that match' }).click();
      await bar.getByText('28 selected').waitFor();
      await looksRight(page, 'list-selected');
      // Somebody else is quicker.
      await console.admin.patch(`/admin/api/orders/${ids[3]}/`, { status: 'paid' });
      await bar.getByRole('button', { name: 'Mark as paid…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
      await dialog.getByText('27 of those selected · $337.50').waitFor();
      await dialog.getByText('1 is left out: Cancelled').waitFor();
      await dialog.getByText(numbers[27]!, { exact: true }).waitFor();
      await dialog.getByLabel('Reason').fill('by bank transfer');
      await looksRight(page, 'bulk-question');
      await dialog.getByRole('button', { name: 'Mark as paid (27)' }).click();
      await dialog.getByText('26 of 27 done.').waitFor();
      await dialog.getByText(/^1 was refused: .*cannot become paid/).waitFor();
      await dialog.getByText(numbers[3]!, { exact: true }).waitFor();
      await looksRight(page, 'bulk-report');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await bar.getByText('2 selected').waitFor();
      await until(async () => expect(await statusOf(ids[0]!)).toBe('paid'));
      await until(async () => expect(await statusOf(ids[27]!)).toBe('cancelled'));
    });

    it('to those that keys and Shift select, and stop when they are told to', async () => {
      const { uid, ids } = await orders(5);
      const page = await console.logIn(`/orders?uid=${uid}`);
      await page
        .getByLabel(/^Select \d/)
        .first()
        .waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      for (const _ of [1, 2]) await page.keyboard.press('j');
      await page.keyboard.press('X');
      const bar = page.getByRole('region', { name: 'Selected' });
      await bar.getByText('3 selected').waitFor();
      await page
        .getByLabel(/^Select \d/)
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await bar.getByText('5 selected').waitFor();

      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/admin/api/orders/*/', async (route) => {
        await held;
        await route.continue();
      });
      await bar.getByRole('button', { name: 'Cancel the orders…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel the orders' });
      await dialog.getByRole('button', { name: 'Cancel the orders (5)' }).click();
      await dialog.getByRole('button', { name: 'Stop' }).click();
      release();
      await dialog.getByText('1 of 5 done.').waitFor();
      await dialog.getByText('4 were not tried').waitFor();
      await until(async () => expect(await statusOf(ids[4]!)).toBe('cancelled'));
      await until(async () => expect(await statusOf(ids[0]!)).toBe('placed'));
    });

    it('at once, where it can be undone', async () => {
      const { uid } = await console.app.make.user({ username: 'hilda' });
      const hold = await console.admin.post('/admin/api/payout-holds/', { uid, reason: 'tax', note: 'W-9 is missing' });
      expect(hold.status).toBe(200);
      const holds = async (): Promise<boolean[]> =>
        (await console.admin.get(`/admin/api/payout-holds/?uid=${uid}`)).body.data.results.map(
          ({ to }: { to: string | null }) => to === null,
        );
      const page = await console.logIn('/payouts/holds');
      await page.getByLabel('Select hilda').check();
      await page
        .getByRole('region', { name: 'Selected' })
        .getByRole('button', { name: 'Release', exact: true })
        .click();
      await page.getByText('Release: 1 done').hover();
      await until(async () => !(await holds()).includes(true));
      // The message covers nothing of the page, nor of the header.
      const message = (await page.getByRole('alert').filter({ hasText: 'Release: 1 done' }).boundingBox())!;
      const search = (await page.getByRole('button', { name: 'Find anything' }).boundingBox())!;
      const header = (await page.getByRole('banner').boundingBox())!;
      expect(message.y + message.height).toBeLessThanOrEqual(header.y + header.height);
      expect(message.x + message.width).toBeLessThan(search.x);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: 1').waitFor();
      await until(async () => expect(await holds()).toContain(true));
    });

    it('that pay, as the bank has done it, all in one request', async () => {
      for (const username of ['carol', 'marta']) {
        const { body } = await console.admin.get(`/admin/api/users/?search=${username}`);
        const { uid } = body.data.results[0];
        const given = await console.admin.post('/admin/api/earnings/', { uid, amount: 500, reason: 'Convention' });
        expect(given.status).toBe(200);
      }
      const page = await console.logIn('/payouts/balances');
      await page.getByRole('button', { name: 'Hold', exact: true }).click();
      await page.getByRole('option', { name: 'Not on hold' }).click();
      await page.getByRole('button', { name: 'Balance', exact: true }).first().click();
      await page.getByLabel('At least').fill('100');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/least=100/);
      await tableOf(page, 'Balances').getByRole('button', { name: 'Member' }).click();
      await page.waitForURL(/sort=username/);
      await page.getByLabel('Select marta').check();
      await looksRight(page, 'list-balances');
      const bar = page.getByRole('region', { name: 'Selected' });
      await bar.getByRole('button', { name: 'Put on hold…' }).click();
      const hold = page.getByRole('dialog', { name: 'Put on hold' });
      await hold.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option', { name: 'Tax form' }).click();
      await hold.getByLabel('Note').fill('W-9 is missing');
      await hold.getByRole('button', { name: 'Put on hold (1)' }).click();
      await page.getByText('Put on hold: 1 done').hover();
      await tableOf(page, 'Balances').getByRole('link', { name: 'marta' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await tableOf(page, 'Balances').getByRole('link', { name: 'marta' }).waitFor();

      const { id } = (await console.admin.post('/admin/api/payouts/', {})).body.data;
      expect((await console.admin.post(`/admin/api/payouts/${id}/release/`)).status).toBe(200);
      await console.open(`/payouts/${id}`);
      await page.getByLabel('Select marta').check();
      await page.getByLabel('Select carol').check();
      await bar.getByRole('button', { name: 'Mark as paid…' }).click();
      const mark = page.getByRole('dialog', { name: 'Mark as paid' });
      await until(async () =>
        expect(await mark.getByRole('button', { name: 'Mark as paid (2)' }).isDisabled()).toBe(true),
      );
      await mark.getByLabel('Reference').fill('TR-417');
      await mark.getByRole('button', { name: 'Mark as paid (2)' }).click();
      await page.getByText('Mark as paid: 2 done').waitFor();
      await page.getByRole('button', { name: 'Status', exact: true }).click();
      await page.getByRole('option', { name: 'Paid' }).click();
      await page.getByText('2 entries').waitFor();
      await looksRight(page, 'list-items');
    });

    it('on a phone, after “Select”', async () => {
      const { uid } = await orders(2);
      await console.enter();
      await console.page.setViewportSize(PHONE);
      const page = await console.open(`/orders?uid=${uid}`);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page
        .getByLabel(/^Select \d/)
        .first()
        .check();
      await page.getByRole('region', { name: 'Selected' }).getByText('1 selected').waitFor();
      await looksRight(page, 'list-select-phone');
    });
  });
});
