import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';
import { looksRight } from './support/screenshot.js';

/** Most events that one replay queues, and how many there are beyond them. */
const MOST = 100_000;
const MORE = 3;

describe('the replay of more events than fit at once', () => {
  // Nothing is sent here: the service under test delivers only when it is asked to.
  const console = useConsole({ demo: false });

  async function register(): Promise<string> {
    const { body } = await console.admin.post('/admin/api/applications/', {
      name: 'Busy shop',
      api_version: 'v1',
      client_type: 'server',
      api_admin: { username: 'busy-keeper', email: 'busy-keeper@example.com' },
      webhook: { url: 'https://shop.example.com/hooks', events: ['order.completed'] },
    });
    expect(body.errors).toEqual({});
    return (body.data as { id: string }).id;
  }

  /** Events of the last two days, two a second. */
  async function writeEvents(count: number): Promise<void> {
    await console.app.database.query(
      `INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
       SELECT gen_random_uuid(), 'order.completed', 'order', (n % 1000)::text, jsonb_build_object('id', n),
              date_trunc('milliseconds', now()) - interval '2 days' + make_interval(secs => n / 2.0)
         FROM generate_series(1, $1::integer) n`,
      [count],
    );
  }

  async function waiting(id: string): Promise<number> {
    const sql = "SELECT count(*) AS count FROM webhook_deliveries WHERE application_id = $1 AND status = 'pending'";
    const [{ count }] = (await console.app.database.query<{ count: string }>(sql, [id])) as [{ count: string }];
    return Number(count);
  }

  it('says that there are more, and goes on with them', async () => {
    const id = await register();
    await writeEvents(MOST + MORE);
    const page = await console.logIn(`/applications/${id}/webhook`);
    const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
    await page.getByRole('button', { name: 'Resend events' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend events' });
    const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 16);
    await dialog.getByLabel('Since').fill(threeDaysAgo);
    await button(dialog, 'Send again').click();
    await dialog.getByText('100,000 events are queued').waitFor();
    await dialog.getByText('There are more, from').waitFor();
    await until(async () => expect(await waiting(id)).toBe(MOST));
    await looksRight(page, 'webhook-replay-more');

    await button(dialog, 'Continue').click();
    await dialog.getByText(`${MORE} events are queued`).waitFor();
    await until(async () => expect(await button(dialog, 'Continue').count()).toBe(0));
    await until(async () => expect(await waiting(id)).toBe(MOST + MORE));
    await button(dialog, 'Done').click();
    await dialog.waitFor({ state: 'detached' });
  });
});
