import { SentTokens } from '#common/events/index.js';
import type { TestApp } from './start-test-app.js';
import { until } from './until.js';

/** What a mailer is told of an account. */
export interface AccountMail {
  type: string;
  application_id: string;
  email: string;
  token?: string;
  expires_at?: string;
}

/** All that mailers were told about an e-mail address, oldest first. */
export async function mailsTo(app: TestApp, email: string): Promise<AccountMail[]> {
  const tokens = app.nest.get(SentTokens, { strict: false });
  const rows = await app.database.query<{ type: string; data: Omit<AccountMail, 'type'> }>(
    `SELECT type, data FROM events WHERE type LIKE 'account.%' AND lower(data ->> 'email') = lower($1) ORDER BY sequence`,
    [email],
  );
  const mails: AccountMail[] = [];
  for (const row of rows) mails.push({ type: row.type, ...(await tokens.filled(row)).data });
  return mails;
}

/** Waits until mailers were told something about an e-mail address for the nth time; gives that. */
export async function mailTo(app: TestApp, email: string, nth = 1): Promise<AccountMail> {
  await settledMail(app);
  await until(async () => (await mailsTo(app, email)).length >= nth);
  return (await mailsTo(app, email))[nth - 1]!;
}

/** Waits until all is told that was asked for. */
export async function settledMail(app: TestApp): Promise<void> {
  await until(async () => {
    const jobs = `SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier LIKE 'account.%'`;
    return (await app.database.query<{ count: number }>(jobs))[0]!.count === 0;
  });
}
