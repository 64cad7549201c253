import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { PASSWORD, type TestClient, type TestUser } from '../support/factories.js';
import { age, codeOf, SESSION, withApp } from '../support/second-factor.js';
import { until } from '../support/until.js';
import { shows, useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

describe('the second factor in the console', () => {
  const console = useConsole({ host: 'localhost', demo: false });

  async function enter(page: Page, username: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('Username or e-mail address').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  async function logOut(page: Page, { username }: TestUser): Promise<void> {
    await page.getByRole('button', { name: `Account of ${username}` }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/admin/login');
  }

  /** Gives the window an authenticator that says yes to all. */
  async function withAuthenticator(page: Page): Promise<void> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  it('is set up by an app and a passkey, asked for at the next log-in, and sessions are ended', async () => {
    console.admin = await console.app.make.admin(['finance']);
    const { user } = console.admin;
    const page = await console.logIn('/');
    await withAuthenticator(page);
    await page.getByRole('button', { name: `Account of ${user.username}` }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await shows(page, 'Your account');
    await page.getByText('You have none').waitFor();

    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const app = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await app.getByLabel('Name').fill('My phone');
    await age(console.app, console.admin);
    await app.getByRole('button', { name: 'Next' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await question.getByRole('button', { name: 'Confirm' }).click();
    const code = app.getByLabel('Code that the app shows');
    await code.and(page.locator(':focus')).waitFor();
    const secret = (await app.getByRole('region', { name: 'the key of the app' }).innerText()).replace(/\s/g, '');
    const picture = await app.getByRole('img', { name: 'The key as a QR code' }).screenshot();
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ ...info, data })).toMatch(new RegExp(`^otpauth://totp/.*[?&]secret=${secret}&`));
    await looksRight(page, 'account-add-app');
    await code.fill('000000');
    await app.getByRole('button', { name: 'Set it up' }).click();
    await app.getByRole('alert').waitFor();
    await code.fill(codeOf(secret));
    await app.getByRole('button', { name: 'Set it up' }).click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    const shown = await codes.getByRole('region', { name: 'the recovery codes' }).innerText();
    expect(shown.trim().split(/\s+/)).toHaveLength(10);
    await looksRight(page, 'account-recovery-codes');
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('My phone', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const passkey = page.getByRole('dialog', { name: 'Add a passkey' });
    await passkey.getByLabel('Name').fill('This laptop');
    await passkey.getByRole('button', { name: 'Add it' }).click();
    await page.getByText('This laptop', { exact: true }).waitFor();

    await logOut(page, user);
    await enter(page, user.username);
    await page.getByText('Your second factor').waitFor();
    await looksRight(page, 'log-in-second-factor');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await shows(page, 'Home');
    await logOut(page, user);
    await enter(page, user.username);
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Log in' }).click();
    await shows(page, 'Home');

    const [taken, another] = [
      await console.app.make.admin(['finance'], user),
      await console.app.make.admin(['finance'], user),
    ];
    await page.goto('/admin/account');
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await sessions.getByText('This session').waitFor();
    await sessions.getByText('Chrome on Linux').first().waitFor();
    await looksRight(page, 'account');
    await sessions.getByRole('button', { name: 'End the session of an unknown device' }).first().click();
    const hasEnded = async (one: TestClient) => (await one.get(SESSION)).status === 401;
    await until(async () => (await hasEnded(taken)) !== (await hasEnded(another)));
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('button', { name: 'End them' }).click();
    await until(async () => (await hasEnded(taken)) && (await hasEnded(another)));
    await until(async () => (await sessions.getByRole('button').count()) === 0);
    await shows(page, 'Your account');
  });

  it('is asked for again before what needs it, once, and what was asked for is done', async () => {
    const holder = await withApp(console.app, await console.app.make.superAdmin());
    console.admin = holder.client;
    const other = await console.app.make.user({ roles: ['member'] });
    const page = await console.logIn(`/users/${other.uid}/profile?dialog=password`);
    await page.getByLabel('Generate a password').waitFor();
    const colleague = await console.app.make.user({ roles: ['support'] });
    await page.goto(`/admin/users/${colleague.uid}/profile?dialog=password`);
    await age(console.app, holder.client);
    const question = page.getByRole('dialog', { name: `Reset the password of ${colleague.username}` });
    await question.getByRole('button', { name: 'Make a link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Code').waitFor();
    await looksRight(page, 'confirm-identity');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByText('Confirm that it is you').waitFor();
    await question.getByRole('button', { name: 'Make a link' }).click();
    await dialog.getByLabel('Code').fill(codeOf(holder.secret, 1));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const link = await page.getByRole('region', { name: 'the link' }).innerText();
    await looksRight(page, 'user-password-link');

    // The link is for somebody else, in another browser.
    await page.context().clearCookies();
    await page.goto(link.trim());
    await shows(page, 'Set your password');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel('The new password').fill('short');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Must be at least 8 characters').waitFor();
    await looksRight(page, 'set-password');
    await page.getByLabel('The new password').fill('chosen by myself alone');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    await enter(page, colleague.username, 'chosen by myself alone');
    await shows(page, 'Home');
    await page.goto(link.trim());
    await page.getByLabel('The new password').fill('chosen by a thief');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('ask for a new link').waitFor();
  });
});

describe('a required second factor in the console', () => {
  const console = useConsole({ config: { requireSecondFactor: true } });

  it('is set up while logging in', async () => {
    const user = await console.app.make.user({ roles: ['finance'] });
    const page = await console.open('/login');
    await page.getByLabel('Username or e-mail address').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    const secret = (await page.getByRole('region', { name: 'the key of the app' }).innerText()).replace(/\s/g, '');
    await looksRight(page, 'log-in-set-up');
    await page.getByLabel('Code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Set it up and log in' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });
});
