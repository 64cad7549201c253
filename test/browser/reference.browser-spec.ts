import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { looksRight } from './support/screenshot.js';
import { useConsole } from './support/console.js';

const console = useConsole();

async function open(path: string): Promise<Page> {
  await console.page.goto(path);
  return console.page;
}

/** Opens all parts that can be opened, so that everything is looked at. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate('document.querySelectorAll("details").forEach((one) => (one.open = true))');
}

describe('the API reference', () => {
  it.each(['/docs', '/docs/admin'])('is accessible in light and dark at %s, and fits a phone', async (path) => {
    const page = await open(path);
    await openAll(page);
    await looksRight(page);
  });

  it.each([
    ['a desk', { width: 1280, height: 900 }],
    ['a phone', PHONE],
  ])('begins with its first operation on %s, where the address of the service leads', async (_, size) => {
    await console.page.setViewportSize(size);
    const page = await open('/');
    expect(new URL(page.url()).pathname).toBe('/docs');
    await page.getByRole('article').first().getByRole('heading').waitFor();
    const box = await page.getByRole('article').first().boundingBox();
    expect(box!.y).toBeLessThan(size.height / 2);
  });

  it('tries a request as alice of the demo at once', async () => {
    const page = await open('/docs#addCartItem');
    const operation = page.getByRole('article', { name: 'Add a product to the cart' });
    await operation.getByText('Try it out').click();
    const [product] = await console.app.database.query<{ id: number }>('SELECT id::int FROM products LIMIT 1');
    await operation.getByLabel('Body').fill(JSON.stringify({ product_id: product!.id, quantity: 2 }));
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('status').filter({ hasText: '"cart_id"' }).waitFor();
    await until(async () => expect(await page.locator('#log-in summary').textContent()).toBe('Logged in as alice.'));
    await expectAccessible(page);
  });

  it('opens what holds everywhere with its heading at the top', async () => {
    const page = await open('/docs');
    await page.getByRole('link', { name: 'How it works' }).click();
    await page.locator('#about[open]').waitFor();
    await until(async () =>
      expect(Math.abs((await page.locator('#about summary').boundingBox())!.y)).toBeLessThan(100),
    );
  });

  it('says why a log-in failed', async () => {
    console.problems.expect(/status of 401/);
    const page = await open('/docs');
    await page.getByText('Log in to try it out').click();
    await page.getByLabel('Password', { exact: true }).fill('not her password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /password/ })
      .waitFor();
  });

  it('tries requests of the admin module with a session of the console', async () => {
    await console.logIn();
    const page = await open('/docs/admin#adminListUsers');
    const operation = page.getByRole('article').filter({ hasText: '/admin/api/audit/' }).first();
    await operation.getByText('Try it out').click();
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('status').filter({ hasText: '"status_code": 200' }).waitFor();
  });
});
