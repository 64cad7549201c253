import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { DEMO_PASSWORD, DEMO_SHOP_VISITOR } from '#operations/first-start/demo-accounts.js';
import { ServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone, PHONE } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { collage, looksRight, screenshot } from './support/screenshot.js';

/** Pages of a member, and something that is there once they are loaded. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'New in the shop',
  '/products': '14 products',
  '/products/morning-shake': 'cocoa, 500 g',
  '/cart': 'This cart makes you Silver.',
  '/checkout': 'Your order',
  '/wishlist': 'Sleep Well',
  '/orders': 'Completed',
  '/account': 'Your sponsor is alice.',
  '/business': '3 of 4 conditions met',
  '/business/team': 'liam · Level 1',
  '/business/team?view=tree': 'Liam O’Connor',
  '/business/earnings': 'Commissions',
};

/** Pages of everybody. */
const OPEN: Readonly<Record<string, string>> = {
  '/sign-in': 'Look around as a member',
  '/join': 'What brings you here?',
  '/forgot': 'Send me a link',
  '/set-password': 'Set the password',
};

describe('the shop of the demo', () => {
  const console = useConsole();
  /** Sends the e-mails: in the tests' own process no jobs run. */
  let worker: ServiceProcess | undefined;

  beforeAll(async () => {
    worker = await ServiceProcess.start({ DATABASE_URL: console.app.database.url });
  });
  afterAll(() => worker?.end('SIGTERM'));

  async function open(path: string): Promise<Page> {
    await console.page.goto(`/shop${path}`);
    return console.page;
  }

  const button = (name: string | RegExp): Locator => console.page.getByRole('button', { name });
  const link = (name: string | RegExp): Locator =>
    console.page.getByRole('link', { name, exact: typeof name === 'string' });
  const text = (words: string | RegExp): Locator => console.page.getByText(words).first();

  async function signIn(path = '/sign-in'): Promise<Page> {
    const page = await open(path);
    await button('Sign in as Marta').click();
    await button('Sign in as Marta').waitFor({ state: 'detached' });
    return page;
  }

  /** Marta's own session, for what a test needs before. */
  async function marta(method: 'GET' | 'POST', path: string, payload?: object) {
    const { apikey } = (await console.app.send('GET', '/shop/config.json')).body as unknown as { apikey: string };
    const headers = { apikey, origin: console.origin };
    const entrance = { username: DEMO_SHOP_VISITOR, password: DEMO_PASSWORD };
    const { body } = await console.app.send('POST', '/api/v1/token/', { headers, payload: entrance });
    const own = { ...headers, authorization: `Bearer ${body.data.access_token}` };
    return (await console.app.send(method, `/api/v1/${path}`, { headers: own, ...(payload && { payload }) })).body.data;
  }

  /** Lets one piece of Omega-3 be all that is in Marta's cart. */
  async function fillCart(): Promise<void> {
    const { cart_id: order_id, cartitems } = await marta('GET', 'commerce/cart-items/');
    for (const { id: pk } of cartitems) await marta('POST', 'commerce/remove-cart-item/', { pk, order_id });
    const { results } = await marta('GET', 'commerce/product/list/?search=omega');
    await marta('POST', 'commerce/add-cart-item/', { product_id: results[0].products[0].product_id, quantity: 1 });
  }

  it('takes a friend of a member, on a phone, from her link to an order that is paid and partly returned', async () => {
    await console.page.setViewportSize(PHONE);
    const page = await open(`/?ref=${(await marta('GET', 'account/referral-link/')).ref}`);
    await text('You have been invited.').waitFor();
    expect(page.url()).toBe(`${console.origin}/shop/`);

    await page.getByRole('main').getByRole('link', { name: 'Become a member' }).first().click();
    await text('You were invited by a member, who becomes your sponsor.').waitFor();
    for (const [label, value] of [
      ['First name', 'Nina'],
      ['Last name', 'Berg'],
      ['E-mail address', 'nina@example.com'],
      ['Username', 'liam'],
      ['Password', 'correct horse battery'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Country').selectOption('NO');
    await button('Sign up').click();
    await link('Open the demo’s mailbox').click();
    await link('Confirm my address').click();
    // Whoever has the token learns that the name is taken.
    await page.getByLabel('This username is taken: choose another one').fill('nina');
    await button('Sign up').click();
    await page.getByRole('heading', { name: 'Your account is ready.' }).waitFor();

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Username or e-mail address').fill('nina');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/shop/');
    await page.getByRole('searchbox', { name: 'Search the shop' }).fill('shake');
    await page.keyboard.press('Enter');
    await text('1 product').waitFor();
    await link('Morning Shake').click();
    await page.getByLabel('cocoa, 500 g').check();
    await button('More of Morning Shake').click();
    await button('Add to cart').click();
    await link('Go to the cart').click();

    await text('This cart makes you active').or(text('It makes you active this month.')).first().waitFor();
    await text('0, with this cart 60 of 100').waitFor();
    await button(/^More of Morning Shake/).click();
    await text('0, with this cart 90 of 100').waitFor();
    await button('Go to checkout').click();
    await button('Place the order for $117.00').click();
    await text('Thank you for your order.').waitFor();
    await button('Pay $117.00').click();
    await text('Paid. Your volume counts from now on.').waitFor();
    await text('Return something').click();
    await page.getByLabel('Pieces of Morning Shake cocoa, 500 g to return').fill('1');
    await page.getByLabel('Why?').fill('the parcel was wet');
    await button('Return it').click();
    await text('1 returned').waitFor();
    await text('the parcel was wet').waitFor();

    await link('My business').click();
    await text('60 of 100').waitFor();
    await expectFitsPhone(page);
  });

  it('lets somebody who forgot their password choose a new one, on a phone and in German', async () => {
    await console.page.setViewportSize(PHONE);
    const page = await open('/sign-in');
    await button(/Deutsch/).click();
    await link('Passwort vergessen?').click();
    await page.getByLabel('E-Mail-Adresse').fill('noah@example.com');
    await expectAccessible(page);
    await button('Link schicken').click();
    await link('Postfach der Demo öffnen').click();
    await link('Neues Passwort wählen').click();
    await page.getByLabel('Neues Passwort').fill('correct horse');
    await looksRight(page);
    await button('Passwort festlegen').click();
    await page.getByRole('heading', { name: 'Ihr Passwort ist festgelegt.' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Anmelden' }).click();
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill('noah');
    await page.getByLabel('Passwort').fill('correct horse');
    await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('link', { name: 'Geschäft' }).first().waitFor();
    await button(/English/).click();
  });

  it('shows a member her friend, what she is paid, and why', async () => {
    const page = await signIn('/business');
    await text('new member waits for a place in your team').waitFor();
    await link('Team').click();
    await text('7 people').waitFor();
    await page.getByRole('searchbox', { name: 'Search your team' }).fill('nina');
    await text('1 person').waitFor();
    await page.getByText('Tree', { exact: true }).click();
    await button('Show who is below Chloé Dubois').click();
    await text('Amélie Laurent').waitFor();
    await link('Earnings').click();
    await page.getByRole('main').locator('.statements').getByRole('link').first().click();
    await button('Why this much?').click();
    const tabs = page.getByRole('navigation', { name: 'My business' });
    await until(async () =>
      expect(await tabs.getByRole('link', { name: 'Earnings' }).getAttribute('aria-current')).toBe('true'),
    );
    await page.getByRole('heading', { name: 'What Silver asks for' }).waitFor();
    await text('Bonuses that paid nothing').click();
    await text(/^Pays nothing, because/).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'shop-statement');
    await button(/Deutsch/).click();
    await button('Warum so viel?').click();
    await text('Boni, die nichts gezahlt haben').click();
    await text(/^Zahlt einen Prozentsatz von dem, was darunter gekauft wird/).waitFor();
    await text(/^[\d.]+,\d\d\s\$: [\d.]+,\d\d\s\$ durch /).waitFor();
    const english = page.getByRole('main').getByText(/\b(Pays|Level|The)\b/);
    await until(async () => expect(await english.count()).toBe(0));
    await screenshot(page, 'shop-statement-german');
    await button(/English/).click();
  });

  it('asks again when the price has changed before the order', async () => {
    await fillCart();
    const page = await signIn('/checkout');
    const place = button('Place the order for $34.50');
    await place.waitFor();
    // Changed only when the order is on its way: the page may still be asking for the cart.
    await page.route(
      '**/commerce/create-order/',
      async (route) => {
        await console.app.database.query(`UPDATE products SET price = 36 WHERE sku = 'OMEGA-3-90'`);
        await route.continue();
      },
      { times: 1 },
    );
    await place.click();
    await text('The total has changed: it is $36.00 now. Please look again.').waitFor();
    await button('Place the order for $36.00').waitFor();
    await console.app.database.query(`UPDATE products SET price = 34.5 WHERE sku = 'OMEGA-3-90'`);
    await page.reload();
    await place.waitFor();
  });

  it('narrows what is sold by category, price and order, and keeps it in the address', async () => {
    const page = await open('/products');
    await button(/^Care 3/).click();
    await text('3 products').waitFor();
    await page.getByLabel('Sort by').selectOption('Lowest price');
    const first = page.locator('.bundles li').first();
    await first.getByText('Family Oral Care').waitFor();
    await page.locator('summary', { hasText: 'Price' }).click();
    await page.getByLabel('From $').fill('20');
    await first.getByText('Sun Protection 50').waitFor();
    expect(new URL(page.url()).search).toBe('?category=care&sort=price&min_price=20');
    await page.reload();
    await text('2 products').waitFor();
    await page.getByRole('searchbox', { name: 'Search the shop' }).fill('nothing of the kind');
    await button('Clear the filters').click();
    await text('14 products').waitFor();
  });

  it('can be used by everybody: no page has anything that axe finds, in light and in dark, on a phone too', async () => {
    for (const [path, words] of Object.entries(OPEN)) {
      const page = await open(path);
      await text(words).waitFor();
      await looksRight(page, `shop${path.replace('/', '-')}`);
    }
    await fillCart();
    const page = await signIn();
    await open('/products/sleep-well');
    await button('Put Sleep Well on the wishlist').click();
    await page.getByRole('button', { name: 'Put Sleep Well on the wishlist', pressed: true }).waitFor();
    for (const [path, words] of Object.entries(PAGES)) {
      await open(path);
      await text(words).waitFor();
      await looksRight(page, `shop${path.replace(/[^a-z]+/g, '-')}`.replace(/-$/, ''));
    }
    await collage(['shop-phone', 'shop-cart-phone', 'shop-business-phone'], 'docs/shop.webp', page);
  });

  it('is worked by the keyboard alone, and tells a screen reader where it is', async () => {
    const page = await open('/');
    await link('Aroma Diffuser').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(async () => expect(await page.evaluate('document.activeElement.id')).toBe('main'));
    await link('Aroma Diffuser').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Aroma Diffuser' }).waitFor();
    await until(async () => expect(await page.title()).toBe('Aroma Diffuser · Linnea'));
    await until(async () => expect(await page.evaluate('document.activeElement.id')).toBe('main'));
    await until(async () => expect(await page.evaluate('scrollY')).toBe(0));
  });

  it('speaks German, and remembers it', async () => {
    await fillCart();
    const page = await signIn('/cart');
    await button(/Deutsch/).click();
    await page.getByRole('heading', { name: 'Ihr Warenkorb' }).waitFor();
    await text('Omega-3 Komplett').waitFor();
    await until(async () => expect(await page.locator('html').getAttribute('lang')).toBe('de'));
    await page.goto('/shop/business');
    await text('3 von 4 Bedingungen erfüllt').waitFor();
    await expectFitsPhone(page);
    await page.goto('/shop/none');
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht.' }).waitFor();
  });
});
