import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { RefusalLog, TrafficCounter } from '#platform/traffic/index.js';
import { fakeOnly } from '../support/clock.js';
import type { TestApplication } from '../support/factories.js';
import { pastDay, type Busy } from '../support/traffic-rows.js';
import { until } from '../support/until.js';
import { expectAccessible, expectFitsPhone, PHONE, useColors } from './support/accessible.js';
import { addressed, useConsole } from './support/console.js';
import { apartForAll, contrast, type Color } from './support/colors.js';
import { failAnswers, holdAnswers } from './support/network.js';
import { looksRight, screenshot } from './support/screenshot.js';

const console = useConsole();
const chart = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const slider = (page: Page, name: string): Locator =>
  chart(page, name).getByRole('slider', { name: `${name} over time` });

/** Makes an application ask for things that are there, and for some that are not; what was counted is written. */
async function traffic(application: TestApplication, found: number, missing: number): Promise<void> {
  const member = await console.app.make.member(application);
  for (let index = 0; index < found; index += 1) expect((await member.get('commerce/cart-items/')).status).toBe(200);
  for (let index = 0; index < missing; index += 1) {
    expect((await member.get(`commerce/orders/no-such-order-${index}/`)).status).toBe(404);
  }
  await console.app.nest.get(TrafficCounter, { strict: false }).flush();
}

/** An application with traffic of its own. */
async function busyApplication(name: string, found = 7, missing = 2): Promise<TestApplication> {
  const application = await console.app.make.application({ name });
  await traffic(application, found, missing);
  return application;
}

