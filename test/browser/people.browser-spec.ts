import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD, type TestClient } from '../support/factories.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { shows, useConsole } from './support/console.js';
import { failAnswers, holdAnswers } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('users and orders', () => {
  const console = useConsole();

  /** A member of the demo with at least two posted periods. */
  async function memberWithStatements(): Promise<number> {
    const { body } = await console.admin.get('/admin/api/users/?limit=50');
    for (const { uid } of body.data.results) {
      const statements = await console.admin.get(`/admin/api/commission-statements/?uid=${uid}&limit=2`);
      if (statements.body.data.count >= 2) return uid;
    }
    throw new Error('the demo has no member with two posted periods');
  }

  /** A member of the demo whose next rank needs volume. */
  async function memberBelowARank() {
    const { body } = await console.admin.get('/admin/api/users/?limit=50');
    for (const { uid } of body.data.results) {
      const { body: answer } = await console.admin.get(`/admin/api/commission-statements/progress/?uid=${uid}`);
      const { name = '', conditions = [] } = answer.data?.next_rank ?? {};
      const open = conditions.filter(({ holds }: { holds: boolean }) => !holds);
      const ofVolume = open.filter(({ condition }: { condition: string }) =>
        /^(personal|group)_volume$/.test(condition),
      );
      if (ofVolume.length > 0) return { uid, rank: name, conditions: ofVolume };
    }
    throw new Error('the demo has no member who needs volume for a rank');
  }

  /** Narrows a list by one of the choices of a filter. */
  async function narrow(page: Page, label: string, option: string): Promise<void> {
    await page.getByRole('button', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Whether somebody can log in at an application. */
  async function canLogIn(username: string, password: string): Promise<boolean> {
    const { apikey } = await console.app.make.application();
    const answer = await console.app.send('POST', 'token/', { headers: { apikey }, payload: { username, password } });
    return answer.status === 200;
  }

  /** Whether a session still goes on. */
  async function isLoggedIn(member: TestClient): Promise<boolean> {
    return (await member.get('commerce/cart-items/')).status === 200;
  }

  async function fillCart(member: TestClient): Promise<void> {
    const { catalogue } = console.app.make;
    const volumes = { businessVolume: '40', points: '10.5', cumulativeVolume: '38' };
    const kit = await catalogue.product({ name: 'Starter kit', price: '49.90', ...volumes });
    const tea = await catalogue.product({ name: 'Green tea, 100 g', price: '12.50', ...volumes });
    await member.post('commerce/add-cart-item/', { product_id: kit.id, quantity: 2 });
    await member.post('commerce/add-cart-item/', { product_id: tea.id, quantity: 1 });
    await member.post('commerce/wishlist-add/', { product_id: kit.id });
    await member.post('commerce/wishlist-add/', { product_id: tea.id });
  }

  async function placeOrder(member: TestClient): Promise<{ id: number; number: string }> {
    await fillCart(member);
    const { order_id, order_number } = (await member.post('commerce/create-order/', {})).body.data;
    return { id: order_id, number: order_number };
  }

  function table(page: Page, name: string): Locator {
    return page.getByRole('table', { name });
  }

  describe('users', () => {
    it('are found by search, role and status, and the address keeps what was looked for', async () => {
      const page = await console.logIn('/users');
      const users = table(page, 'Users');
      await users.getByRole('link', { name: 'marco' }).waitFor();
      await looksRight(page, 'users');
      await page.getByLabel('Search by name or e-mail').fill('alice@ex');
      await users.getByRole('link', { name: 'marco' }).waitFor({ state: 'detached' });
      await narrow(page, 'Role', 'API admin');
      await page.getByText('No results').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await users.getByRole('link', { name: 'marco' }).waitFor();
      await narrow(page, 'Role', 'API admin');
      await users.getByRole('link', { name: 'marco' }).waitFor({ state: 'detached' });
      await narrow(page, 'Status', 'Active');
      await page.waitForURL('**/users?role=api_admin&status=active');
      await page.reload();
      await users.getByRole('link', { name: 'demo-api-admin' }).waitFor();
      await until(async () => expect(await users.getByRole('link', { name: 'marco' }).count()).toBe(0));
    });

    it('are created; a password that was made is shown once', async () => {
      const page = await console.logIn('/users/new');
      const clipboard = await console.clipboard();
      await page.getByRole('button', { name: 'Create the user' }).click();
      await page.getByText('Enter a username').waitFor();
      await page.getByText('Choose at least one role').waitFor();
      await page.getByText('A new member joins the network as a distributor').waitFor();
      await page.getByRole('checkbox', { name: 'Member' }).check();
      await page.getByLabel('Username').fill('alice');
      await page.getByLabel('E-mail address').fill('bob@example.com');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Create the user' }).click();
      await until(async () => expect(await page.getByText('Must have').count()).toBeLessThanOrEqual(1));
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Password', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Create the user' }).click();
      await page.getByText('Is already taken').nth(1).waitFor();
      await looksRight(page, 'user-new');
      await page.getByLabel('Username').fill('greta');
      await page.getByLabel('E-mail address').fill('greta@example.com');
      await page.getByRole('checkbox', { name: 'API admin' }).check();
      await page.getByLabel('First name').fill('Greta');
      await page.getByRole('combobox', { name: 'Country' }).fill('germ');
      await page.getByRole('option', { name: 'Germany' }).click();
      await page.getByRole('combobox', { name: 'Sponsor' }).fill('alice');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Create the user' }).click();
      await shows(page, 'greta is created');
      await page.getByRole('button', { name: 'Copy the password' }).click();
      const password = await clipboard();
      expect(password.length).toBeGreaterThanOrEqual(20);
      await looksRight(page, 'user-created');
      await page.getByRole('link', { name: 'Orders' }).click();
      await page.getByRole('dialog', { name: 'Leave without the password?' }).waitFor();
      await page.getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await shows(page, 'greta');
      await page.waitForURL('**/users/*/profile');
      await until(async () => expect(await page.getByText(password).count()).toBe(0));
      await page.getByRole('link', { name: 'alice' }).waitFor();
      await page.getByText('Germany', { exact: true }).waitFor();
      expect(await canLogIn('greta', password)).toBe(true);
    });

    it('open with what answers a call: standing, last statements and orders, and notes, which are added there', async () => {
      const uid = await memberWithStatements();
      await console.admin.post('/admin/api/payout-holds/', { uid, reason: 'tax', note: 'Form W-9 is missing' });
      const page = await console.logIn(`/users/${uid}`);
      await page.getByRole('heading', { name: /^In \w+ 20\d\d so far$/ }).waitFor();
      await page.getByText('Balance', { exact: true }).waitFor();
      await page.getByText('Below in the sponsor tree', { exact: true }).waitFor();
      await page.getByText('On hold: tax form', { exact: true }).waitFor();
      const statements = page.getByRole('region', { name: 'Last statements' });
      await statements
        .getByText(/^([+-]\$[\d.,]+|the same)$/)
        .first()
        .waitFor();
      await page.getByRole('region', { name: 'Last orders' }).getByRole('link', { name: 'All orders' }).waitFor();
      const notes = page.getByRole('region', { name: 'Notes' });
      await notes.getByText('No notes yet. Members never see them.').waitFor();
      await notes.getByRole('button', { name: 'Add a note…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Write something').waitFor();
      await page.getByRole('textbox', { name: 'Note' }).fill('Asks to be called back after 6 p.m.');
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await notes.getByText('Asks to be called back after 6 p.m.').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await looksRight(page, 'member-overview');
      await statements.getByRole('link').nth(1).click();
      await page.waitForURL(`**/commission-runs/*/statements/${uid}`);
    });

    it('say what is missing for the next rank as missing, not as if it were there', async () => {
      const { uid, rank, conditions } = await memberBelowARank();
      const page = await console.logIn(`/users/${uid}`);
      await page.getByText(`Still missing for ${rank}`, { exact: true }).waitFor();
      for (const { condition, missing, wanted } of conditions) {
        const [shown, required] = [missing, wanted].map((value) => value.toLocaleString('en-US'));
        const label = condition === 'personal_volume' ? 'Personal volume' : 'Group volume';
        await page.getByText(`${label}: ${shown} missing, ${required} required`, { exact: true }).waitFor();
      }
    });

    it('are read on their page, and changed in a dialog', async () => {
      const user = await console.app.make.user({ username: 'hugo' });
      const page = await console.logIn(`/users/${user.uid}`);
      await page.waitForURL('**/overview');
      await page.getByRole('link', { name: 'Profile', exact: true }).click();
      await page.waitForURL('**/profile');
      await page.getByRole('button', { name: 'Edit…', exact: true }).waitFor();
      await until(async () => expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0));
      await looksRight(page, 'user-profile');
      await page.getByRole('button', { name: 'Edit…', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit hugo' });
      await dialog.getByText('Administers through an application').waitFor();
      await dialog.getByLabel('First name').fill('Hugo');
      await dialog.getByLabel('E-mail address').fill('alice@example.com');
      await looksRight(page, 'user-edit');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Is already taken').first().waitFor();
      await dialog.getByLabel('E-mail address').fill('hugo@example.org');
      await dialog.getByRole('checkbox', { name: 'API admin' }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('hugo is saved').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Hugo · hugo@example.org').waitFor();
      const { data } = (await console.admin.get(`/admin/api/users/${user.uid}/`)).body;
      expect(data).toMatchObject({ first_name: 'Hugo', email: 'hugo@example.org', roles: ['member', 'api_admin'] });
    });

    it('send only what was changed there: the rest stays as somebody else has left it meanwhile', async () => {
      const { uid, username } = await console.app.make.user();
      const page = await console.logIn(`/users/${uid}/profile`);
      await page.getByRole('button', { name: 'Edit…', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: `Edit ${username}` });
      await dialog.getByLabel('Last name').fill('Byron');
      await console.admin.patch(`/admin/api/users/${uid}/`, { first_name: 'Augusta' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText(`${username} is saved`).waitFor();
      await page.getByText('Augusta Byron', { exact: true }).waitFor();
      expect((await console.admin.get(`/admin/api/users/${uid}/`)).body.data).toMatchObject({
        first_name: 'Augusta',
        last_name: 'Byron',
      });
    });

    it('are deactivated, which ends their sessions and says so, and activated again', async () => {
      const member = await console.app.make.member();
      const page = await console.logIn(`/users/${member.user.uid}/profile`);
      await page.getByRole('button', { name: 'Deactivate' }).click();
      const dialog = page.getByRole('dialog', { name: `Deactivate ${member.user.username}?` });
      await dialog.getByText('Once it is done, all their sessions end').waitFor();
      await looksRight(page, 'user-deactivate');
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('They cannot log in').waitFor();
      expect(await isLoggedIn(member)).toBe(false);
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.getByText('They can log in.', { exact: true }).waitFor();
      expect(await canLogIn(member.user.username, PASSWORD)).toBe(true);
    });

    it('get a password that is made, shown once, and end all sessions', async () => {
      const member = await console.app.make.member();
      const { username } = member.user;
      const page = await console.logIn(`/users/${member.user.uid}/profile`);
      const clipboard = await console.clipboard();
      await page.getByRole('button', { name: 'Reset the password…' }).click();
      const dialog = page.getByRole('dialog', { name: `Reset the password of ${username}` });
      await dialog.getByLabel('Generate a password').waitFor();
      await dialog.getByText('all their sessions end immediately').waitFor();
      await looksRight(page, 'user-password');
      await dialog.getByRole('button', { name: 'Reset the password' }).click();
      await dialog.getByRole('button', { name: 'Copy the password' }).click();
      const password = await clipboard();
      await looksRight(page, 'user-password-made');
      expect(await isLoggedIn(member)).toBe(false);
      expect([await canLogIn(username, PASSWORD), await canLogIn(username, password)]).toEqual([false, true]);
      // It is shown only once: nothing but its button closes it.
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'I have saved it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await until(async () => expect(await page.getByText(password).count()).toBe(0));
    });

    it('get a password that is typed; what is wrong with it stands at its field', async () => {
      const { uid, username } = await console.app.make.user();
      const page = await console.logIn(`/users/${uid}/profile?dialog=password`);
      const dialog = page.getByRole('dialog', { name: `Reset the password of ${username}` });
      await dialog.getByLabel('Enter a password').check();
      const field = dialog.getByLabel('The new password');
      const submit = dialog.getByRole('button', { name: 'Reset the password' });
      await submit.click();
      await dialog.getByText('Enter the new password').waitFor();
      await field.fill('short');
      await submit.click();
      await until(async () => (await field.getAttribute('aria-invalid')) === 'true');
      await expectAccessible(page);
      await field.fill('a password that was agreed on');
      await submit.click();
      await page.getByText(`${username} has a new password`).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await canLogIn(username, 'a password that was agreed on')).toBe(true);
    });

    it('do not lock themselves out', async () => {
      console.admin = await console.app.make.superAdmin();
      const { uid } = console.admin.user;
      const page = await console.logIn(`/users/${uid}/profile`);
      await page.getByText('This is your own account: another super admin').waitFor();
      await until(async () => expect(await page.getByRole('button', { name: 'Deactivate' }).isDisabled()).toBe(true));
      await page.getByRole('button', { name: 'Edit…', exact: true }).click();
      const edit = page.getByRole('dialog', { name: /^Edit / });
      await until(async () =>
        expect(await edit.getByRole('checkbox', { name: 'Super admin' }).isDisabled()).toBe(true),
      );
      await edit.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Reset the password…' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Your account' }).click();
      await shows(page, 'Your account');
      await page.getByLabel('Your current password').fill('a guess');
      await page.getByLabel('The new password').fill('my own new password');
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.getByText('Is wrong').waitFor();
      await page.getByLabel('Your current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Change the password' }).click();
      // A wrong one takes the confirmation back.
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByLabel('Password', { exact: true }).fill('another guess');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByRole('alert').getByText('The password is wrong.', { exact: true }).waitFor();
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Your password is changed').waitFor();
      await shows(page, 'Your account');
    });

    it('are looked at with their cart, wishlist and orders', async () => {
      const member = await console.app.make.member();
      const { uid, username } = member.user;
      const page = await console.logIn(`/users/${uid}/cart`);
      await page.getByText('The cart is empty').waitFor();
      await looksRight(page, 'user-cart-empty');
      await page.getByRole('link', { name: 'Wishlist' }).click();
      await page.getByText('The wishlist is empty').waitFor();
      await page.getByRole('link', { name: 'Orders' }).last().click();
      await page.getByText('No orders yet').waitFor();
      const { number } = await placeOrder(member);
      await fillCart(member);
      await page.goto(`/admin/users/${uid}/cart`);
      await table(page, `Cart of ${username}`).getByText('Green tea, 100 g').waitFor();
      await page.getByText('$112.30').waitFor();
      await page.getByText('Business volume').first().waitFor();
      await looksRight(page, 'user-cart');
      await page.getByRole('link', { name: 'Wishlist' }).click();
      await table(page, `Wishlist of ${username}`).getByText('Green tea, 100 g').first().waitFor();
      await looksRight(page, 'user-wishlist');
      await page.getByRole('link', { name: 'Orders' }).last().click();
      await table(page, 'Orders').getByRole('link', { name: number }).waitFor();
      await looksRight(page, 'user-orders');
      await table(page, 'Orders').getByRole('link', { name: number }).click();
      await shows(page, `Order ${number}`);
    });

    it('that do not exist are said not to', async () => {
      const page = await console.logIn('/users/999999/cart');
      await page.getByText('This does not exist').waitFor();
      await looksRight(page, 'user-missing');
    });
  });

  describe('orders', () => {
    it('are found by number, user and status', async () => {
      const [one, other] = [await console.app.make.member(), await console.app.make.member()];
      const [first, second] = [await placeOrder(one), await placeOrder(other)];
      await console.admin.patch(`/admin/api/orders/${second.id}/`, { status: 'paid' });
      const page = await console.logIn('/orders');
      const orders = table(page, 'Orders');
      await orders.getByRole('link', { name: first.number }).waitFor();
      await looksRight(page, 'orders');
      await orders.getByRole('button', { name: 'Price' }).click();
      await page.waitForURL('**/orders?sort=-total');
      await orders.locator('[aria-sort=descending]').getByText('Price').waitFor();
      await orders.getByRole('button', { name: 'Price' }).click();
      await page.waitForURL('**/orders?sort=total');
      await orders.locator('[aria-sort=ascending]').getByText('Price').waitFor();
      await page.getByText(/^Total/).waitFor();
      await narrow(page, 'Status', 'Paid');
      await page.getByRole('button', { name: 'Status: Paid' }).waitFor();
      await orders.getByRole('link', { name: first.number }).waitFor({ state: 'detached' });
      await orders.getByRole('link', { name: second.number }).waitFor();
      await page.getByLabel('Search by number or user').fill(one.user.username);
      await page.getByText('No results').waitFor();
      await page.goto('/admin/orders');
      await page.getByRole('button', { name: 'User', exact: true }).last().click();
      await page.getByRole('combobox', { name: 'User' }).fill(other.user.username);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/orders?uid=${other.user.uid}`);
      await orders.getByRole('link', { name: first.number }).waitFor({ state: 'detached' });
      await orders.getByRole('link', { name: second.number }).waitFor();
      await page.reload();
      await orders.getByRole('link', { name: second.number }).waitFor();
      await page.getByRole('button', { name: `User: ${other.user.username}` }).waitFor();
      await looksRight(page, 'orders-of-user');
      await page.getByLabel('Remove the filter User').click();
      await orders.getByRole('link', { name: first.number }).waitFor();
      await page.goto(`/admin/orders?search=${first.number}`);
      await orders.getByRole('link', { name: one.user.username, exact: true }).click();
      await shows(page, one.user.username);
    });

    it('move from placed to paid to completed, with who moved them', async () => {
      const member = await console.app.make.member();
      const { id, number } = await placeOrder(member);
      const page = await console.logIn(`/orders/${id}`);
      await shows(page, `Order ${number}`);
      const buyer = page.getByRole('region', { name: 'Buyer' });
      await buyer.getByText(`${member.user.username} · uid ${member.user.uid}`).waitFor();
      const commissions = page.getByRole('region', { name: 'Commissions' });
      await commissions.getByText('The order is placed: it counts from the moment when it is paid.').waitFor();
      for (const text of ['$112.30', '120', '31.5', '114'])
        await page.getByText(text, { exact: true }).first().waitFor();
      await page.getByRole('region', { name: 'Sale' }).getByText('Test shop').waitFor();
      await looksRight(page, 'order');
      await page.getByRole('button', { name: 'Mark as paid' }).click();
      await page.getByText('Paid, awaiting completion.').waitFor();
      await page.getByRole('button', { name: 'Complete', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Complete this order?' });
      await dialog.getByText('can no longer be cancelled, only returned').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Reason').fill('handed over');
      await dialog.getByRole('button', { name: 'Complete the order' }).click();
      await page.getByText('Completed. It can only be returned.').waitFor();
      await until(async () => expect(await page.getByRole('button', { name: 'Cancel the order' }).count()).toBe(0));
      const history = page.getByRole('region', { name: 'History' });
      await history.getByText('Completed').waitFor();
      await history.getByText('Reason: handed over').waitFor();
      await until(async () => expect(await history.getByRole('link', { name: 'admin' }).count()).toBe(2));
      await looksRight(page, 'order-completed');
    });

    it('are cancelled after a question', async () => {
      const { id } = await placeOrder(await console.app.make.member());
      const page = await console.logIn(`/orders/${id}`);
      await page.getByRole('button', { name: 'Cancel the order' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
      await screenshot(page, 'order-cancel');
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText('Awaiting payment.').waitFor();
      await page.getByRole('button', { name: 'Cancel the order' }).click();
      await dialog.getByRole('button', { name: 'Cancel the order' }).click();
      await page.getByText('Cancelled. This is final.').waitFor();
    });

    it.each(['Mark as paid', 'Cancel the order'])('that somebody else has moved say so: %s', async (button) => {
      const { id } = await placeOrder(await console.app.make.member());
      const page = await console.logIn(`/orders/${id}`);
      await page.getByRole('button', { name: button }).waitFor();
      await console.admin.patch(`/admin/api/orders/${id}/`, { status: 'cancelled' });
      await page.getByRole('button', { name: button }).click();
      if (button !== 'Mark as paid') await page.getByRole('dialog').getByRole('button', { name: button }).click();
      await page.getByText('The order was changed by someone else').waitFor();
      await page.getByText('Cancelled. This is final.').waitFor();
      await until(async () => expect(await page.getByRole('button', { name: button }).count()).toBe(0));
      await looksRight(page, 'order-conflict');
    });

    it('that do not exist are said not to', async () => {
      const page = await console.logIn('/orders/999999');
      await page.getByText('This does not exist').waitFor();
    });
  });

  it.each(['users', 'orders'])('%s say that they are loading, and that they could not be loaded', async (room) => {
    const release = await holdAnswers(console.page, `${room}/**`);
    const page = await console.logIn(`/${room}`);
    await page.getByRole('status', { name: `Loading ${room}` }).waitFor();
    await release();
    await page.getByRole('table').waitFor();
    console.problems.expect(/status of 503/);
    const recover = await failAnswers(page, `${room}/**`);
    await page.reload();
    await page.getByText('Could not be loaded').waitFor();
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
  });

  it('moves nothing without a network, and says so', async () => {
    const { id } = await placeOrder(await console.app.make.member());
    const page = await console.logIn(`/orders/${id}`);
    await page.getByRole('button', { name: 'Mark as paid' }).waitFor();
    await console.setOffline(true);
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('The status was not changed').waitFor();
    await console.setOffline(false);
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Paid, awaiting completion.').waitFor();
  });
});
