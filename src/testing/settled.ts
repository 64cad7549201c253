import { setTimeout as sleep } from 'node:timers/promises';
import { HandlerRegistry } from '#common/events/index.js';
import type { TestedService } from './tested-service.js';

/** Milliseconds between two looks. */
const LOOK_MS = 20;

/** Milliseconds after which something hangs. */
const PATIENCE_MS = 60_000;

/** What is to be done now: not what is scheduled for later. */
const OPEN = `
  SELECT 'job ' || task_identifier AS what FROM graphile_worker.jobs
   WHERE locked_at IS NOT NULL OR (run_at <= clock_timestamp() AND attempts < max_attempts)
  UNION ALL
  SELECT 'webhook of application ' || application_id FROM webhook_deliveries
   WHERE status = 'pending' AND next_attempt_at <= clock_timestamp()`;

/**
 * Waits until all that has followed from the requests so far is done: listeners, jobs with their followers, and webhooks.
 * @throws Error with the failure of a handler or a job, or naming what hangs
 */
export async function settled(app: TestedService): Promise<void> {
  const last = performance.now() + PATIENCE_MS;
  for (;;) {
    await app.nest.get(HandlerRegistry, { strict: false }).listenersDone();
    app.failures?.throwFirst();
    const open = await app.database.query<{ what: string }>(OPEN);
    if (open.length === 0) {
      // The last of them may have failed since.
      app.failures?.throwFirst();
      return;
    }
    if (performance.now() > last)
      throw new Error(`after a minute this is not done: ${[...new Set(open.map(({ what }) => what))].join(', ')}`);
    await sleep(LOOK_MS);
  }
}