describe('the requests of applications', () => {
  afterEach(() => void jest.useRealTimers());

  it('is counted by application, with its errors and how long it took', async () => {
    const [web, phone] = [
      await busyApplication('Web of the day', 7, 2),
      await busyApplication('Phone of the day', 4, 0),
    ];
    const page = await console.logIn('/requests?window=hour');
    const shares = page.getByRole('table', { name: 'Traffic by application' });
    await shares.getByRole('row', { name: /^Web of the day 9 .* 2 [\d.]+\sms [\d.]+\sms$/ }).waitFor();
    await shares.getByRole('row', { name: /^Phone of the day 4 .* 0 [\d.]+\sms [\d.]+\sms$/ }).waitFor();
    await shares.getByRole('link', { name: 'Web of the day' }).click();
    await addressed(page, `?window=hour&application=${web.id}`);
    await shares.waitFor({ state: 'detached' });
    await chart(page, 'Requests').getByText('9', { exact: true }).first().waitFor();
    await chart(page, 'Errors').getByText('22.2% of requests; 0 server errors').waitFor();
    await chart(page, 'Response time').getByText('95th percentile; median').waitFor();

    const picker = page.getByRole('combobox', { name: 'Application' });
    await until(async () => expect(await picker.inputValue()).toBe('Web of the day'));
    await picker.fill('Phone of');
    await page.keyboard.press('Enter');
    await addressed(page, `?window=hour&application=${phone.id}`);
    await chart(page, 'Requests').getByText('4', { exact: true }).first().waitFor();
    await chart(page, 'Errors').getByText('No errors').waitFor();
    await picker.click();
    await page.getByRole('option', { name: 'All applications' }).click();
    await shares.getByRole('row', { name: 'Web of the day' }).waitFor();
    expect(new URL(page.url()).search).toBe('?window=hour');
  });

  it('keeps the width of a phone with an application whose name is one long word', async () => {
    const name = 'Shop'.repeat(50);
    const { id } = await busyApplication(name, 1, 1);
    const page = await console.logIn('/requests?window=hour');
    await page.getByRole('table', { name: 'Traffic by application' }).getByRole('link', { name }).waitFor();
    await expectFitsPhone(page);
    await console.open(`/requests?window=hour&application=${id}`);
    await chart(page, 'Requests').getByText(name).first().waitFor();
    await expectFitsPhone(page);
    await console.open(`/applications/${id}`);
    await page.getByRole('heading', { name }).waitFor();
    await expectFitsPhone(page);
  });

  it('picks among applications of which one has a name of one long word', async () => {
    const { id } = await console.app.make.application({ name: 'Word'.repeat(50) });
    await busyApplication('Short', 3, 0);
    const page = await console.logIn(`/requests?window=hour&application=${id}`);
    await page.getByText('No requests in the last hour').waitFor();
    await page.getByRole('combobox', { name: 'Application' }).click();
    const options = page.getByRole('listbox', { name: 'Application' });
    await until(async () => {
      const [list, long] = [
        await options.boundingBox(),
        await options.getByRole('option', { name: /^Word/ }).boundingBox(),
      ];
      expect(long!.x + long!.width).toBeLessThanOrEqual(list!.x + list!.width);
    });
    await options.getByRole('option', { name: 'All applications' }).click();
    await addressed(page, '?window=hour');
    await page.getByRole('table', { name: 'Traffic by application' }).getByRole('row', { name: 'Short' }).waitFor();
  });

  it('shows how long answers took when it knows that of one step alone', async () => {
    const { id } = await busyApplication('New shop', 1, 0);
    const page = await console.logIn(`/requests?window=month&application=${id}`);
    for (const series of ['p50', 'p95']) {
      const mark = chart(page, 'Response time').locator(`[data-series="${series}"]`);
      await until(async () => expect((await mark.boundingBox())?.width).toBeGreaterThanOrEqual(3));
    }
  });

  it('is read by the keyboard, by the pointer, and as a table', async () => {
    // No quarter of an hour begins after the requests: they are in the last bar.
    fakeOnly(['Date']);
    const { id } = await busyApplication('Well read');
    const page = await console.logIn(`/requests?application=${id}`);
    const requests = slider(page, 'Requests');
    await requests.focus();
    await until(async () => expect(await requests.getAttribute('aria-valuetext')).toMatch(/– now: Well read 9$/));
    const readout = chart(page, 'Requests').locator('[data-readout]');
    await readout.getByText('Well read').waitFor();
    await page.keyboard.press('ArrowLeft');
    await until(async () =>
      expect(await requests.getAttribute('aria-valuetext')).toMatch(/– \d+:\d\d.*: Well read 0$/),
    );
    await page.keyboard.press('Home');
    await until(async () =>
      expect((await requests.getAttribute('aria-valuenow')) ?? (await requests.inputValue())).toBe('0'),
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await readout.waitFor({ state: 'detached' });

    await slider(page, 'Response time').scrollIntoViewIfNeeded();
    const errors = await slider(page, 'Errors').boundingBox();
    await page.mouse.move(errors!.x + errors!.width - 6, errors!.y + errors!.height / 2);
    const pointed = chart(page, 'Errors').locator('[data-readout]');
    await until(async () =>
      expect(await pointed.innerText()).toMatch(
        /– now\s+Server errors \(5xx\)\s+0\s+Client errors \(4xx\)\s+2\s+Total\s+2/,
      ),
    );
    await page.mouse.move(0, 0);
    await pointed.waitFor({ state: 'detached' });

    for (const [name, newest] of [
      ['Requests', /– now 9$/],
      ['Errors', /– now 2 0 2$/],
      ['Response time', /– now [\d.]+\sms [\d.]+\sms$/],
    ] as const) {
      await page.getByRole('button', { name: `Show as table: ${name}` }).click();
      const rows = page.getByRole('table', { name, exact: true }).getByRole('row');
      await rows
        .filter({ hasText: 'now' })
        .and(page.getByRole('row', { name: newest }))
        .waitFor();
      await until(async () => expect(await rows.count()).toBe(1 + 96));
    }
    await looksRight(page);
    await page.getByRole('button', { name: 'Show as chart: Errors' }).click();
    await slider(page, 'Errors').waitFor();
  });

  it('is that of an hour, a day, a week or a month, as the address says', async () => {
    const { id } = await busyApplication('Long lived');
    const page = await console.logIn(`/requests?application=${id}`);
    for (const [label, steps] of [
      ['Hour', 60],
      ['Week', 168],
      ['Day', 96],
      ['Month', 120],
    ] as const) {
      await page.getByRole('radiogroup', { name: 'Period' }).getByText(label, { exact: true }).click();
      await page.locator(`input[type=range][aria-label="Requests over time"][max="${steps - 1}"]`).waitFor();
      expect(new URL(page.url()).searchParams.get('window')).toBe(label === 'Day' ? null : label.toLowerCase());
      await until(async () => expect(await page.getByRole('radio', { name: label }).isChecked()).toBe(true));
      await chart(page, 'Requests').getByText('9', { exact: true }).first().waitFor();
    }
    await page.reload();
    await page.locator('input[type=range][aria-label="Requests over time"][max="119"]').waitFor();
    await until(async () => expect(await page.getByRole('radio', { name: 'Month' }).isChecked()).toBe(true));
  });

  it('comes again by itself, while somebody looks', async () => {
    const application = await busyApplication('Restless');
    const clock = await console.holdClock();
    const page = await console.logIn(`/requests?application=${application.id}`);
    await chart(page, 'Requests').getByText('9', { exact: true }).first().waitFor();
    await traffic(application, 3, 0);
    await clock.fastForward(31_000);
    await chart(page, 'Requests').getByText('12', { exact: true }).first().waitFor();
  });

  it('says that there is none, that it waits, that it could not be read, and that no such application is there', async () => {
    const { id } = await console.app.make.application({ name: 'Quiet' });
    const page = await console.logIn(`/requests?application=${id}`);
    await page.getByText('No requests in the last 24 hours').waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: 'Show the last 30 days' }).click();
    await page.getByText('No requests in the last 30 days').waitFor();

    const release = await holdAnswers(page, 'traffic/*');
    await page.reload();
    await page.getByRole('status', { name: 'Loading the traffic' }).waitFor();
    await looksRight(page);
    await release();
    await page.getByText('No requests in the last 30 days').waitFor();

    console.problems.expect(/status of 503/);
    const recover = await failAnswers(page, 'traffic/*');
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Could not be loaded' });
    await alert.waitFor();
    await looksRight(page);
    await recover();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No requests in the last 30 days').waitFor();

    await console.open('/requests?application=00000000-0000-4000-8000-000000000000');
    await page.getByText('This does not exist').waitFor();
    await page.getByRole('button', { name: 'Show all applications' }).click();
    await addressed(page, '');
    await page.getByText('This does not exist').waitFor({ state: 'detached' });
  });

  it('stays while the network is away, and says that it is old', async () => {
    const { id } = await busyApplication('Cut off');
    const clock = await console.holdClock();
    const page = await console.logIn(`/requests?application=${id}`);
    const figure = chart(page, 'Requests').getByText('9', { exact: true }).first();
    await figure.waitFor();
    await console.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await clock.fastForward(31_000);
    // Two more tries, which it takes to be sure.
    await clock.fastForward(10_000);
    const old = page.getByText('The figures could not be refreshed');
    await old.waitFor();
    await figure.waitFor();
    await expectAccessible(page);
    await console.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'hidden' });
    await old.waitFor({ state: 'detached' });
  });
});

