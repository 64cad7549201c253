import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from '../support/webhook-shop.js';
import { addressed, useConsole } from './support/console.js';
import { failAnswers, holdAnswers } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

const HOUR_MS = 3_600_000;

const console = useConsole({ config: DELIVERING });
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver?.stop());

/** An application whose endpoint has answered a test event, which is tried once, with a status. */
async function tried(name: string, answer: 204 | 500): Promise<WebhookShop> {
  receiver.answerWith(answer, {}, answer === 500 ? 'out of order' : '');
  const shop = await WebhookShop.open(console.app, receiver, ['order.placed'], { name });
  const { status } = await console.admin.post(`/admin/api/applications/${shop.id}/webhook/test/`);
  expect(status).toBe(200);
  await shop.settles(answer === 500 ? 'failed' : 'delivered');
  return shop;
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: name });

async function pick(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${filter}`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('the deliveries of all applications', () => {
  it('are found by status, event, application and words, and lead to all that is known of them', async () => {
    const deaf = await tried('Deaf shop', 500);
    const hearing = await tried('Hearing shop', 204);
    const partner = await tried(`Partner ${'shop'.repeat(48)}`, 204);
    const page = await console.logIn('/');
    await console.goTo('Deliveries');
    await rowOf(page, 'Deaf shop')
      .and(page.getByRole('row', { name: /webhook\.test Deaf shop Failed 1 Status 500 / }))
      .waitFor();
    await rowOf(page, 'Hearing shop').getByText('Delivered').waitFor();
    await rowOf(page, 'Partner').waitFor();
    await looksRight(page);

    await pick(page, 'Status', 'Failed');
    await addressed(page, '?status=failed');
    await rowOf(page, 'Hearing shop').waitFor({ state: 'detached' });
    await rowOf(page, 'Deaf shop').waitFor();
    await page.getByRole('button', { name: 'Application', exact: true }).click();
    await page.getByRole('combobox', { name: 'Application' }).fill('Hearing');
    await page.keyboard.press('Enter');
    await addressed(page, `?status=failed&application_id=${hearing.id}`);
    await page.getByText('No results').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await addressed(page, '');
    await rowOf(page, 'Deaf shop').waitFor();

    await pick(page, 'Event', 'order.placed');
    await addressed(page, '?event_type=order.placed');
    await page.getByText('No results').waitFor();
    await pick(page, 'Event', 'webhook.test');
    await rowOf(page, 'Deaf shop').waitFor();
    const { event_id } = await partner.delivery();
    await page.getByRole('searchbox').fill(event_id);
    await rowOf(page, 'Deaf shop').waitFor({ state: 'detached' });
    await rowOf(page, 'Partner').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();

    await rowOf(page, 'Deaf shop').getByRole('link', { name: 'webhook.test' }).click();
    await page.waitForURL(`**/applications/${deaf.id}/webhook?dialog=delivery:*`);
    await page.getByRole('dialog', { name: 'Delivery' }).getByText('out of order').first().waitFor();
  });

  it('are those that an address asks for', async () => {
    const { id } = await tried('Late shop', 500);
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    const search = `?status=failed&application_id=${id}&event_type=webhook.test&since=${since}`;
    const page = await console.logIn(`/deliveries${search}`);
    await rowOf(page, 'Late shop').waitFor();
    await until(async () => expect(await page.getByRole('row').count()).toBe(2));
    for (const told of ['Status: Failed', 'Event: webhook.test', 'Application: Late shop'])
      await page.getByRole('button', { name: told }).waitFor();
    await page.getByRole('button', { name: /^When: from \S/ }).click();
    const fields = page.getByRole('dialog', { name: 'When' });
    await until(async () => expect(await fields.getByLabel('From').inputValue()).toBe(since.slice(0, 16)));
    expect(new URL(page.url()).search).toBe(search);

    const later = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 16);
    await fields.getByLabel('From').fill(later);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('since') === `${later}:00.000Z`);
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Remove the filter When' }).click();
    await page.waitForURL((url) => !url.searchParams.has('since'));
    await rowOf(page, 'Late shop').waitFor();

    await page.getByRole('button', { name: 'When', exact: true }).click();
    await fields.getByLabel('Until').fill(since.slice(0, 16));
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('until') === `${since.slice(0, 16)}:00.000Z`);
    await page.getByText('No results').waitFor();

    const yesterday = (): string => new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10);
    const asOpened = yesterday();
    await page.getByRole('button', { name: /^When: until \S/ }).click();
    await fields.getByLabel('From').fill(later);
    await page.getByRole('button', { name: 'Apply' }).click();
    await fields.getByText('“Until” must not be before “From”').waitFor();
    await until(async () => expect(await fields.getByLabel('Until').getAttribute('aria-invalid')).toBe('true'));
    await looksRight(page);
    expect(new URL(page.url()).searchParams.has('since')).toBe(false);
    await fields.getByLabel('From').fill('');
    await fields.getByText('“Until” must not be before “From”').waitFor({ state: 'detached' });
    await fields.getByRole('button', { name: 'Yesterday' }).click();
    await page.waitForURL((url) => url.searchParams.has('since'));
    const { searchParams } = new URL(page.url());
    const day = searchParams.get('since')!;
    expect([asOpened, yesterday()]).toContain(day);
    expect(searchParams.get('until')).toBe(day);
    const sql = 'UPDATE webhook_deliveries SET created_at = $1, finished_at = $1 WHERE application_id = $2';
    await console.app.database.query(sql, [`${day}T12:00:00Z`, id]);
    await page.reload();
    await rowOf(page, 'Late shop').waitFor();
  });

  it('come back once they have failed again after a resend', async () => {
    const { id } = await tried('Stubborn shop', 500);
    const page = await console.logIn(`/deliveries?status=failed&application_id=${id}`);
    let answer!: () => void;
    const asked = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        answer = () => void response.writeHead(500).end();
        resolve();
      };
    });
    await rowOf(page, 'Stubborn shop').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Resend…' }).click();
    await page.getByRole('button', { name: 'Resend (1)' }).click();
    await asked;
    await page.getByText('No results').waitFor();
    answer();
    await rowOf(page, 'Stubborn shop').waitFor();
  });

  it('are filtered by the days of one’s own time zone, also once another day has begun in UTC', async () => {
    const here = console.page.context();
    const there = await here
      .browser()!
      .newContext({ timezoneId: 'America/Los_Angeles', locale: 'en-US', baseURL: console.origin });
    try {
      await console.enter();
      await there.addCookies(await here.cookies());
      const page = await there.newPage();
      await page.clock.setFixedTime('2026-12-01T01:30:00Z');
      await page.goto('/admin/deliveries');
      const ranges = {
        Today: ['2026-11-30T08:00', '2026-12-01T08:00'],
        Yesterday: ['2026-11-29T08:00', '2026-11-30T08:00'],
        'This month': ['2026-11-01T07:00', '2026-12-01T08:00'],
        'Last month': ['2026-10-01T07:00', '2026-11-01T07:00'],
      };
      for (const [name, [since, until]] of Object.entries(ranges)) {
        await page.getByRole('button', { name: /^When/ }).click();
        const request = page.waitForRequest(
          (sent) => sent.url().includes('/deliveries/?') && sent.url().includes('since'),
        );
        await page.getByRole('button', { name, exact: true }).click();
        const { searchParams } = new URL((await request).url());
        expect([searchParams.get('since'), searchParams.get('until')]).toEqual([
          `${since}:00.000Z`,
          `${until}:00.000Z`,
        ]);
      }
    } finally {
      await there.close();
    }
  });

  it('are all of them when the address asks for what there is not, and none of an application that there is not', async () => {
    await tried('Odd shop', 204);
    const page = await console.logIn('/deliveries?status=lost&event_type=none&since=yesterday');
    await rowOf(page, 'Odd shop').waitFor();
    console.problems.expect(/status of 404/);
    await console.open('/deliveries?application_id=00000000-0000-4000-8000-000000000000');
    await page.getByText('This does not exist').waitFor();
  });

  it('say that they are read, that they could not be read, and that they are old', async () => {
    await tried('Slow shop', 204);
    const release = await holdAnswers(console.page, 'deliveries/*');
    const page = await console.logIn('/deliveries');
    await page.getByRole('status', { name: 'Loading deliveries' }).waitFor();
    await looksRight(page);
    await release();
    await rowOf(page, 'Slow shop').waitFor();

    console.problems.expect(/status of 503/);
    const recover = await failAnswers(page, 'deliveries/*');
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Could not be loaded' }).waitFor();
    await looksRight(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Slow shop').waitFor();

    await console.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await rowOf(page, 'Slow shop').waitFor();
    await console.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'hidden' });
  });

  it('say that there is none, and look well when there are some', async () => {
    await console.app.database.query('DELETE FROM webhook_deliveries');
    const page = await console.logIn('/deliveries');
    await page.getByText('No deliveries yet').waitFor();
    await looksRight(page);
    const names = ['Boutique web shop', 'Companion phone app', 'Distributor portal', 'Event kiosk'];
    for (const name of names) await tried(name, name === 'Event kiosk' ? 500 : 204);
    await page.reload();
    for (const name of names) await rowOf(page, name).waitFor();
    await looksRight(page);
    await screenshot(page, 'deliveries');
  });
});
