import { describe, expect, it } from '@jest/globals';
import { SessionEndings } from '#people/sessions/index.js';
import { sentDuring } from './support/sent-statements.js';
import { useTestApp } from './support/use-test-app.js';

/** Sessions that are past their time: two full batches, and one that is not. */
const OLD = 10_003;

/** Others, among which they stand. */
const YOUNG = 20_000;

const app = await useTestApp();
const { uid } = await app.make.user();
const fill = `INSERT INTO sessions (id, uid, sign_on_id, refresh_seed, ip, ended_at, expires_at)
   SELECT gen_random_uuid(), $1, gen_random_uuid(), '', $2, now() + $3::interval, now() + $4::interval FROM generate_series(1, $5)`;
for (const [kind, ended, expires, count] of [
  ['ended', '-31 days', '10 days', OLD - 1],
  ['live', null, '10 days', YOUNG],
  ['expired', null, '-31 days', 1],
  ['ended of late', '-29 days', '-29 days', 1],
  ['expired of late', null, '-29 days', 1],
]) {
  await app.database.query(fill, [uid, kind, ended, expires, count]);
}
await app.database.query('VACUUM (ANALYZE) sessions');

describe('sessions past their time', () => {
  it('are deleted in batches by the index of their end, and no others', async () => {
    const sent = await sentDuring(() => app.nest.get(SessionEndings, { strict: false }).deleteOld());
    const batches = sent.filter(({ text }) => text.startsWith('DELETE FROM sessions'));
    expect(batches).toHaveLength(3);
    const kinds = await app.database.query('SELECT ip AS kind, count(*)::int FROM sessions GROUP BY 1 ORDER BY 1');
    expect(kinds).toEqual([
      { kind: 'ended of late', count: 1 },
      { kind: 'expired of late', count: 1 },
      { kind: 'live', count: YOUNG },
    ]);
    const { text, values } = batches[0]!;
    const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('using sessions_end on sessions');
    expect(plan).not.toContain('Seq Scan');
  });
});
