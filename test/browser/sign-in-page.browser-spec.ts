import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD, type TestApplication, type TestUser } from '../support/factories.js';
import { codeOf, withApp } from '../support/second-factor.js';
import { addressOf, asked, newPkce, redeem } from '../support/sign-in-browser.js';
import { until } from '../support/until.js';
import { shows, useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

describe('the sign-in page', () => {
  const console = useConsole({ demo: false });
  let server: Server;
  let callback: string;
  let shop: TestApplication;

  beforeAll(async () => {
    // Where a member's app listens, on a port that it found.
    server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<title>Back</title>'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    shop = await console.app.make.application({
      name: 'Member app with quite a long name of its own',
      redirectUris: ['http://127.0.0.1/callback'],
    });
  });
  afterAll(() => {
    server.close();
  });

  const address = (more: Record<string, string> = {}): string =>
    addressOf(asked(shop, { redirect_uri: callback, scope: 'shop profile team earnings', ...more }));

  async function signIn(page: Page, { username }: TestUser, password = PASSWORD): Promise<void> {
    await page.getByLabel('Username or e-mail address').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  /** Waits until the app has its answer. */
  async function cameBack(page: Page): Promise<URLSearchParams> {
    console.problems.expect(/asked another host: http:\/\/127\.0\.0\.1:\d+\/(callback|favicon)/);
    await page.waitForURL(`${callback}?**`);
    return new URL(page.url()).searchParams;
  }

  it('logs somebody in, who allows what the app asks for', async () => {
    const { page } = console;
    const user = await console.app.make.user();
    const { verifier, challenge } = newPkce();
    await page.goto(address({ code_challenge: challenge }));
    await shows(page, 'Sign in');
    await looksRight(page, 'sign-in');
    await signIn(page, user, 'wrong');
    await page.getByRole('alert').filter({ hasText: 'The username or the password is wrong.' }).waitFor();
    await until(async () => expect(await page.getByLabel('Password').inputValue()).toBe(''));
    await looksRight(page, 'sign-in-wrong');
    await signIn(page, user);
    await shows(page, 'Allow access?');
    await looksRight(page, 'sign-in-consent');
    await page.getByRole('button', { name: 'Allow' }).click();
    const back = await cameBack(page);
    expect([back.get('state'), back.get('iss')]).toEqual(['xyz', console.origin]);
    const sent = { code: back.get('code')!, code_verifier: verifier, redirect_uri: callback };
    expect((await redeem(console.app, shop, sent)).body.scope).toBe('shop profile team earnings');
    expect(await page.context().cookies(console.origin)).toEqual([]);
  });

  it('works by the keyboard alone, and leads back when it is denied', async () => {
    const { page } = console;
    const { username } = await console.app.make.user();
    await page.goto(address());
    await page.keyboard.press('Tab');
    await page.keyboard.type(username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await shows(page, 'Allow access?');
    await page.getByRole('button', { name: 'Deny' }).focus();
    await page.keyboard.press('Enter');
    expect((await cameBack(page)).get('error')).toBe('access_denied');
  });

  it('is in German', async () => {
    const { page } = console;
    const user = await console.app.make.user();
    await page.goto(address({ ui_locales: 'de' }));
    await shows(page, 'Anmelden');
    await looksRight(page, 'sign-in-de');
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill(user.username);
    await page.getByLabel('Passwort').fill(PASSWORD);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await shows(page, 'Zugriff erlauben?');
    await looksRight(page, 'sign-in-consent-de');
    await page.getByRole('button', { name: 'Ablehnen' }).click();
    await cameBack(page);
    await page.goto(`${console.origin}/oauth/consent?ui_locales=de`);
    await shows(page, 'Anmeldung nicht möglich');
    await looksRight(page, 'sign-in-failed-de');
  });

  it('asks for a second factor', async () => {
    const { page } = console;
    const { client, secret } = await withApp(console.app);
    await page.goto(address());
    await signIn(page, client.user);
    await shows(page, 'Second factor');
    await looksRight(page, 'sign-in-factor');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await looksRight(page, 'sign-in-factor-wrong');
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await shows(page, 'Allow access?');
    await page.getByRole('button', { name: 'Allow' }).click();
    expect((await cameBack(page)).get('code')).toMatch(/^ac_/);
  });

  it('is framed by nobody, and takes no form from elsewhere', async () => {
    const { page, origin } = console;
    const user = await console.app.make.user();
    await page.goto(address());
    await signIn(page, user);
    await shows(page, 'Allow access?');
    console.problems.expect(/asked another host|frame-ancestors|X-Frame-Options|Refused to display|Framing/);
    await page.goto(callback);
    await page.setContent(
      `<iframe src="${origin}/oauth/consent"></iframe>
       <form method="post" action="${origin}/oauth/consent"><input name="decision" value="allow"><button>Win</button></form>`,
    );
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await until(async () => expect(await frame!.getByRole('button').count()).toBe(0));
    await page.getByRole('button', { name: 'Win' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign-in is not possible' }).waitFor();
    const given = await console.app.database.query('SELECT 1 FROM consents WHERE uid = $1', [user.uid]);
    expect(given).toEqual([]);
  });

  it('is set up and seen in the console', async () => {
    const user = await console.app.make.user({ username: 'greta' });
    await console.app.database.query(
      `INSERT INTO consents (uid, application_id, scopes) VALUES ($1, $2, '{shop,team}')`,
      [user.uid, shop.id],
    );
    const page = await console.logIn(`/applications/${shop.id}/settings`);
    const field = page.getByLabel('Redirect URIs');
    await field.fill('https://shop.example.com/callback\nhttp://shop.example.com/');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/entry 2 must be https/i).waitFor();
    await looksRight(page, 'application-redirect-uris');
    await field.fill('https://shop.example.com/callback\n\nhttp://127.0.0.1/callback');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await until(async () =>
      expect(await field.inputValue()).toBe('https://shop.example.com/callback\nhttp://127.0.0.1/callback'),
    );
    await console.open(`/users/${user.uid}/profile`);
    await page.getByText('shop, team, since').waitFor();
    await looksRight(page, 'user-consents');
    await page.getByRole('button', { name: 'Withdraw the access of' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('No application has access.').waitFor();
  });
});
