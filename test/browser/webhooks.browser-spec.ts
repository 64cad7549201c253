import { Module } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { ApiProperty } from '#common/openapi/decorators.js';
import type { Extension } from '#common/extensions.js';
import { until } from '../support/until.js';
import { verify, WebhookReceiver } from '../support/webhook-receiver.js';
import { DELIVERING } from '../support/webhook-shop.js';
import { expectAccessible } from './support/accessible.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

const APPLICATIONS = '/admin/api/applications/';

class PointsGivenData {
  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;
}

@Module({})
class PointsModule {}

const POINTS: Extension = {
  module: PointsModule,
  events: {
    'points.given': {
      aggregate: 'points',
      data: PointsGivenData,
      summary: 'A member was given points',
      description: '-',
    },
  },
  permissions: { 'points.write': { roles: ['support'], description: 'Gives points to members.' } },
};

const console = useConsole({ config: DELIVERING, extensions: Promise.resolve([POINTS]) });
let receiver: WebhookReceiver;
let count = 0;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
beforeEach(() => receiver.answerWith(204));
afterAll(() => receiver?.stop());

/** The id of an application of a test's own. */
async function register(fields: object = {}): Promise<string> {
  count += 1;
  const username = `hook-keeper-${count}`;
  const usual = { name: `Hooked shop ${count}`, api_version: 'v1', client_type: 'server' };
  const api_admin = { username, email: `${username}@example.com` };
  const { status, body } = await console.admin.post(APPLICATIONS, { ...usual, api_admin, ...fields });
  expect([status, body.errors]).toEqual([200, {}]);
  return (body.data as { id: string }).id;
}

/** Adds a user, which is an event. */
async function createUser(username: string): Promise<void> {
  const fields = { username, email: `${username}@example.com`, password: 'a password that only owls have' };
  const { body } = await console.admin.post('/admin/api/users/', fields);
  expect(body.errors).toEqual({});
}

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

