import { afterEach, describe, expect, it } from '@jest/globals';
import type { Config } from '#common/config/config.js';
import { TimePartitions } from '#common/partitions/time-partitions.js';
import type { TestClient } from './support/factories.js';
import { dropFirstPartition } from './support/partitions.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const AUDIT = '/admin/api/audit/';

/** The first moment of a month (`$1` ago). */
const MONTH = `(date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => $1)) AT TIME ZONE 'UTC'`;

let app: TestApp;
let admin: TestClient;

afterEach(() => app.stop());

/** With the audit log by months only: a new database has one partition for everything before. */
async function start(config: Partial<Config>): Promise<void> {
  app = await startTestApp({ config });
  await dropFirstPartition(app, 'audit_entries');
  admin = await app.make.superAdmin();
}

/** Writes an entry of a month, with how long ago it is as its entity's id. */
async function write(monthsAgo: number): Promise<void> {
  await app.database.query(`SELECT make_time_partition('audit_entries', 'month', ${MONTH})`, [monthsAgo]);
  await app.database.query(
    `INSERT INTO audit_entries (at, actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
     VALUES (${MONTH}, 900, 'Actor', 'dated', 'thing', $1::integer, '::1', 'x')`,
    [monthsAgo],
  );
}

describe('months of the audit log', () => {
  it.each<[string, Partial<Config>, number[]]>([
    ['are kept forever', {}, [0, 1, 11, 12, 13, 30]],
    ['are dropped once all of one is older than the setting', { auditKeepMonths: 12 }, [0, 1, 11, 12]],
  ])('%s', async (_what, config, left) => {
    await start(config);
    for (const ago of [0, 1, 11, 12, 13, 30]) await write(ago);
    await app.nest.get(TimePartitions, { strict: false }).round();
    const { results, count } = (await admin.get(`${AUDIT}?action=dated`)).body.data;
    expect([count, results.map(({ entity_id }: { entity_id: string }) => Number(entity_id))]).toEqual([
      left.length,
      left,
    ]);
  });
});
