import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { withCurl } from '../support/curl.js';
import { until } from '../support/until.js';
import { expectAccessible } from './support/accessible.js';
import { shows, useConsole } from './support/console.js';
import { failAnswers } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

const HOUR_MS = 3_600_000;
const APPLICATIONS = '/admin/api/applications/';

interface Application {
  id: string;
  name: string;
  apikey: string;
  updated_at: string;
}

interface EncryptionKey {
  kid: string;
  platform: string;
  retired_at: string | null;
}

const console = useConsole();
let count = 0;

/** An application of a test's own. */
async function register(fields: object = {}): Promise<Application> {
  count += 1;
  const username = `keeper-${count}`;
  const usual = { name: `Tea shop ${count}`, api_version: 'v1', client_type: 'server' };
  const api_admin = { username, email: `${username}@example.com` };
  const { status, body } = await console.admin.post(APPLICATIONS, { ...usual, api_admin, ...fields });
  expect([status, body.errors]).toEqual([200, {}]);
  return body.data as Application;
}

async function read({ id }: Application): Promise<Record<string, unknown>> {
  return (await console.admin.get(`${APPLICATIONS}${id}/`)).body.data as Record<string, unknown>;
}

/** What a client of an application is told; one that is admitted gets as far as its missing credentials. */
async function told(apikey: string, headers: Record<string, string> = {}): Promise<string> {
  const { body } = await console.app.send('POST', 'token/', { headers: { apikey, ...headers } });
  return body.type === 'Validation Error' ? 'admitted' : `${body.type}: ${body.message}`;
}

/** How often something was done, as the audit log says. */
async function timesOf(action: string): Promise<number> {
  const sql = 'SELECT count(*)::int AS times FROM audit_entries WHERE action = $1';
  const [row] = await console.app.database.query<{ times: number }>(sql, [action]);
  return row!.times;
}

/** Opens a tab of an application's page. */
async function tab(application: Application, path: string): Promise<Page> {
  const page = await console.logIn(`/applications/${application.id}/${path}`);
  await shows(page, application.name);
  return page;
}

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Copies something, and sees the button say so, which it does for two seconds. */
async function copy(page: Page, what: string): Promise<void> {
  await Promise.all([button(page, `Copied ${what}`).waitFor(), button(page, `Copy ${what}`).click()]);
}
const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

describe('the list of applications', () => {
  it('shows state, last use and what needs a look, and leads to each', async () => {
    const shop = await register({ webhook: { url: 'https://shop.example.com/hooks', events: [] } });
    await console.admin.patch(`${APPLICATIONS}${shop.id}/`, { require_encryption: true, status: 'maintenance' });
    const sql = 'UPDATE applications SET webhook_disabled_at = now(), webhook_disabled_reason = $2 WHERE id = $1';
    await console.app.database.query(sql, [shop.id, 'gone']);
    const page = await console.logIn('/applications');
    const row = page.getByRole('row').filter({ hasText: shop.name });
    await until(async () =>
      expect(await row.innerText()).toMatch(/Webhook disabled[^]*Encryption required[^]*In maintenance[^]*never/),
    );
    await looksRight(page, 'applications');
    await row.getByRole('link', { name: shop.name }).click();
    await shows(page, shop.name);
    await page.waitForURL(`**/applications/${shop.id}/settings`);
  });

  it('is searched and filtered in the address, and says when nothing matches', async () => {
    const page = await console.logIn('/applications?status=active');
    await page.getByText('Demo web shop').waitFor();
    await page.getByLabel('Search by name').fill('back end');
    await page.getByText('Demo web shop').waitFor({ state: 'detached' });
    await page.getByText('Demo back end').waitFor();
    expect(new URL(page.url()).search).toBe('?status=active&search=back+end');
    await page.getByLabel('Search by name').fill('nothing of the kind');
    await page.getByText('No results').waitFor();
    await looksRight(page, 'applications-none-found');
    await button(page, 'Clear filters').click();
    await page.getByText('Demo web shop').waitFor();
  });

  it('leads to settings that say when they could not be read, and try again', async () => {
    console.problems.expect(/status of 503/);
    const recover = await failAnswers(console.page, 'applications/**');
    const { id } = await register();
    const page = await console.logIn(`/applications/${id}/settings`);
    await page.getByText('Could not be loaded').waitFor();
    await expectAccessible(page);
    await recover();
    await button(page, 'Try again').click();
    await page.getByRole('heading', { name: 'Status' }).waitFor();
  });
});

