import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { shows, useConsole } from './support/console.js';
import { expectAccessible } from './support/accessible.js';

describe('a field whose choices the service searches', () => {
  const console = useConsole();

  const sponsor = (): Locator => console.page.getByRole('combobox', { name: 'Sponsor' });
  /** Waits until somebody is chosen: then the choice can be cleared. */
  async function isChosen(username: string): Promise<void> {
    await console.page.getByLabel('Clear sponsor').waitFor();
    await until(async () => expect(await sponsor().inputValue()).toBe(username));
  }

  async function newUser(): Promise<Page> {
    const page = await console.logIn('/users/new');
    await page.getByLabel('Username').fill('rita');
    await page.getByLabel('E-mail address').fill('rita@example.com');
    return page;
  }

  it('takes the best match of what was typed when Enter was pressed, also if it is found later', async () => {
    const page = await newUser();
    const { promise: release, resolve } = Promise.withResolvers<void>();
    await page.route('**/admin/api/users/?*search=ali*', (route) => release.then(() => route.continue()));
    await sponsor().fill('ali');
    await page.keyboard.press('Enter');
    // What is sent meanwhile waits, too.
    await page.getByRole('checkbox', { name: 'Member', exact: true }).check();
    await page.getByRole('button', { name: 'Create the user' }).click();
    resolve();
    await shows(page, 'rita is created');
    // The e-mail address of admin, at an invalid host, has the text, too.
    const uid = await console.uidOf('rita');
    expect((await console.admin.get(`/admin/api/users/${uid}/`)).body.data).toMatchObject({ sponsor: 'alice' });
  });

  it('does not send a form while something is typed that was not chosen', async () => {
    const page = await newUser();
    await sponsor().fill('nobody of the kind');
    await page.getByText('No user matches').waitFor();
    await page.getByRole('button', { name: 'Create the user' }).click();
    await page.getByText('“nobody of the kind” was not chosen').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/users/new');
    await expectAccessible(page);
    // Left empty, it keeps nothing from being sent.
    await sponsor().focus();
    await page.getByRole('button', { name: 'Create the user' }).click();
    await page.getByText('Choose at least one role').waitFor();
  });

  it('says why nothing was found, where the search failed', async () => {
    const page = await newUser();
    const refused = { status_code: 409, type: 'Conflict', code: 'conflict', message: 'too much at once', errors: {} };
    await page.route('**/admin/api/users/?*search=hel*', (route) => route.fulfill({ status: 409, json: refused }));
    await sponsor().fill('helena');
    await page.getByText(/too much at once/i).waitFor();
  });

  it('can be chosen again and cleared by the keyboard alone', async () => {
    const page = await newUser();
    await sponsor().fill('helena');
    await page.keyboard.press('Enter');
    await isChosen('helena');
    await sponsor().fill('hel');
    await page.getByRole('option', { name: /^helena / }).waitFor();
    await page.keyboard.press('Enter');
    await isChosen('helena');
    // Who is chosen is not offered for another text.
    await sponsor().fill('zzzq');
    await page.getByText('No user matches').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await sponsor().fill('');
    await page.keyboard.press('Tab');
    await page.getByLabel('Clear sponsor').waitFor({ state: 'detached' });
    expect(await sponsor().inputValue()).toBe('');
  });
});
