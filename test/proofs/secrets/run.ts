import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Instance } from '../support/instance.js';
import { freePorts, type Place } from '../support/place.js';
import type { Random } from '../support/random.js';
import { SUPER_ADMIN } from '../support/shop.js';
import { until } from '../support/until.js';
import { assemble, chosen } from './cast.js';
import { misplaceSecrets } from './misplaced.js';
import { Receiver } from './receiver.js';
import { addStoredSecrets, searchAnswers, searchLogs, searchTables, searchText, type Searched } from './search.js';
import { SecretIndex } from './secret-index.js';
import { Service } from './service.js';
import { tellStory } from './story.js';
import { failEachTable, OWN_ERROR, takeDatabaseAway } from './trouble.js';

const WATCH_MS = 100;

/** How long the service may take to find its database again. */
const BACK_MS = 30_000;

/** How long log lines and deliveries of the last requests may take. */
const SETTLE_MS = 3_000;

/** What a run leaves. */
export interface Outcome {
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
export async function carryOut(place: Place, random: Random, signal: AbortSignal): Promise<Outcome> {
  const secrets = new SecretIndex();
  const [port] = await freePorts(random, 1);
  const password = chosen(secrets, 'password');
  const settings = {
    ...place.settings,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'false',
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'trace',
    TRUSTED_PROXIES: '127.0.0.1',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const log = join(place.dataDir, 'service.log');
  const instance = new Instance('service', port!, settings, log, () => true);
  const receiver = new Receiver();
  const statements = new Set<string>();
  await receiver.listen();
  instance.start();
  const watch = setInterval(() => void readStatements(place, statements), WATCH_MS);
  try {
    await instance.ready(signal);
    const service = new Service(instance, secrets);
    const cast = await assemble(service, secrets, password, receiver, place.pool);
    await tellStory(cast);
    signal.throwIfAborted();
    await misplaceSecrets(cast);
    signal.throwIfAborted();
    const broken = await failEachTable(cast, place.pool);
    const missed = await takeDatabaseAway(cast, place.databaseUrl);
    const isBack = async () => (await service.send('getReadiness')).status === 200;
    await until(isBack, BACK_MS, 'the service has not found its database again');
    await service.ok('adminListAudit', { headers: cast.admin, query: { limit: 100 } });
    await sleep(SETTLE_MS);
    const metrics = (await service.exchange('getMetrics', { method: 'GET', path: '/metrics', headers: {} })).text;
    await addStoredSecrets(secrets, place.pool, place.databaseUrl);
    await instance.stop();
    if (instance.accidents.length > 0) throw new Error(instance.accidents.join('\n'));
    const logs = await searchLogs(secrets, place.dataDir);
    const searched = [
      ...logs,
      searchText(secrets, '/metrics', metrics),
      ...searchAnswers(secrets, service.heard),
      searchText(secrets, 'webhooks as received', receiver.received.join('\n')),
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
      lines: (await readFile(log, 'utf8')).split('\n').length,
    };
  } finally {
    clearInterval(watch);
    await instance.kill();
    receiver.close();
  }
}

/** What the database shows of the statements that run: their texts, which any superuser can read. */
async function readStatements({ pool }: Place, statements: Set<string>): Promise<void> {
  const { rows } = await pool
    .query<{ query: string }>('SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
    .catch(() => ({ rows: [] }));
  for (const { query } of rows) if (!query.includes(OWN_ERROR)) statements.add(query);
}