describe('registering an application', () => {
  it('says what is missing, and what the service refuses, at each field', async () => {
    const { user } = await console.app.make.member();
    const page = await console.logIn('/applications/new');
    await button(page, 'Register').click();
    await page.getByText('Enter a name').waitFor();
    await page.getByText('Enter an e-mail address').waitFor();
    await until(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true'),
    );
    await box(page, 'Name').fill('Refused shop');
    await box(page, 'Username').fill(user.username);
    await box(page, 'E-mail address').fill('somebody.else@example.com');
    await page.getByRole('switch', { name: 'Send events to the application' }).check();
    await box(page, 'URL').fill('shop.example.com');
    await button(page, 'Register').click();
    await page.getByText('Must be an https or http address').waitFor();
    await page.getByText('Fix the highlighted fields').waitFor();
    await expectAccessible(page);
    await box(page, 'URL').fill('https://shop.example.com/hooks');
    await button(page, 'Register').click();
    await page.getByText('Is not the e-mail address of the existing user with this username').waitFor();
  });

  it('asks the service of each host and address while they are typed, and marks what it would refuse', async () => {
    const page = await console.logIn('/applications/new');
    const hosts = box(page, 'Allowed hosts');
    await hosts.pressSequentially('Shop.Example.com,*.example.com ');
    await hosts.fill('https://example.com');
    await box(page, 'Blocked IP addresses').fill('10.0.0.0/33');
    await page.getByText('“https://example.com” is not a host name').waitFor();
    await page.getByText('shop.example.com', { exact: true }).waitFor();
    await box(page, 'Name').click();
    await page.getByText('“10.0.0.0/33” is not an IP address or a CIDR block').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'application-new-entries', page.getByText('“10.0.0.0/33” is not'));
    await button(page, 'Remove https://example.com').click();
    await page.getByText('is not a host name').waitFor({ state: 'detached' });
    await hosts.press('Backspace');
    await button(page, 'Remove *.example.com').waitFor({ state: 'detached' });
    await button(page, 'Remove shop.example.com').waitFor();
  });

  it('asks before what was typed is left', async () => {
    const page = await console.logIn('/applications/new');
    await box(page, 'Name').fill('Half a shop');
    await page.getByRole('link', { name: 'Users' }).click();
    await dialog(page, 'Leave without saving?').waitFor();
    await button(page, 'Stay').click();
    await shows(page, 'Register an application');
    await until(async () => expect(await box(page, 'Name').inputValue()).toBe('Half a shop'));
  });

  it('gives a key, a password and a command that works, shows them once, and warns before they are left', async () => {
    const clipboard = await console.clipboard();
    const page = await console.logIn('/applications');
    await page.getByRole('link', { name: 'Register an application' }).click();
    await shows(page, 'Register an application');
    await box(page, 'Name').fill('Web shop');
    await page.getByRole('radio', { name: /^Web/ }).check();
    await page.getByText('Any site may call').waitFor();
    await box(page, 'Username').fill('web-shop-admin');
    await box(page, 'E-mail address').fill('web-shop-admin@example.com');
    await page.getByRole('switch', { name: 'Send events to the application' }).check();
    await box(page, 'URL').fill('https://shop.example.com/hooks');
    await page.getByRole('checkbox', { name: 'order.placed' }).check();
    await page.getByRole('checkbox', { name: 'order.paid' }).check();
    await page.getByRole('switch', { name: 'Enable single sign-on' }).check();
    await box(page, 'Login URL').fill('https://shop.example.com/sso');
    await box(page, 'Allowed hosts').fill('*.example.com');
    await box(page, 'Blocked IP addresses').fill('198.51.100.0/24');
    await page.getByText('Any site may call').waitFor({ state: 'detached' });
    await looksRight(page, 'application-new', page.getByRole('heading', { level: 1 }));
    await screenshot(page, 'application-new-webhook', page.getByRole('heading', { name: 'Single sign-on' }));
    await button(page, 'Register').click();
    await shows(page, 'Web shop is registered');
    await looksRight(page, 'application-registered');

    await copy(page, 'the application key');
    const apikey = await clipboard();
    expect(await told(apikey, { origin: 'https://shop.example.com' })).toBe('admitted');
    await copy(page, 'the password');
    const password = await clipboard();
    await copy(page, 'the command');
    const command = await clipboard();
    expect(command).toContain(`${console.origin}/api/v1/token/`);
    expect(command).toContain(password);
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: await withCurl() });
    expect(JSON.parse(stdout)).toMatchObject({ data: { access_token: expect.any(String) } });

    await page.getByRole('link', { name: 'Home' }).click();
    await dialog(page, 'Leave without the key?').waitFor();
    await expectAccessible(page);
    await button(page, 'Stay').click();
    await button(page, 'Go to the application').click();
    await shows(page, 'Web shop');
    await until(async () => expect(await page.getByText(password).count()).toBe(0));
    const id = /applications\/([^/]+)/.exec(page.url())![1]!;
    await until(async () =>
      expect(await read({ id } as Application)).toMatchObject({
        client_type: 'web',
        webhook: { url: 'https://shop.example.com/hooks', events: ['order.placed', 'order.paid'] },
        sso: { login_url: 'https://shop.example.com/sso', logout_url: null },
        access: { hosts: { allow: ['*.example.com'], block: [] }, ips: { allow: [], block: ['198.51.100.0/24'] } },
        api_admin: { username: 'web-shop-admin' },
      }),
    );
  });

  it('lets the key be copied where the page came without TLS, too', async () => {
    const shop = await register();
    // What is copied is seen here: the clipboard is shared with the windows of other files.
    await console.page.addInitScript(`Object.defineProperty(window, 'isSecureContext', { value: false });
      addEventListener('copy', ({ target }) => { globalThis.copied = target.value ?? String(getSelection()); });`);
    const page = await tab(shop, 'keys');
    await page.getByRole('button', { name: /^Show key/ }).click();
    await button(page, 'Show the key').click();
    await copy(page, 'the key');
    expect(await page.evaluate('globalThis.copied')).toBe(shop.apikey);
  });

  it('takes a user who is there already as its API admin, who keeps the password', async () => {
    const { user } = await console.app.make.member();
    const page = await console.logIn('/applications/new');
    await box(page, 'Name').fill('Phone app');
    await page.getByRole('radio', { name: /^Mobile/ }).check();
    await page.getByText('Existing user').click();
    await page.getByRole('combobox', { name: 'User' }).fill(user.email);
    await page.keyboard.press('Enter');
    await button(page, 'Register').click();
    await shows(page, 'Phone app is registered');
    await page.getByText('logs in with their current password').waitFor();
    await page.getByText('"password":"PASSWORD"').waitFor();
    await until(async () => expect(await button(page, 'Copy the password').count()).toBe(0));
  });
});