describe('the webhook of an application', () => {
  it('is set up, tried, seen to fail, and replayed until the event has arrived', async () => {
    const id = await register();
    const path = `/hooks/${id}`;
    const page = await console.logIn(`/applications/${id}/webhook`);
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.url(path));
    await page.getByLabel('order.placed').check();
    await page.getByLabel('user.created').check();
    await page.getByText('; email is the former one').waitFor();
    await button(page, 'Set up the webhook').click();
    await page.getByText('The webhook is saved').waitFor();
    await page.getByText('Events are sent as they happen.').waitFor();

    await button(page, 'Send a test event').click();
    await page.getByText('The test event was delivered').waitFor();
    expect(receiver.at(path).map(({ body }) => body.type)).toEqual(['webhook.test']);
    const log = page.getByRole('table', { name: 'Deliveries' });
    await log.getByRole('row', { name: 'webhook.test Delivered 1 Status 204' }).waitFor();
    await looksRight(page, 'webhook');

    receiver.answerWith(503, {}, 'closed for the night');
    await createUser('night-owl');
    await page.reload();
    const failing = log.getByRole('row').filter({ hasText: 'user.created' });
    await failing.getByText('Status 503').waitFor();
    await failing.getByText('Retrying').waitFor();
    await page.getByText('All recent attempts have failed.').waitFor();
    await failing.getByRole('button', { name: 'user.created' }).click();
    const delivery = dialog(page, 'Delivery');
    await delivery.getByText('closed for the night').first().waitFor();
    await delivery.getByRole('region', { name: 'the payload' }).waitFor();
    await looksRight(page, 'webhook-delivery');

    receiver.answerWith(204);
    await delivery.getByRole('button', { name: /^Send (now|again)$/ }).click();
    await delivery.getByText('Delivered', { exact: true }).waitFor();
    await delivery.getByText('Status 204').first().waitFor();
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'detached' });
    await failing.getByText('Delivered').waitFor();

    await button(page, 'Status').click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.waitForURL('**/webhook?status=failed');
    await page.getByText('No results').waitFor();
    await button(page, 'Clear filters').click();
    await failing.waitFor();

    await button(page, 'Resend events').click();
    const replay = dialog(page, 'Resend events');
    await replay.getByLabel('Only undelivered events').uncheck();
    await looksRight(page, 'webhook-replay');
    const arrived = (): number => receiver.at(path).filter(({ body: { type } }) => type === 'user.created').length;
    const before = arrived();
    await button(replay, 'Send again').click();
    await replay.getByText(/event(s are| is) queued and will be sent now/).waitFor();
    await button(replay, 'Done').click();
    await until(() => arrived() > before);
    // On the first day of a month, orders of the demo are of the last hour too, and fill the first page.
    await page.goto(`/admin/applications/${id}/webhook?search=user.created`);
    await log.getByRole('row', { name: /user\.created Delivered [3-9]/ }).waitFor();
  });

  it('offers the events of extensions, as the roles show their permissions', async () => {
    const id = await register({ webhook: { url: receiver.url('/hooks/points'), events: [] } });
    const page = await console.logIn(`/applications/${id}/webhook`);
    await page
      .getByRole('group', { name: 'Extensions' })
      .getByRole('checkbox', { name: 'points.given', description: 'A member was given points' })
      .check();
    await button(page, 'Save').click();
    await until(async () => {
      const { body } = await console.admin.get(`${APPLICATIONS}${id}/`);
      return JSON.stringify(body.data.webhook.events) === '["points.given"]';
    });
    await page.goto(`${console.origin}/admin/users/new`);
    await page.getByRole('checkbox', { name: 'Support', description: /Gives points to members\.$/ }).waitFor();
  });

  it('lists all events, future ones too, by one tick, and single ones again', async () => {
    const path = '/hooks/all';
    const id = await register({ webhook: { url: receiver.url(path), events: ['order.placed'] } });
    const events = async (): Promise<unknown> =>
      ((await console.admin.get(`${APPLICATIONS}${id}/`)).body.data as { webhook: { events: string[] } }).webhook
        .events;
    const page = await console.logIn(`/applications/${id}/webhook`);
    const all = page.getByRole('checkbox', { name: 'All events, including future ones' });
    await all.check();
    await page.getByText('All selected, including future ones').waitFor();
    await until(async () => expect(await page.getByLabel('order.paid').isDisabled()).toBe(true));
    await expectAccessible(page);
    await button(page, 'Save').click();
    await page.getByText('The webhook is saved').waitFor();
    await until(async () => expect(await events()).toEqual(['*']));
    await createUser('all-hearing');
    await until(() => receiver.at(path).some(({ body: { type } }) => type === 'user.created'));

    await page.reload();
    await page.getByText('All selected, including future ones').waitFor();
    await until(async () => expect(await all.isChecked()).toBe(true));
    await all.uncheck();
    await page.getByText(/^0 of \d+ selected$/).waitFor();
    await page.getByLabel('order.paid').check();
    await button(page, 'Save').click();
    await page.getByText(/^1 of \d+ selected$/).waitFor();
    await until(async () => JSON.stringify(await events()) === '["order.paid"]');
  });

  it('shows its secret when asked, and rotates it', async () => {
    const path = '/hooks/secret';
    const id = await register({ webhook: { url: receiver.url(path), events: [] } });
    const page = await console.logIn(`/applications/${id}/webhook`);
    const secret = page.getByRole('region', { name: 'the secret' });
    await page.getByText('The secret is hidden.').waitFor();
    await until(async () => expect(await secret.count()).toBe(0));
    await button(page, 'Show the secret').click();
    const old = await secret.innerText();
    expect(old).toMatch(/^whsec_/);
    await button(page, 'Rotate the secret').click();
    const rotate = dialog(page, 'Rotate the secret');
    await rotate.getByLabel('1 hour').check();
    await looksRight(page, 'webhook-rotate-secret');
    await button(rotate, 'Rotate').click();
    await page.getByText('The previous secret also signs until').waitFor();
    await rotate.waitFor({ state: 'detached' });
    const fresh = await secret.innerText();
    expect(fresh).not.toBe(old);
    await button(page, 'Send a test event').click();
    await page.getByText('The test event was delivered').waitFor();
    const [received] = receiver.at(path);
    for (const one of [old, fresh]) expect(verify(one, received!).type).toBe('webhook.test');
    await button(page, 'Hide the secret').click();
    await secret.waitFor({ state: 'detached' });
  });

  it('says why it is disabled, is enabled again, and is removed', async () => {
    receiver.answerWith(410);
    const id = await register({ webhook: { url: receiver.url('/hooks/gone'), events: ['user.created'] } });
    const page = await console.logIn(`/applications/${id}/webhook`);
    await button(page, 'Send a test event').click();
    await page.getByText('The test event was not delivered').waitFor();
    await createUser('too-late');
    await page.reload();
    await page.getByText('The URL responded 410 Gone').waitFor();
    await looksRight(page, 'webhook-disabled');
    await button(page, 'Enable').click();
    await page.getByText('Events are sent as they happen.').waitFor();
    await button(page, 'Remove the webhook').click();
    await button(dialog(page, 'Remove the webhook?'), 'Remove').click();
    await button(page, 'Set up the webhook').waitFor();
    const { body } = await console.admin.get(`${APPLICATIONS}${id}/`);
    expect((body.data as { webhook: unknown }).webhook).toBeNull();
  });

  it('says that nothing is sent while no event is chosen', async () => {
    const id = await register({ webhook: { url: receiver.url('/hooks/nothing'), events: [] } });
    const page = await console.logIn(`/applications/${id}/webhook`);
    await page.getByText('No events are selected: only test events are sent.').waitFor();
    await page.getByText('Select events above. Events from then on appear here.').waitFor();
    await page.getByLabel('order.paid').check();
    await button(page, 'Save').click();
    await page.getByText('Events are sent as they happen.').waitFor();
    await page.getByText('Events from now on appear here.').waitFor();
  });

  it('has what is wrong with its address at the field', async () => {
    const page = await console.logIn(`/applications/${await register()}/webhook`);
    await button(page, 'Set up the webhook').click();
    await page.getByText('Enter a URL').waitFor();
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill('not an address');
    await button(page, 'Set up the webhook').click();
    await page.getByText('Fix the highlighted fields.').waitFor();
    await until(async () =>
      expect(await page.getByRole('textbox', { name: 'URL', exact: true }).getAttribute('aria-invalid')).toBe('true'),
    );
  });
});
