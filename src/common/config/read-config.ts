import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { MAX_PASSWORD, MIN_PASSWORD, USERNAME } from '../credentials.js';
import { hostUrls, readTls, tlsOf } from '@commerce/postgres';
import { ConfigError } from './config-error.js';
import { type BucketSettings, Config, type TraceSettings } from './config.js';

/** Hosts of one database. */
const MAX_HOSTS = 8;

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
    picturesBucket: readBucket(get),
    databaseUrl,
    databaseDirectUrl: readDirectUrl(get('DATABASE_DIRECT_URL'), databaseUrl),
    databaseReplicaUrl: readReplicaUrl(get('DATABASE_REPLICA_URL'), databaseUrl),
    databasePoolSize: readInteger('DATABASE_POOL_SIZE', get('DATABASE_POOL_SIZE'), 20, 2, 1000),
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
    requireSecondFactor: readBoolean('REQUIRE_SECOND_FACTOR', get('REQUIRE_SECOND_FACTOR'), false),
    webhookConcurrency: readInteger('WEBHOOK_CONCURRENCY', get('WEBHOOK_CONCURRENCY'), 16, 0, 200),
    importStorageGib: readInteger('IMPORT_STORAGE_GIB', get('IMPORT_STORAGE_GIB'), 20, 1, 10_000),
    jobConcurrency: readInteger('JOB_CONCURRENCY', get('JOB_CONCURRENCY'), 4, 0, 200),
    cartTtlDays: readInteger('CART_TTL_DAYS', get('CART_TTL_DAYS'), 30, 1, 3650),
    auditKeepMonths: readMonths('AUDIT_KEEP_MONTHS', get('AUDIT_KEEP_MONTHS')),
    requestTimeoutMs: readInteger('REQUEST_TIMEOUT_MS', get('REQUEST_TIMEOUT_MS'), 30_000, 100, 600_000),
    traces: readTraces(get),
    production,
  } satisfies Config);
}

/** Names as Amazon's tools have them. All are read in any case: the Helm chart is checked against what is read. */
function readBucket(get: (name: string) => string | undefined): BucketSettings | undefined {
  const text = get('PICTURES_BUCKET');
  const region = get('AWS_REGION');
  const accessKeyId = get('AWS_ACCESS_KEY_ID');
  const secretAccessKey = get('AWS_SECRET_ACCESS_KEY');
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const hasRest = url === null || url.username + url.password + url.search + url.hash !== '';
  if (hasRest || !['http:', 'https:'].includes(url.protocol) || !/^[\w./-]+$/.test(url.pathname)) {
    // The value may contain a password and is not shown.
    throw new ConfigError('PICTURES_BUCKET must be the http or https address of a bucket, without a user and a query');
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for PICTURES_BUCKET');
  }
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return { url: address, accessKeyId, secretAccessKey, ...(region !== undefined && { region }) };
}

/** OpenTelemetry's own names, so that what is known of them holds here. */
function readTraces(get: (name: string) => string | undefined): TraceSettings | undefined {
  const headers = readPairs('OTEL_EXPORTER_OTLP_HEADERS', get('OTEL_EXPORTER_OTLP_HEADERS'));
  const attributes = readPairs('OTEL_RESOURCE_ATTRIBUTES', get('OTEL_RESOURCE_ATTRIBUTES'));
  const service = get('OTEL_SERVICE_NAME') ?? 'commerce-api';
  const ratio = readShare('OTEL_TRACES_SAMPLER_ARG', get('OTEL_TRACES_SAMPLER_ARG'), 1);
  const endpoint = get('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const url = URL.parse(endpoint);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username + url.password + url.search !== '') {
    // The value may contain a password and is not shown.
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address without a user and a query');
  }
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}/v1/traces`, headers, service, attributes, ratio };
}

/** `name=value` with commas between, percent-encoded; the values are not shown. */
function readPairs(name: string, text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = /^\s*([A-Za-z0-9._-]+)\s*=([\x20-\x7e]*)$/.exec(pair) ?? [];
      const decoded = value === undefined ? undefined : decode(value.trim());
      if (key === undefined || decoded === undefined) {
        throw new ConfigError(`${name} must be name=value with commas between, percent-encoded`);
      }
      return [key, decoded];
    }),
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readShare(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^[0-9]+(\.[0-9]+)?$/.test(text) || value > 1) {
    throw new ConfigError(`${name} must be a number from 0 to 1, not "${text}"`);
  }
  return value;
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
  const urls = readHosts(name, text);
  for (const { searchParams } of urls) {
    const attributes = searchParams.getAll('target_session_attrs');
    if (attributes.some((value) => value !== 'read-write')) {
      throw new ConfigError(`${name} must have no other target_session_attrs than read-write`);
    }
    if (urls.length > 1 && attributes.length === 0) {
      throw new ConfigError(`${name} must have target_session_attrs=read-write, as it names several hosts`);
    }
  }
  return text;
}

/** Each of its hosts is a standby. */
function readReplicaUrl(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const urls = readHosts('DATABASE_REPLICA_URL', text);
  if (urls.some(({ searchParams }) => searchParams.has('target_session_attrs'))) {
    throw new ConfigError('DATABASE_REPLICA_URL must have no target_session_attrs: all of its hosts are standbys');
  }
  if (new Set(urls.map(({ host }) => host)).size < urls.length) {
    throw new ConfigError('DATABASE_REPLICA_URL must name each of its hosts once');
  }
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL must not be set without DATABASE_URL, whose standby it names');
  }
  return text;
}

/** The hosts of one database. */
function readHosts(name: string, text: string): URL[] {
  const urls = hostUrls(text).map((one) => URL.parse(one));
  const isSingle = urls.length === 1;
  for (const url of urls) {
    const isDatabase = url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1;
    if (!isDatabase || (!isSingle && url.hostname === '')) {
      // The value may contain a password and is not shown.
      throw new ConfigError(`${name} must have the form postgres://user:password@host:port/database`);
    }
    if (!isSingle && (url.searchParams.has('host') || url.searchParams.has('port'))) {
      throw new ConfigError(`${name} must name its hosts and ports before the database alone`);
    }
  }
  if (urls.length > MAX_HOSTS) throw new ConfigError(`${name} must name at most ${MAX_HOSTS} hosts`);
  assertTls(name, text);
  return urls as URL[];
}

/** The files are read again for each connection; this only says early what is wrong. */
function assertTls(name: string, url: string): void {
  try {
    const tls = tlsOf(url);
    if (tls !== undefined && tls.mode !== 'disable') readTls(tls);
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
}

function readDirectUrl(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  const url = readDatabaseUrl('DATABASE_DIRECT_URL', text);
  if (url !== undefined && databaseUrl === undefined) {
    throw new ConfigError('DATABASE_DIRECT_URL must not be set without DATABASE_URL, past whose pooler it leads');
  }
  if (url !== undefined && url === databaseUrl) {
    throw new ConfigError('DATABASE_DIRECT_URL must lead past the pooler of DATABASE_URL: they are the same');
  }
  return url;
}

/** Undefined: forever. */
function readMonths(name: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readInteger(name, text, 0, 1, 1200);
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