describe('the settings of an application', () => {
  it('are changed together, and only what was changed is sent', async () => {
    const shop = await register();
    const page = await tab(shop, 'settings');
    await page.getByRole('heading', { name: 'General' }).waitFor();
    await looksRight(page, 'application-settings');
    await box(page, 'Name').fill('Renamed shop');
    await box(page, 'Rate limit').fill('600');
    await page.getByRole('switch', { name: 'Require encryption' }).check();
    await page.getByText('requests with a plain body are rejected').waitFor();
    await console.admin.patch(`${APPLICATIONS}${shop.id}/`, { sso: { login_url: 'https://other.example.com/sso' } });
    await button(page, 'Save').click();
    await shows(page, 'Renamed shop');
    await until(async () =>
      expect(await read(shop)).toMatchObject({
        name: 'Renamed shop',
        rate_limit: 600,
        require_encryption: true,
        sso: { login_url: 'https://other.example.com/sso' },
      }),
    );
    await button(page, 'Discard changes').waitFor({ state: 'detached' });
    await page.reload();
    await until(async () => expect(await box(page, 'Login URL').inputValue()).toMatch(/other/));
    await box(page, 'Rate limit').fill('');
    await button(page, 'Save').click();
    await until(async () => expect(await read(shop)).toMatchObject({ rate_limit: null }));
  });

  it('say at the field what the service refuses, and guard what is not saved', async () => {
    const shop = await register();
    const page = await tab(shop, 'settings');
    await box(page, 'Rate limit').fill('2000000');
    await button(page, 'Save').click();
    await page.getByText('Must be between 1 and 1000000', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await dialog(page, 'Leave without saving?').waitFor();
    await button(page, 'Leave').click();
    await page.waitForURL('**/keys');
    await until(async () => expect(await read(shop)).toMatchObject({ rate_limit: null, api_version: 'v1' }));
  });

  it('offer the versions that are served, and name the only one', async () => {
    const shop = await register();
    const page = await tab(shop, 'settings');
    await until(async () => expect(await box(page, 'API version').inputValue()).toBe('v1'));
    await until(async () => expect(await box(page, 'API version').isEditable()).toBe(false));
    await console.app.database.query(`UPDATE applications SET api_version = 'v0' WHERE id = $1`, [shop.id]);
    await page.reload();
    await page.getByText('v0 is not served, so requests with these keys are rejected').waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'API version' }).click();
    await until(async () => expect(await page.getByRole('option').allInnerTexts()).toEqual(['v1']));
    await page.getByRole('option', { name: 'v1' }).click();
    await page.getByText('from then on they are valid only for v1').waitFor();
    await button(page, 'Save').click();
    await until(async () => expect(await read(shop)).toMatchObject({ api_version: 'v1' }));
  });

  it('warn of a web application that any site may use, as the list does', async () => {
    const shop = await register({ client_type: 'web' });
    const page = await tab(shop, 'settings');
    await page.getByText('Any site may call').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('status').getByRole('link', { name: 'Access rules' }).click();
    await page.getByText('Allow the hosts of its pages here').waitFor();
    await page.goto('/admin/applications');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: shop.name, exact: true }) });
    await row.getByText('Any site may call').waitFor();
    await expectAccessible(page);
    await console.admin.patch(`${APPLICATIONS}${shop.id}/`, { access: { hosts: { allow: ['*.example.com'] } } });
    await page.reload();
    await row.waitFor();
    await until(async () => expect(await row.getByText('Any site may call').count()).toBe(0));
  });

  it('take in what somebody else has changed, but never over what is being edited', async () => {
    const shop = await register();
    const page = await tab(shop, 'settings');
    const meanwhile = (change: object) => console.admin.patch(`${APPLICATIONS}${shop.id}/`, change);
    const begin = async (name: string): Promise<void> => {
      await button(page, name).click();
      await button(page.getByRole('dialog'), name).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await box(page, 'Name').waitFor();
    await meanwhile({ rate_limit: 100 });
    await begin('Start maintenance');
    await until(async () => expect(await box(page, 'Rate limit').inputValue()).toMatch(/^100/));
    await box(page, 'Name').fill('Edited shop');
    await meanwhile({ rate_limit: 200 });
    await begin('Change the message');
    await button(page, 'End maintenance').click();
    await button(page, 'Start maintenance').waitFor();
    await until(async () => expect(await box(page, 'Name').inputValue()).toBe('Edited shop'));
    await button(page, 'Save').click();
    await shows(page, 'Edited shop');
    await until(async () =>
      expect(await read(shop)).toMatchObject({ name: 'Edited shop', rate_limit: 200, status: 'active' }),
    );
    await until(async () => expect(await box(page, 'Rate limit').inputValue()).toMatch(/^200/));
  });

  it('put it into maintenance with a message, and back', async () => {
    const shop = await register();
    const page = await tab(shop, 'settings');
    await button(page, 'Start maintenance').click();
    await box(page, 'Message').fill('Back at noon.');
    await looksRight(page, 'application-maintenance');
    await button(dialog(page, 'Start maintenance'), 'Start maintenance').click();
    await page.getByText('In maintenance').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await until(async () => expect(await told(shop.apikey)).toBe('Under Maintenance: Back at noon.'));
    await button(page, 'Change the message').click();
    await until(async () => expect(await box(page, 'Message').inputValue()).toBe('Back at noon.'));
    await box(page, 'Message').fill('Back at one.');
    await button(dialog(page, 'Change the message'), 'Change the message').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Back at one.').waitFor();
    await button(page, 'End maintenance').click();
    await button(page, 'Start maintenance').waitFor();
    await until(async () => expect(await told(shop.apikey)).toBe('admitted'));
  });

  it('deactivate it after a question that says what happens, and activate it again', async () => {
    const shop = await register();
    const page = await tab(shop, 'settings');
    await button(page, 'Deactivate').click();
    const question = dialog(page, `Deactivate ${shop.name}?`);
    await question.getByText('every request with any of its keys is rejected').waitFor();
    await expectAccessible(page);
    await button(question, 'Deactivate').click();
    await button(page, 'Activate').waitFor();
    await until(async () => expect(await told(shop.apikey)).toMatch(/^Inactive APIKEY/));
    await button(page, 'Activate').click();
    await button(page, 'Deactivate').waitFor();
    await until(async () => expect(await told(shop.apikey)).toBe('admitted'));
  });

  it('appoint another API admin: one who is there, or a new one with a password that is shown once', async () => {
    const { user } = await console.app.make.member();
    const shop = await register();
    const page = await tab(shop, 'settings');
    await button(page, 'Appoint another').click();
    await button(page, 'Appoint').click();
    await page.getByText('Select a user').waitFor();
    await page.getByRole('combobox', { name: 'User' }).fill(user.username);
    await page.keyboard.press('Enter');
    await page.getByText('loses the API admin role: this is their last application').waitFor();
    await looksRight(page, 'application-api-admin');
    await button(page, 'Appoint').click();
    await page.getByRole('link', { name: user.username }).waitFor();
    await button(page, 'Appoint another').click();
    await page.getByText('New user').click();
    const username = `fresh-${user.username}`;
    await box(page, 'Username').fill(username);
    await box(page, 'E-mail address').fill(user.email);
    await button(page, 'Appoint').click();
    await page.getByText('Is already taken').waitFor();
    await box(page, 'E-mail address').fill(`${username}@example.com`);
    await button(page, 'Appoint').click();
    await dialog(page, `${username} is the API admin`).waitFor();
    const password = await dialog(page, `${username} is the API admin`).locator('code').innerText();
    const payload = { username, password };
    const answer = await console.app.send('POST', 'token/', { headers: { apikey: shop.apikey }, payload });
    expect(answer.status).toBe(200);
    await button(page, 'I have saved it').click();
    await page.getByRole('link', { name: username }).waitFor();
    await page.getByText(password).waitFor({ state: 'detached' });
  });

  it('delete it once its name is typed, say before what ends, and lead back to the list', async () => {
    const shop = await register();
    const admin = (await read(shop)).api_admin as { username: string };
    for (const _ of [1, 2]) await console.app.make.member(shop);
    const page = await tab(shop, 'settings');
    await button(page, 'Delete this application').click();
    const question = dialog(page, `Delete ${shop.name}?`);
    await question.getByText(`${admin.username} loses the API admin role: this is their last application.`).waitFor();
    await question.getByText('2 sessions end').waitFor();
    await question.getByLabel(`Type “${shop.name}” to confirm`).fill('Tea shop');
    await until(async () => expect(await button(question, 'Delete').isDisabled()).toBe(true));
    await looksRight(page, 'application-delete');
    await question.getByLabel(`Type “${shop.name}” to confirm`).fill(shop.name);
    await button(question, 'Delete').click();
    await shows(page, 'Applications');
    await page.getByText('Demo web shop').waitFor();
    await page.getByRole('link', { name: shop.name, exact: true }).waitFor({ state: 'detached' });
    await until(async () => expect(await told(shop.apikey)).toMatch(/^Request Failed/));
    await page.goto(`/admin/applications/${shop.id}/settings`);
    await page.getByText('This does not exist').waitFor();
    await expectAccessible(page);
  });
});