describe('refused requests', () => {
  it('are reached from the bar of the errors, down to one and why it was refused', async () => {
    const { id } = await busyApplication('Refused often', 1, 1);
    await console.app.nest.get(RefusalLog, { strict: false }).flush();
    const page = await console.logIn(`/requests?application=${id}`);
    const errors = slider(page, 'Errors');
    await errors.focus();
    // The last bar has none if its quarter of an hour began after the requests.
    if (!/4xx\) 1/.test((await errors.getAttribute('aria-valuetext'))!)) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/requests/refused?from=*&to=*&application=${id}`);
    const rows = page.getByRole('table', { name: 'Refused requests' }).getByRole('button', { name: /^GET .*orders/ });
    await rows.first().waitFor();
    await until(async () => expect(await rows.count()).toBe(1));
    await expectAccessible(page);
    await screenshot(page, 'refused-requests');
    await rows.first().click();
    const dialog = page.getByRole('dialog', { name: 'Refused request' });
    await dialog.getByText('Why was it refused?').waitFor();
    await dialog.getByText('What the client was told: order not found').waitFor();
    await dialog.getByText(/^What helps: /).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'refused-request');
  });

  it('stand on a tab of their application', async () => {
    const { id } = await busyApplication('Refused once', 0, 1);
    await console.app.nest.get(RefusalLog, { strict: false }).flush();
    const page = await console.logIn(`/applications/${id}/requests`);
    await page.getByRole('button', { name: /^GET .*orders/ }).waitFor();
    await looksRight(page);
  });
});

describe('the pictures of a day', () => {
  it('are told apart in light and dark, by the colour-blind too, and look well on a phone', async () => {
    const { make } = console.app;
    const busy = [
      { name: 'Boutique web shop', peak: 46, busiestHour: 17, usual: 9 },
      { name: 'Companion phone app', peak: 32, busiestHour: 20, usual: 7 },
      { name: 'Distributor portal', peak: 17, busiestHour: 13, usual: 14 },
      { name: 'Event kiosk', peak: 8, busiestHour: 4, usual: 22 },
      { name: 'Partner feed', peak: 5, busiestHour: 9, usual: 12 },
      { name: 'Warehouse back end', peak: 4, busiestHour: 15, usual: 8 },
    ];
    const applications: Busy[] = [];
    for (const { name, ...rest } of busy) applications.push({ ...(await make.application({ name })), ...rest });
    await pastDay(console.app, applications);
    const page = await console.logIn('/requests');
    await page.getByRole('row', { name: /^Boutique web shop / }).waitFor();
    await looksRight(page);
    for (const scheme of ['dark', 'light'] as const) {
      await useColors(page, scheme);
      for (const name of ['Requests', 'Errors', 'Response time']) {
        const { background, series } = await colorsOf(page, name);
        expect(series.length).toBeGreaterThan(1);
        for (const color of series) expect(contrast(color, background)).toBeGreaterThanOrEqual(3);
        expect(apartForAll(series)).toBeGreaterThan(0.09);
      }
    }
    await screenshot(page, 'requests');
    await slider(page, 'Requests').focus();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowLeft');
    await screenshot(page, 'requests-chart', chart(page, 'Requests'));
    await page.keyboard.press('Escape');
    await slider(page, 'Errors').focus();
    for (let step = 0; step < 26; step += 1) await page.keyboard.press('ArrowLeft');
    await screenshot(page, 'requests-errors', chart(page, 'Errors'));
    await page.setViewportSize(PHONE);
    await slider(page, 'Requests').focus();
    await until(async () => {
      const box = await chart(page, 'Requests').locator('[data-readout]').boundingBox();
      expect([box!.x >= 0, box!.x + box!.width <= PHONE.width]).toEqual([true, true]);
      const picture = await slider(page, 'Requests').boundingBox();
      expect(box!.y).toBeGreaterThanOrEqual(picture!.y + picture!.height);
    });
  });

  /** What the series of a chart are drawn in, and what they are drawn on. */
  function colorsOf(page: Page, name: string): Promise<{ background: Color; series: Color[] }> {
    return page.evaluate(`(() => {
      const titleOf = (section) => document.getElementById(section.getAttribute('aria-labelledby'))?.textContent;
      const chart = [...document.querySelectorAll('section')].find((section) => titleOf(section) === '${name}');
      const numbers = (color) => color.match(/[\\d.]+/g).slice(0, 3).map(Number);
      const paint = ({ fill, stroke }) => (fill === 'none' ? stroke : fill);
      return {
        background: numbers(getComputedStyle(chart).backgroundColor),
        series: [...chart.querySelectorAll('[data-series]')].map((path) => numbers(paint(getComputedStyle(path)))),
      };
    })()`);
  }
});
