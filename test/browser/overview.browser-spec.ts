import { describe, it } from '@jest/globals';
import { expectAccessible, expectFitsPhone } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { screenshot } from './support/screenshot.js';

describe('overview', () => {
  const console = useConsole();

  it('shows what waits and what happened last, and leads to it', async () => {
    const { make } = console.app;
    const member = await make.member();
    const { id } = await make.catalogue.product({ name: 'Starter kit', price: '49.90' });
    await member.post('commerce/add-cart-item/', { product_id: id, quantity: 2 });
    const { order_number } = (await member.post('commerce/create-order/', {})).body.data;
    const page = await console.logIn('/');
    await page.getByRole('link', { name: order_number as string }).waitFor();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await screenshot(page, 'overview');
    await page.getByRole('link', { name: 'Orders to be paid' }).click();
    await page.waitForURL('**/orders?status=placed');
    await page
      .getByRole('table', { name: 'Orders' })
      .getByRole('link', { name: order_number as string })
      .waitFor();
  });
});