describe('the keys of an application', () => {
  it('are rotated with an overlap, and the new one is shown', async () => {
    const shop = await register();
    const page = await tab(shop, 'keys');
    await button(page, 'Rotate the key').click();
    const asking = dialog(page, 'Rotate the key');
    await asking.getByRole('radio', { name: 'Custom' }).check();
    await box(page, 'Duration').fill('');
    await button(asking, 'Rotate').click();
    await page.getByText('Enter a duration').waitFor();
    await box(page, 'Duration').fill('400');
    await button(asking, 'Rotate').click();
    await page.getByText('The time must be between 0 and 31536000 seconds').waitFor();
    await asking.getByRole('radio', { name: '1 hour' }).check();
    await looksRight(page, 'application-rotate-key');
    const before = Date.now();
    let sent = 0;
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
    await page.evaluate(`(() => {
      const buttons = [...document.querySelectorAll('[role=dialog] button')];
      const rotate = buttons.find(({ textContent }) => textContent === 'Rotate');
      rotate.click();
      rotate.click();
    })()`);
    const apikey = await dialog(page, 'The new key').locator('pre').innerText();
    expect(sent).toBe(1);
    expect(await told(apikey)).toBe('admitted');
    expect(await told(shop.apikey)).toBe('admitted');
    await expectAccessible(page);
    await button(page, 'Done').click();
    await page.getByText('Expiring').waitFor();
    await until(async () => expect(await page.getByRole('row').count()).toBe(3));
    const { results } = (await console.admin.get(`${APPLICATIONS}${shop.id}/keys/`)).body.data;
    const ends = Date.parse((results as { expires_at: string }[])[1]!.expires_at);
    expect(ends).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(ends).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    await looksRight(page, 'application-keys');
  });

  it('are shown again, which is said to be audited, and is', async () => {
    const shop = await register();
    const page = await tab(shop, 'keys');
    await page.getByRole('button', { name: /^Show key/ }).click();
    await page.getByText('is recorded in the audit log').waitFor();
    const before = await timesOf('application_key.reveal');
    await button(page, 'Show the key').click();
    await until(async () => expect(await dialog(page, 'Show a key').locator('pre').innerText()).toBe(shop.apikey));
    await until(async () => expect(await timesOf('application_key.reveal')).toBe(before + 1));
    await looksRight(page, 'application-reveal-key');
  });

  it('are revoked after a question that knows when it is the last one', async () => {
    const shop = await register();
    const page = await tab(shop, 'keys');
    await page.getByRole('button', { name: /^Revoke key/ }).click();
    const question = dialog(page, 'Revoke this key?');
    await question.getByText('No other valid key is listed').waitFor();
    await looksRight(page, 'application-revoke-key');
    await button(question, 'Revoke').click();
    await page.getByRole('cell', { name: 'Revoked', exact: true }).waitFor();
    await until(async () => expect(await told(shop.apikey)).toMatch(/^Request Failed/));
  });
});

