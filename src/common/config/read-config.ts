import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { MAX_PASSWORD, MIN_PASSWORD, USERNAME } from '../credentials.js';
import { Config } from './config.js';

/** An invalid setting; the message is one line that names it. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates all settings. An empty one counts as not set.
 * @throws ConfigError naming the first invalid setting
 */
export function readConfig(env: Environment): Config {
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;
  const databaseUrl = readDatabaseUrl('DATABASE_URL', get('DATABASE_URL'));
  const production = get('NODE_ENV') === 'production';
  const port = readInteger('PORT', get('PORT'), 3000, 1, 65535);
  const host = readHost(get('HOST') ?? 'localhost');
  return Object.assign(new Config(), {
    dataDir: resolve(get('DATA_DIR') ?? './.data'),
    databaseUrl,
    databaseReplicaUrl: readReplicaUrl(get('DATABASE_REPLICA_URL'), databaseUrl),
    databasePoolSize: readInteger('DATABASE_POOL_SIZE', get('DATABASE_POOL_SIZE'), 20, 2, 1000),
    instances: readInteger('INSTANCES', get('INSTANCES'), 1, 1, 64),
    port,
    host,
    publicUrl: readPublicUrl(get('PUBLIC_URL') ?? `http://localhost:${port}`),
    apiPrefix: readPrefix(get('API_PREFIX') ?? 'api'),
    superAdminUsername: readUsername(get('SUPER_ADMIN_USERNAME') ?? 'admin'),
    superAdminPassword: readPassword(env.SUPER_ADMIN_PASSWORD || undefined),
    demo: readBoolean('DEMO', get('DEMO'), databaseUrl === undefined && !production),
    logLevel: readChoice('LOG_LEVEL', get('LOG_LEVEL'), LOG_LEVELS, 'info'),
    trustedProxies: readCidrs('TRUSTED_PROXIES', get('TRUSTED_PROXIES')),
    currency: readCurrency(get('CURRENCY') ?? 'USD'),
    webhookAllowPrivate: readBoolean('WEBHOOK_ALLOW_PRIVATE', get('WEBHOOK_ALLOW_PRIVATE'), false),
    webhookConcurrency: readInteger('WEBHOOK_CONCURRENCY', get('WEBHOOK_CONCURRENCY'), 16, 0, 200),
    jobConcurrency: readInteger('JOB_CONCURRENCY', get('JOB_CONCURRENCY'), 4, 0, 200),
    cartTtlDays: readInteger('CART_TTL_DAYS', get('CART_TTL_DAYS'), 30, 1, 3650),
    requestTimeoutMs: readInteger('REQUEST_TIMEOUT_MS', get('REQUEST_TIMEOUT_MS'), 30_000, 100, 600_000),
    production,
  } satisfies Config);
}

function readInteger(name: string, text: string | undefined, fallback: number, min: number, max: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function readBoolean(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  if (text !== 'true' && text !== 'false') throw new ConfigError(`${name} must be true or false, not "${text}"`);
  return text === 'true';
}

function readChoice<T extends string>(name: string, text: string | undefined, choices: readonly T[], fallback: T): T {
  if (text === undefined) return fallback;
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
  return choice;
}

function readDatabaseUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    // The value may contain a password and is not shown.
    throw new ConfigError(`${name} must have the form postgres://user:password@host:port/database`);
  }
  return text;
}

function readReplicaUrl(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  const url = readDatabaseUrl('DATABASE_REPLICA_URL', text);
  if (url !== undefined && databaseUrl === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL must not be set without DATABASE_URL, whose standby it names');
  }
  return url;
}

function readHost(text: string): string {
  const hostname = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
  const isNumeric = /^[0-9.]+$/.test(text);
  if (isIP(text) === 0 && (isNumeric || !hostname.test(text))) {
    throw new ConfigError(`HOST must be a host name or an IP address, not "${text}"`);
  }
  // For localhost, Fastify would open a second server for ::1, without our limits and graceful shutdown.
  return text === 'localhost' ? '127.0.0.1' : text;
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  const ok =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (!ok) throw new ConfigError(`PUBLIC_URL must be an http or https address without a path, not "${text}"`);
  return url.origin;
}

function readPrefix(text: string): string {
  const prefix = text.replace(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(prefix) || /^(admin|docs|health|metrics)(\/|$)/.test(prefix)) {
    throw new ConfigError(
      `API_PREFIX must be path segments of letters, digits, - and _ other than the service's own pages, not "${text}"`,
    );
  }
  return prefix;
}

function readUsername(text: string): string {
  if (!USERNAME.test(text)) {
    throw new ConfigError('SUPER_ADMIN_USERNAME must be 2 to 64 letters, digits, dots, dashes and underscores');
  }
  return text;
}

function readPassword(text: string | undefined): string | undefined {
  if (text !== undefined && (text.length < MIN_PASSWORD || text.length > MAX_PASSWORD)) {
    throw new ConfigError(`SUPER_ADMIN_PASSWORD must be ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`);
  }
  return text;
}

/** Rejects short forms of IPv4: a mistyped `1.2.3` would mean 1.2.0.3. */
function isAddressOrBlock(entry: string): boolean {
  const address = entry.split('/', 1)[0] ?? '';
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress && (!entry.includes('/') || ipaddr.isValidCIDR(entry));
}

function readCidrs(name: string, text: string | undefined): string[] {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    if (!isAddressOrBlock(entry)) {
      throw new ConfigError(`${name} must be IP addresses or CIDR blocks with commas between, not "${entry}"`);
    }
  }
  return entries;
}

function readCurrency(text: string): string {
  if (!Intl.supportedValuesOf('currency').includes(text)) {
    throw new ConfigError(`CURRENCY must be an ISO 4217 code such as USD, not "${text}"`);
  }
  return text;
}
