import type { TestApp } from './start-test-app.js';

/**
 * Lets one person do what needs a second one, but for what a plan with four eyes binds: for tests that are about something
 * else, and have several super admins.
 */
export async function withoutApprovals(app: TestApp): Promise<void> {
  await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
}

/** How approvals are when a service is new. */
export async function withApprovals(app: TestApp): Promise<void> {
  await app.database.query(
    `UPDATE approval_settings SET mode = 'auto', adjustment_limit = 0, new_account_days = 7, lapse_days = 14`,
  );
}