describe('the access rules of an application', () => {
  it('are changed, hold for clients, and are tried step by step', async () => {
    const shop = await register({ client_type: 'web' });
    const page = await tab(shop, 'access');
    await page.getByText('Allow the hosts of its pages here').waitFor();
    await box(page, 'Allowed hosts').fill('*.example.com');
    await box(page, 'Blocked hosts').fill('old.example.com');
    await box(page, 'Blocked IP addresses').fill('198.51.100.0/24');
    await button(page, 'Save').click();
    await page.getByText('Saved. The rules take effect everywhere within 2 seconds.').waitFor();
    await until(async () => expect(await told(shop.apikey)).toMatch(/^Host Not Whitelisted/));
    expect(await told(shop.apikey, { origin: 'https://www.example.com' })).toBe('admitted');

    await button(page, 'Test').click();
    await page.getByText('Enter an IP address').waitFor();
    await box(page, 'IP address').fill('198.51.100.7');
    await box(page, 'Origin').fill('https://old.example.com');
    await button(page, 'Test').click();
    await page.getByText('Rejected by: blocked hosts').waitFor();
    await page.getByText('403 Host Blocked').waitFor();
    const steps = page.getByRole('list', { name: 'Rules, in the order they are checked' }).getByRole('listitem');
    await until(async () =>
      expect(await steps.allInnerTexts()).toEqual([
        expect.stringMatching(/^Key\s+passed/),
        expect.stringMatching(/^Status\s+passed/),
        expect.stringMatching(/^Maintenance\s+passed/),
        expect.stringMatching(/^API version\s+passed/),
        expect.stringMatching(/^Blocked hosts\s+rejected\s+Blocked by old\.example\.com/),
        expect.stringMatching(/^Allowed hosts\s+not checked/),
        expect.stringMatching(
          /^Blocked IP addresses\s+not checked\s+This rule would also reject it: blocked by 198\.51\.100\.0\/24/,
        ),
        expect.stringMatching(/^Allowed IP addresses\s+not checked/),
      ]),
    );

    await page.reload();
    await page.getByText('Rejected by: blocked hosts').waitFor();
    await looksRight(page, 'application-access', page.getByRole('heading', { level: 1 }));
    await screenshot(page, 'application-try-request', steps.last());
    await box(page, 'Origin').fill('https://www.example.com');
    await box(page, 'IP address').fill('192.0.2.1');
    await button(page, 'Test').click();
    await page.getByText('No rule rejects this request').waitFor();
    await until(async () => expect(await steps.nth(5).innerText()).toMatch(/passed\s+Allowed by \*\.example\.com/));
    await box(page, 'IP address').fill('nowhere');
    await button(page, 'Test').click();
    await page.getByText('Must be an IP address', { exact: true }).waitFor();
    await expectAccessible(page);
  });
});

