import { readdir, readFile } from 'node:fs/promises';
import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { isShownBy, isStoredIn } from './kinds.js';
import type { SecretIndex, Sighting } from './secret-index.js';
import type { Heard } from './service.js';

/** A place that was searched. */
export interface Searched {
  place: string;
  /** Characters that were read. */
  size: number;
  /** Secrets that should not be there. */
  leaks: string[];
}

/** Looks from now on for the secrets that only the database holds. */
export async function addStoredSecrets(secrets: SecretIndex, pool: Pool, databaseUrl: string): Promise<void> {
  secrets.add('password of the database', decodeURIComponent(new URL(databaseUrl).password));
  const { rows: keys } = await pool.query<{ private_key: string }>('SELECT private_key FROM signing_keys');
  for (const { private_key } of keys) {
    const { d, p, q } = createPrivateKey(private_key).export({ format: 'jwk' });
    for (const part of [d, p, q]) if (part !== undefined) secrets.add('signing key', part);
  }
  const { rows: seeds } = await pool.query<{ refresh_seed: Buffer }>('SELECT refresh_seed FROM sessions');
  for (const { refresh_seed } of seeds) secrets.add('seed of refresh tokens', refresh_seed.toString('base64url'));
  const { rows: users } = await pool.query<{ password_hash: string }>('SELECT password_hash FROM users');
  // The last part: those before it are the same for all.
  for (const { password_hash } of users) secrets.add('hash of a password', password_hash.split('$').at(-1) ?? '');
  const { rows: stored } = await pool.query<{ secret: string }>('SELECT secret FROM webhook_secrets');
  for (const { secret } of stored) secrets.add('shared secret', secret);
  const { rows: bodies } = await pool.query<{ key: Buffer }>('SELECT key FROM encryption_keys');
  for (const { key } of bodies) secrets.add('encryption key', key.toString('base64url'));
}

/** Searches a text in which no secret may be. */
export function searchText(secrets: SecretIndex, place: string, text: string): Searched {
  return { place, size: text.length, leaks: secrets.find(text).map(described) };
}

/** Operations that are strict about keys: their refusals name those that they do not know. */
const NAMING_KEYS = new Set([
  'adminCreatePlan',
  'adminChangePlan',
  'adminSimulatePlans',
  'adminCreatePayout',
  'adminMoveMember',
  'adminMergeMember',
  'adminHandOverMember',
  'adminReturnOrder',
  'returnOrder',
]);

/** A refusal without the names of the keys that it is about. */
function withoutKeys(text: string): string {
  return text
    .replace(/"[^"]+":(?=\[\{"message")/g, '')
    .replace(/"path":"[^"]*"/g, '')
    .replace(/[^";]+: is not (known here|one of )/g, '');
}

/** Searches answers: a secret may be in the good answer that is meant to show it, and in no other. */
export function searchAnswers(secrets: SecretIndex, heard: readonly Heard[]): Searched[] {
  const good: Searched = { place: 'answers with 200', size: 0, leaks: [] };
  const bad: Searched = { place: 'answers that refuse or fail', size: 0, leaks: [] };
  for (const { operation, status, text } of heard) {
    const searched = status === 200 ? good : bad;
    searched.size += text.length;
    const told = status === 400 && NAMING_KEYS.has(operation) ? withoutKeys(text) : text;
    const wrong = secrets.find(told).filter(({ secret }) => status !== 200 || !isShownBy(secret.kind, operation));
    searched.leaks.push(...wrong.map((sighting) => `${operation}, ${status}: ${described(sighting)}`));
  }
  return [good, bad];
}

/** Searches all logs in a directory: the service's own, and that of the database. */
export async function searchLogs(secrets: SecretIndex, dataDir: string): Promise<Searched[]> {
  const files = (await readdir(dataDir)).filter((name) => /\.log(\.\d+)?$/.test(name)).sort();
  return Promise.all(
    files.map(async (name) => searchLines(secrets, name, (await readFile(join(dataDir, name), 'utf8')).split('\n'))),
  );
}

/** Searches line by line, so that a secret is told for each kind of line that it stands in. */
function searchLines(secrets: SecretIndex, place: string, lines: readonly string[]): Searched {
  const leaks = lines.flatMap((line) => secrets.find(line).map(described));
  return { place, size: lines.reduce((sum, { length }) => sum + length, 0), leaks };
}

/** Searches every column of every table, in all schemas but PostgreSQL's own. */
export async function searchTables(secrets: SecretIndex, pool: Pool): Promise<Searched[]> {
  const { rows: columns } = await pool.query<{ tab: string; col: string; query: string }>(
    `SELECT format('%s.%s', n.nspname, c.relname) AS tab, a.attname AS col,
            format('SELECT %I::text AS value FROM %I.%I WHERE %I IS NOT NULL', a.attname, n.nspname, c.relname, a.attname) AS query
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'm', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
        AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'proof') AND n.nspname NOT LIKE 'pg\\_%'`,
  );
  const tables = new Map<string, Searched>();
  for (const { tab, col, query } of columns) {
    const searched = tables.get(tab) ?? { place: `table ${tab}`, size: 0, leaks: [] };
    tables.set(tab, searched);
    for (const { value } of (await pool.query<{ value: string }>(query)).rows) {
      searched.size += value.length;
      const wrong = secrets.find(value).filter(({ secret }) => !isStoredIn(secret.kind, `${tab}.${col}`));
      searched.leaks.push(...wrong.map((sighting) => `${col}: ${described(sighting)}`));
    }
  }
  return [...tables.values()];
}

function described({ secret, excerpt }: Sighting): string {
  return `${secret.kind} in ${JSON.stringify(excerpt)}`;
}
