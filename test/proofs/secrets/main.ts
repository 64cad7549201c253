/**
 * Shows that secrets stay where they belong: walks all routes with secrets that occur nowhere else, well and badly, then
 * searches logs, metrics, answers, webhooks and all tables for any piece of any of them. `npm run prove -- secrets`.
 * Ends with 0 when none was found where it should not be.
 */
import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeInstances } from '#test/support/instance.js';
import type { Place } from '#test/support/place.js';
import { defineProof, type Run } from '#test/support/proof.js';
import { examplesOf, line, listOf, type Report } from '#test/support/report.js';
import { until } from '#test/support/until.js';
import { assemble, chosen, Receiver } from './cast.js';
import { misplaceSecrets } from './misplaced.js';
import {
  addStoredSecrets,
  searchAnswers,
  type Searched,
  searchLogs,
  searchTables,
  searchText,
  SecretIndex,
} from './search.js';
import { Service } from './service.js';
import { tellStory } from './story.js';
import { failEachTable, OWN_ERROR, takeDatabaseAway } from './trouble.js';

/** Leaks of one place that are shown. */
const EXAMPLES = 10;

const WATCH_MS = 100;

/** How long the service may take to find its database again. */
const BACK_MS = 30_000;

/** How long log lines and deliveries of the last requests may take. */
const SETTLE_MS = 3_000;

/** What a run leaves. */
interface Outcome {
  searched: Searched[];
  service: Service;
  secrets: SecretIndex;
  /** Requests that failed because the run broke something. */
  failed: number;
  webhooks: number;
  statements: number;
  lines: number;
}

/** Tells the story at LOG_LEVEL=trace, breaks what can be broken, and searches all that is left. */
async function carryOut(run: Run<unknown>): Promise<Outcome> {
  const place = await run.place();
  const secrets = new SecretIndex();
  const password = chosen(secrets, 'password');
  const receiver = new Receiver(secrets);
  run.after(() => receiver.close());
  await receiver.listen();
  const [instance] = await makeInstances(run, {
    roles: ['service'],
    directory: place.dataDir,
    settings: {
      ...place.settings,
      SUPER_ADMIN_PASSWORD: password,
      LOG_LEVEL: 'trace',
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
    isExpected: () => true,
  });
  const statements = new Set<string>();
  const watch = setInterval(() => void readStatements(place, statements), WATCH_MS);
  run.after(() => clearInterval(watch));
  await instance!.launch(run.signal);
  const service = new Service(instance!, secrets);
  const cast = await assemble(service, secrets, password, receiver, place.pool);
  await tellStory(cast);
  run.signal.throwIfAborted();
  await misplaceSecrets(cast);
  run.signal.throwIfAborted();
  const broken = await failEachTable(cast, place.pool);
  const missed = await takeDatabaseAway(cast, place.databaseUrl);
  const isBack = async () => (await service.send('getReadiness')).status === 200;
  await until(isBack, BACK_MS, 'the service has not found its database again');
  await service.ok('adminListAudit', { headers: cast.admin, query: { limit: 100 } });
  await sleep(SETTLE_MS);
  const metrics = (await service.exchange('getMetrics', { method: 'GET', path: '/metrics', headers: {} })).text;
  await addStoredSecrets(secrets, place.pool, place.databaseUrl);
  await instance!.stop();
  if (instance!.accidents.length > 0) throw new Error(instance!.accidents.join('\n'));
  const logs = await searchLogs(secrets, place.dataDir);
  const searched = [
    ...logs,
    searchText(secrets, '/metrics', metrics),
    ...searchAnswers(secrets, service.heard),
    searchText(secrets, 'webhooks as received', receiver.received.join('\n'), 'webhooks'),
    searchText(secrets, 'statements in pg_stat_activity', [...statements].join('\n')),
    ...(await searchTables(secrets, place.pool)),
  ];
  return {
    searched,
    service,
    secrets,
    failed: broken + missed,
    webhooks: receiver.received.length,
    statements: statements.size,
    lines: (await readFile(join(place.dataDir, 'services.log'), 'utf8')).split('\n').length,
  };
}

/** What the database shows of the statements that run: their texts, which any superuser can read. */
async function readStatements({ pool }: Place, statements: Set<string>): Promise<void> {
  const { rows } = await pool
    .query<{ query: string }>('SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
    .catch(() => ({ rows: [] }));
  for (const { query } of rows) if (!query.includes(OWN_ERROR)) statements.add(query);
}

function report({ searched, service, secrets, failed, webhooks, statements, lines }: Outcome): Report {
  const { heard, succeeded, operations } = service;
  const refused = heard.filter(({ status }) => status >= 400 && status < 500).length;
  const unseen = operations.filter(({ id }) => !succeeded.has(id));
  const leaked = searched.flatMap(({ place, leaks }) => examplesOf(leaks, EXAMPLES).map((leak) => `${place}: ${leak}`));
  return {
    lines: [
      line('operations', `${succeeded.size} of ${operations.length} walked with success`),
      line('answers', `${heard.length}, of which ${refused} refused and ${failed} failed for what was broken`),
      line('secrets', `${secrets.size}: ${listOf(secrets.counts)}`),
      line('log lines, webhooks, statements', `${lines}, ${webhooks}, ${statements}`),
      ...searched.map(({ place, size, leaks }) =>
        line(place, `${size} characters, ${leaks.length === 0 ? 'no secret' : `${leaks.length} SECRETS`}`),
      ),
      ...leaked,
      ...unseen.map(({ id }) => `never succeeded: ${id}`),
    ],
    isProved: unseen.length === 0 && leaked.length === 0,
  };
}

export default defineProof({
  claim: 'no piece of a secret was where it should not be',
  // The seed decides the port; the secrets are always new. What `--keep` leaves holds them.
  run: carryOut,
  report,
});