describe('the encryption keys of an application', () => {
  const listed = async ({ id }: Application): Promise<EncryptionKey[]> =>
    (await console.admin.get(`${APPLICATIONS}${id}/encryption-keys/?texts=false`)).body.data.results as EncryptionKey[];

  it('are made for a platform, collected, and kept as a file; a look at the list is not audited', async () => {
    const clipboard = await console.clipboard();
    const shop = await register({ client_type: 'mobile' });
    const page = await tab(shop, 'encryption');
    await button(page, 'Create a key for Android').click();
    await button(page, 'Create key').click();
    const made = dialog(page, 'The new key for Android');
    await made.waitFor();
    await looksRight(page, 'application-new-encryption-key');
    await button(page, 'Done').click();
    const [key] = await listed(shop);
    expect(key).toMatchObject({ platform: 'android', retired_at: null });
    await page.reload();
    await button(page, `Export the key ${key!.kid}`).waitFor();
    await until(async () => expect(await timesOf('encryption_key.collect')).toBe(0));
    await button(page, `Export the key ${key!.kid}`).click();
    await button(page, 'Show the key').click();
    await copy(page, 'the key as JSON');
    const jwk = JSON.parse(await clipboard()) as object;
    expect(jwk).toMatchObject({ kty: 'oct', kid: key!.kid, k: expect.stringMatching(/^[\w-]{43}$/) });
    await until(async () => expect(await timesOf('encryption_key.collect')).toBe(1));
    await looksRight(page, 'application-collect-encryption-key');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download as JSON').click()]);
    expect(download.suggestedFilename()).toMatch(/^tea-shop-\d+-android-[0-9a-f]{8}\.jwk\.json$/);
    expect(JSON.parse(await text(await download.createReadStream()))).toEqual(jwk);
  });

  it('are rotated with an overlap, and retired after a question', async () => {
    const shop = await register();
    await console.admin.patch(`${APPLICATIONS}${shop.id}/`, { require_encryption: true });
    const page = await tab(shop, 'encryption');
    await page.getByText('Plain bodies are rejected').waitFor();
    const [last] = await listed(shop);
    await button(page, `Retire the key ${last!.kid}`).click();
    const question = dialog(page, 'Retire this key?');
    await button(question, 'Retire').click();
    await question.getByText('No other key goes on, and the application requires encryption').waitFor();
    await expectAccessible(page);
    await button(question, 'Cancel').click();
    await button(page, 'Create a key for Server').click();
    await page.getByRole('radio', { name: '7 days' }).check();
    await looksRight(page, 'application-issue-encryption-key');
    const before = Date.now();
    await button(page, 'Create key').click();
    await dialog(page, 'The new key for Server').waitFor();
    await button(page, 'Done').click();
    await page.getByText('Retiring').waitFor();
    const old = (await listed(shop)).find(({ kid }) => kid === last!.kid)!;
    expect(Date.parse(old.retired_at!)).toBeGreaterThanOrEqual(before + 7 * 24 * HOUR_MS);
    expect(Date.parse(old.retired_at!)).toBeLessThanOrEqual(Date.now() + 7 * 24 * HOUR_MS);
    await button(page, `Retire the key ${last!.kid}`).click();
    await button(dialog(page, 'Retire this key?'), 'Retire').click();
    await page.getByRole('table', { name: 'Retired keys' }).getByText(last!.kid).waitFor();
    await page.reload();
    await page.getByRole('table', { name: 'Retired keys' }).waitFor();
    await looksRight(page, 'application-encryption');
  });
});
