import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { RefusalLog } from '#platform/traffic/index.js';
import { until } from '../support/until.js';
import { expectAccessible, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { hold } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

describe('the palette, which finds anything', () => {
  const console = useConsole();

  const title = (name: string | RegExp): Promise<void> =>
    console.page.getByRole('heading', { level: 1, name }).waitFor();
  const field = (): Locator => console.page.getByRole('combobox', { name: 'Find anything' });
  const option = (name: string | RegExp): Locator => console.page.getByRole('option', { name });
  const open = async (): Promise<void> => {
    await console.page.keyboard.press('Control+k');
    await field().waitFor();
  };
  const path = (): string => console.page.url().replace(`${console.origin}/admin`, '');

  it('finds a person by the keyboard alone, exact matches first, and what can be done with them', async () => {
    const page = await console.logIn('/orders');
    await title('Orders');
    await open();
    await field().fill('helena');
    await page.getByRole('group', { name: 'Exact match' }).getByRole('option').waitFor();
    await option('Put helena on hold').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'palette');
    await page.keyboard.press('Enter');
    await title('helena');
  });

  it('keeps what is typed before and while it is loaded', async () => {
    const { page } = console;
    const release = await hold(page, '**/assets/palette-dialog-*.js');
    await console.logIn('/orders');
    await title('Orders');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hel');
    const released = release();
    await page.keyboard.type('ena', { delay: 20 });
    await released;
    await field().waitFor();
    await page.keyboard.type(' berg');
    await until(async () => expect(await field().inputValue()).toBe('helena berg'));
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
    // It is there now, and its field comes a moment later.
    for (const name of ['helena', 'marco']) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(name);
      await until(async () => expect(await field().inputValue()).toBe(name));
      await page.keyboard.press('Escape');
      await field().waitFor({ state: 'detached' });
    }
    await until(async () => expect(await page.evaluate('document.activeElement.tagName')).not.toBe('INPUT'));
  });

  it('opens the first match of what was typed and entered before it is loaded', async () => {
    const { page } = console;
    const release = await hold(page, '**/assets/palette-dialog-*.js');
    await console.logIn('/orders');
    await title('Orders');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('helena');
    await page.keyboard.press('Enter');
    await release();
    await title('helena');
  });

  it('puts on hold who is named in the sentence', async () => {
    const page = await console.logIn();
    await title('Home');
    await open();
    await field().fill('put helena on hold');
    await option('Put helena on hold').waitFor();
    // What is said is done, and not only who is named found.
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Put on hold' });
    await dialog.waitFor();
    await until(() =>
      page.evaluate<boolean>(`[...document.querySelectorAll('input')].some(({ value }) => value === 'helena')`),
    );
  });

  it('opens the refused request whose id is given, with why it was refused', async () => {
    const member = await console.app.make.member();
    const refused = await member.get('commerce/orders/no-such-order/');
    await console.app.nest.get(RefusalLog, { strict: false }).flush();
    const page = await console.logIn();
    await title('Home');
    await open();
    await field().fill(String(refused.body.request_id));
    await page.getByRole('group', { name: 'Exact match' }).getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Refused request' }).getByText('Why was it refused?').waitFor();
  });

  it('begins an action or opens a page that the words mean, and moves with the arrows', async () => {
    const page = await console.logIn();
    await title('Home');
    await open();
    await field().fill('start run');
    await option('Start a run').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /Start a/ }).waitFor();
    expect(path()).toBe('/commission-runs?dialog=start');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await open();
    await field().fill('network');
    await page.keyboard.press('ArrowDown');
    await until(async () => expect(await option(/^Network settings/).getAttribute('aria-selected')).toBe('true'));
    await page.keyboard.press('Enter');
    await title('Network settings');
  });

  it('knows what people call pages and actions otherwise', async () => {
    const page = await console.logIn();
    await title('Home');
    await open();
    const found = { 'second factor': 'Your account', password: 'Your account', refund: 'Orders', return: 'Orders' };
    const others = { price: 'Bundles', invite: 'Applications', csv: 'Imports', export: 'Payouts' };
    for (const [typed, name] of Object.entries({ ...found, ...others })) {
      await field().fill(typed);
      await page
        .getByRole('group', { name: /^(Go to|Actions)$/ })
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .waitFor();
    }
  });

  it('goes straight to the order whose number is pasted, where nobody writes, and knows it again before typing', async () => {
    const [order] = (await console.admin.get('/admin/api/orders/?limit=1')).body.data.results;
    const page = await console.logIn('/users');
    await title('Users');
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ' ${order.order_number}\\n');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    })()`);
    await title(new RegExp(order.order_number));
    expect(path()).toBe(`/orders/${order.id}`);
    await console.goTo('Users');
    await title('Users');
    await open();
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: order.order_number }).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'palette-recent');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  it('is a button on a phone, and says when nothing is found', async () => {
    const page = await console.logIn();
    await title('Home');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await field().fill('zzzzzz');
    await page.getByText('Nothing is called “zzzzzz”.').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await field().waitFor({ state: 'detached' });
  });
});

describe('the palette of somebody who may not do everything', () => {
  const console = useConsole();

  it('offers only what they may open and do', async () => {
    console.admin = await console.app.make.admin(['catalogue']);
    const page = await console.logIn('/bundles');
    await page.getByRole('heading', { level: 1, name: 'Bundles' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Create a bundle' }).waitFor();
    const names = await page.getByRole('option').allTextContents();
    expect(names.filter((name) => /run|hold|Orders|Users|Register/.test(name))).toEqual([]);
  });
});
