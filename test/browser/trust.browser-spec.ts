import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { screenshot } from './support/screenshot.js';

describe('audit log and signing keys', () => {
  const console = useConsole();

  async function looksRight(page: Page, name: string): Promise<void> {
    await expectAccessible(page);
    await expectFitsPhone(page);
    await screenshot(page, name);
  }

  it('tell who did what, with what was before and after, and are filtered in the address', async () => {
    const page = await console.logIn('/signing-keys');
    await page.getByText('Signs and verifies').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Make a new key' }).click();
    await page.getByText('A new signing key signs from now on').waitFor();
    await page.getByText('Verifies only').waitFor();
    await looksRight(page, 'signing-keys');

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByRole('button', { name: 'signing_key.rotate' }).waitFor();
    await looksRight(page, 'audit');

    await page.getByLabel('Action, such as').fill('session.open');
    await page.getByLabel('Action, such as').press('Enter');
    await page.waitForURL('**/audit?action=session.open');
    await log.getByRole('button', { name: 'signing_key.rotate' }).waitFor({ state: 'detached' });
    expect(await log.getByRole('button', { name: 'session.open' }).count()).toBeGreaterThan(0);
  });

  it('show one act with its changes, at an address of its own', async () => {
    const { uid } = await console.app.make.user();
    const page = await console.logIn(`/users/${uid}`);
    await page.goto('/admin/audit');
    await page.getByRole('button', { name: 'session.open' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the admin module').waitFor();
    await looksRight(page, 'audit-entry');
    await page.reload();
    await dialog.getByText('the admin module').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
