import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

describe('the network settings', () => {
  const console = useConsole({ demo: false });

  /** Waits until something is within the window, where it can be read without scrolling. */
  async function expectInView(what: Locator): Promise<void> {
    await until(async () => {
      const { y, height } = (await what.boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(console.page.viewportSize()!.height);
    });
  }

  async function saved(): Promise<object> {
    return (await console.admin.get('/admin/api/network/settings/')).body.data;
  }

  it('begin without a placement tree, ask for the width of a matrix, and say what a tree does to the members', async () => {
    const page = await console.logIn();
    await console.goTo('Network settings');
    await page.getByRole('heading', { level: 1, name: 'Network settings' }).waitFor();
    await until(async () => expect(await page.getByLabel('None').isChecked()).toBe(true));
    await until(async () => expect(await page.getByText('Holding days').count()).toBe(0));
    await page.getByLabel('Matrix').check();
    await page.getByText('All others wait in the holding tanks of their sponsors').waitFor();
    for (const width of ['', '1', '101']) {
      await page.getByLabel('Width').fill(width);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a number from 2 to 100').waitFor();
    }
    await page.getByLabel('Holding days').fill('366');
    await page.getByLabel('Width').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a number from 0 to 365').waitFor();
    await page.getByLabel('Holding days').fill('14');
    await page.getByLabel('Manual').check();
    await looksRight(page, 'network-settings', page.getByLabel('None'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The network settings are saved').waitFor();
    await page.getByText('When this is saved').waitFor({ state: 'detached' });
    await until(async () =>
      expect(await saved()).toMatchObject({ placement: 'matrix', width: 3, spill: 'manual', holding_days: 14 }),
    );
    await page.getByLabel('Binary').check();
    await page.getByText('The current placement tree is removed').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('When this is saved').waitFor({ state: 'detached' });
    await until(async () =>
      expect(await saved()).toMatchObject({ placement: 'binary', width: 2, spill: 'manual', holding_days: 14 }),
    );
  });

  it('refuse another placement while members stand below others, and are kept unsaved', async () => {
    await console.admin.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' });
    const create = (body: object): Promise<unknown> => console.admin.post('/admin/api/users/', body);
    await create({ username: 'root', email: 'root@example.com', roles: ['member'] });
    await create({ username: 'below', email: 'below@example.com', roles: ['member'], sponsor: 'root' });
    const page = await console.logIn('/network/settings');
    await page.getByLabel('Matrix').check();
    await page.getByLabel('Width').fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    const refusal = page.getByText('Placement cannot change while members are placed below others.');
    await refusal.waitFor();
    await expectInView(refusal);
    await looksRight(page, 'network-settings-refused', refusal);
    await until(async () => expect(await saved()).toMatchObject({ placement: 'binary', width: 2 }));
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await until(async () => expect(await page.getByLabel('Binary').isChecked()).toBe(true));
    await page.getByLabel('Left').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await until(async () => expect(await page.getByLabel('Lesser volume').isChecked()).toBe(true));
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The network settings are saved').waitFor();
    await until(async () => expect(await saved()).toMatchObject({ placement: 'binary', spill: 'lesser_volume' }));
  });
});
