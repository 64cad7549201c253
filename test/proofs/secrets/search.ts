import { createPrivateKey, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
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
  const { rows: users } = await pool.query<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE password_hash IS NOT NULL',
  );
  // The last part: those before it are the same for all.
  for (const { password_hash } of users) secrets.add('hash of a password', password_hash.split('$').at(-1) ?? '');
  const { rows: stored } = await pool.query<{ secret: string }>('SELECT secret FROM webhook_secrets');
  for (const { secret } of stored) secrets.add('shared secret', secret);
  const { rows: bodies } = await pool.query<{ key: Buffer }>('SELECT key FROM encryption_keys');
  for (const { key } of bodies) secrets.add('encryption key', key.toString('base64url'));
}

/** Searches a text in which no secret may be but those that it is meant to show. */
export function searchText(secrets: SecretIndex, place: string, text: string, shows = ''): Searched {
  const wrong = secrets.find(text).filter(({ secret }) => !isShownBy(secret.kind, shows));
  return { place, size: text.length, leaks: wrong.map(described) };
}

/** Operations that are strict about keys: their refusals name those that they do not know. */
const NAMING_KEYS = new Set([
  'adminCreatePlan',
  'adminChangePlan',
  'adminSimulatePlans',
  'adminCreatePayout',
  'adminPreviewPayout',
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

/** Where a kind of secret may be. */
interface Whereabouts {
  /** The operations whose good answers are meant to show it; `webhooks` for what applications are sent. */
  shownBy: readonly string[];
  /** The columns that hold it as it is. */
  storedIn: readonly string[];
}

const nowhere: Whereabouts = { shownBy: [], storedIn: [] };

/**
 * The kinds of secrets. What is stored as it is, is so by design: a signature, a decryption and a renewal need the secret
 * itself, where a password, a refresh token and a ticket are only compared, by their hashes.
 */
const KINDS = {
  password: nowhere,
  'password in the wrong field': nowhere,
  'generated password': {
    ...nowhere,
    shownBy: ['adminRegisterApplication', 'adminChangeApplication', 'adminCreateUser', 'adminChangeUser'],
  },
  'application key': {
    ...nowhere,
    shownBy: ['adminRegisterApplication', 'adminRotateApplicationKey', 'adminRevealApplicationKey'],
  },
  'access token': { ...nowhere, shownBy: ['getToken', 'getOAuthToken', 'adminLogIn'] },
  'refresh token': { ...nowhere, shownBy: ['getToken', 'getOAuthToken'] },
  'recovery code': { ...nowhere, shownBy: ['adminConfirmFactor', 'adminRenewRecoveryCodes', 'adminLogIn'] },
  'link that sets a password': { ...nowhere, shownBy: ['adminMakePasswordLink'] },
  'token for an e-mail': { ...nowhere, shownBy: ['webhooks'] },
  challenge: { ...nowhere, shownBy: ['adminAskConfirmation'] },
  ticket: { ...nowhere, shownBy: ['createSsoTicket'] },
  // Of a webhook, and of an authenticator app, which is stored as bytes.
  'shared secret': {
    shownBy: ['adminGetWebhook', 'adminRotateWebhookSecret', 'adminAddFactor', 'adminSetUpFactor'],
    storedIn: ['public.webhook_secrets.secret'],
  },
  'encryption key': {
    shownBy: ['adminIssueEncryptionKey', 'adminListEncryptionKeys'],
    storedIn: ['public.encryption_keys.key'],
  },
  'idempotency key': nowhere,
  'signing key': { ...nowhere, storedIn: ['public.signing_keys.private_key'] },
  'seed of refresh tokens': { ...nowhere, storedIn: ['public.sessions.refresh_seed'] },
  'hash of a password': { ...nowhere, storedIn: ['public.users.password_hash'] },
  'password of the database': nowhere,
} as const satisfies Record<string, Whereabouts>;

export type Kind = keyof typeof KINDS;

/** Whether a good answer of an operation is meant to show a kind of secret. */
function isShownBy(kind: Kind, operation: string): boolean {
  const shownBy: readonly string[] = KINDS[kind].shownBy;
  return shownBy.includes(operation);
}

/** Whether a column is meant to hold a kind of secret as it is. */
function isStoredIn(kind: Kind, column: string): boolean {
  const storedIn: readonly string[] = KINDS[kind].storedIn;
  return storedIn.includes(column);
}

/** The shortest piece of a secret that is looked for. */
const PIECE = 12;

/** Of a rolling hash: its base, the weight of the letter that a piece loses, and how many of its bits make a mark. */
const BASE = 0x01000193;
const TOP = Array.from({ length: PIECE - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);
const MARK_BITS = 24;

/** A value that nobody but those concerned may see. */
interface Secret {
  kind: Kind;
  value: string;
}

/** A piece of a secret in a text. */
interface Sighting {
  secret: Secret;
  /** What stands around it. */
  excerpt: string;
}

/** Finds pieces of secrets in texts: as they are, in any case, percent-encoded, in Base64 of either alphabet, in hexadecimal. */
export class SecretIndex {
  private readonly pieces = new Map<string, Secret>();
  private readonly known = new Set<string>();
  /** A bit for each mark that a piece has: it alone lets most texts be skipped. */
  private readonly marks = new Uint8Array(2 ** (MARK_BITS - 3));

  /** How many secrets it looks for. */
  get size(): number {
    return this.known.size;
  }

  /** How many secrets of each kind it looks for. */
  readonly counts = new Map<Kind, number>();

  /**
   * Looks for a secret from now on.
   * @throws Error for one that is too short to be told from other texts
   */
  add(kind: Kind, value: string): void {
    if (this.known.has(value)) return;
    if (value.length < PIECE) throw new Error(`a secret of fewer than ${PIECE} characters cannot be looked for`);
    this.known.add(value);
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const secret = { kind, value };
    for (const form of formsOf(value)) {
      eachPiece(form, (at, mark) => {
        this.pieces.set(form.slice(at, at + PIECE), secret);
        this.marks[mark >>> 3]! |= 1 << (mark & 7);
      });
    }
  }

  /** The secrets of which pieces stand in a text, each once. */
  find(text: string): Sighting[] {
    const plain = even(text);
    const found = new Map<Secret, Sighting>();
    eachPiece(plain, (at, mark) => {
      if ((this.marks[mark >>> 3]! & (1 << (mark & 7))) === 0) return;
      const secret = this.pieces.get(plain.slice(at, at + PIECE));
      if (secret === undefined || found.has(secret)) return;
      found.set(secret, { secret, excerpt: text.slice(Math.max(0, at - 80), at + 2 * PIECE) });
    });
    return [...found.values()];
  }
}

/** Calls with the place of each piece of a text, and its mark: a number that pieces which are equal have alike (Rabin and Karp). */
function eachPiece(text: string, call: (at: number, mark: number) => void): void {
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    const gone = end < PIECE ? 0 : Math.imul(text.charCodeAt(end - PIECE), TOP);
    hash = (Math.imul(hash - gone, BASE) + text.charCodeAt(end)) | 0;
    if (end >= PIECE - 1) call(end - PIECE + 1, hash >>> (32 - MARK_BITS));
  }
}

/** A value that occurs nowhere by accident. */
export function canary(): string {
  return `Q${randomBytes(24)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijkmnpqr'[Number(digit)]!)}7`;
}

/** What a secret looks like in a text, evened as the text is. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const own = bytesOf(value);
  const forms = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), ...encoded(bytes)];
  return [...new Set([...forms, ...(own === undefined ? [] : encoded(own))].map(even))];
}

/** Hexadecimal, and Base64 as it comes out after 0, 1 and 2 other bytes, without the letters that those decide as well. */
function encoded(bytes: Buffer): string[] {
  const shifted = [0, 1, 2].map((before) => {
    const letters = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return letters.slice(before === 0 ? 0 : before + 1, -1);
  });
  return [bytes.toString('hex'), ...shifted];
}

/** The bytes that a secret stands for where it is Base64 itself: databases write those in hexadecimal. */
function bytesOf(value: string): Buffer | undefined {
  const letters = /^(?:whsec_|rt_|st_)?([\w+/-]{43,}=*)$/.exec(value)?.[1];
  return letters === undefined ? undefined : Buffer.from(letters, 'base64');
}

/** One alphabet of Base64, and one case of letters. */
function even(text: string): string {
  return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}
