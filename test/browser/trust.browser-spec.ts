import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

describe('audit log and signing keys', () => {
  const console = useConsole();

  it('tell who did what, with what was before and after, and are filtered in the address', async () => {
    const page = await console.logIn('/signing-keys');
    await page.getByText('Signs and verifies').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog', { name: 'Rotate the signing key?' }).waitFor();
    await looksRight(page, 'signing-keys-rotate');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('The signing key was rotated').waitFor();
    await page.getByText('Verifies only').waitFor();
    await looksRight(page, 'signing-keys');

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByRole('button', { name: 'signing_key.rotate' }).waitFor();
    await looksRight(page, 'audit');

    await page.getByRole('button', { name: 'Action', exact: true }).click();
    await page.getByRole('textbox', { name: 'Action' }).fill('user.create');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/audit?action=user.create');
    await log.getByRole('button', { name: 'signing_key.rotate' }).waitFor({ state: 'detached' });
    await until(async () => expect(await log.getByRole('button', { name: 'user.create' }).count()).toBeGreaterThan(0));
  });

  it('are filtered by who did something, and about whom, by their names', async () => {
    const { uid, username } = await console.app.make.user();
    await console.admin.patch(`/admin/api/users/${uid}/`, { first_name: 'Grace', last_name: 'Hopper' });
    const page = await console.logIn('/audit');
    await page.getByRole('button', { name: 'About whom', exact: true }).click();
    await page.getByRole('combobox', { name: 'About whom' }).fill('Grace Hopper');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/audit?about=${uid}`);
    const log = page.getByRole('table', { name: 'Audit log' });
    await until(async () => expect(await log.getByRole('row').count()).toBe(2));
    await log.getByRole('button', { name: 'user.update' }).waitFor();
    await page.getByRole('button', { name: 'Who', exact: true }).click();
    await page.getByRole('combobox', { name: 'Who', exact: true }).fill(username);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/audit?about=${uid}&actor=${uid}`);
    await log.getByRole('button', { name: 'user.update' }).waitFor({ state: 'detached' });
  });

  it('show one act with its changes, at an address of its own', async () => {
    const { uid } = await console.app.make.user();
    await console.admin.patch(`/admin/api/users/${uid}/`, { first_name: 'Ada', country_code: 'GB' });
    const page = await console.logIn(`/audit?entity_type=user&entity_id=${uid}`);
    await page.getByRole('button', { name: 'user.update' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed it' });
    await dialog.getByText('The admin console or API').waitFor();
    const changed = dialog.getByRole('table', { name: 'What changed' });
    await until(async () =>
      expect(await changed.getByRole('row', { name: /^first name/i }).textContent()).toMatch(/^first nameemptyAda$/i),
    );
    await looksRight(page, 'audit-entry');
    await page.reload();
    await dialog.getByText('The admin console or API').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('show from a thing itself what was done to it, in words', async () => {
    const { id } = await console.app.make.application();
    await console.admin.patch(`/admin/api/applications/${id}/`, { name: 'Shop of the fair', status: 'maintenance' });
    const page = await console.logIn(`/applications/${id}`);
    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByText('Changed it').waitFor();
    const changed = dialog.getByRole('table', { name: 'What changed' }).first();
    await changed.getByRole('row', { name: /^Status Active Maintenance$/ }).waitFor();
    await changed.getByRole('row', { name: /^Name .* Shop of the fair$/ }).waitFor();
    await looksRight(page, 'history');
    await dialog.getByRole('link', { name: 'All entries in the audit log' }).click();
    await page.waitForURL(`**/audit?entity_type=application&entity_id=${id}`);
    await page.getByRole('table', { name: 'Audit log' }).getByRole('button', { name: 'application.update' }).waitFor();
  });
});
