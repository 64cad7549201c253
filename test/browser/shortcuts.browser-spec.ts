import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

describe('the keyboard shortcuts of the console', () => {
  const console = useConsole();

  const title = (name: string): Promise<void> => console.page.getByRole('heading', { level: 1, name }).waitFor();

  it('lead to rooms with two keys, and into the search of a list with one', async () => {
    const page = await console.logIn();
    await title('Home');
    // The second key has to come soon after the first.
    await until(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('u');
      await page.waitForURL('**/users', { timeout: 1_000 });
    });
    await title('Users');
    await page.keyboard.press('/');
    await page.keyboard.type('helena g o');
    const search = page.getByRole('searchbox', { name: 'Search by name or e-mail' });
    await until(async () => expect(await search.inputValue()).toBe('helena g o'));
    expect(new URL(page.url()).pathname).toBe('/admin/users');
  });

  it('are listed by ?, as far as the page has them and the user may go, and by the account menu', async () => {
    const page = await console.logIn('/orders');
    await title('Orders');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Commission runs').waitFor();
    await looksRight(page, 'shortcuts');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/admin/orders');
    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await list.waitFor();
  });

  it('can be switched off, which the browser keeps', async () => {
    const page = await console.logIn('/orders');
    await title('Orders');
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Shortcuts of a single key' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await title('Orders');
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.keyboard.press('?');
    await until(async () => expect(await page.getByRole('dialog').count()).toBe(0));
    expect(new URL(page.url()).pathname).toBe('/admin/orders');
  });
});
