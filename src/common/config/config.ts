import type { LevelWithSilent } from 'pino';

/** Where traces are sent, and of what. */
export interface TraceSettings {
  /** The address that takes traces, with its path. */
  url: string;
  /** Secrets: they may contain the collector's credentials. */
  headers: Record<string, string>;
  service: string;
  /** Of the process: environment, region and the like. */
  attributes: Record<string, string>;
  /** The share of the traces without a caller's decision that is sent, 0 to 1. */
  ratio: number;
}

/** A bucket of an object store with the interface of Amazon S3. */
export interface BucketSettings {
  /** The bucket's address, with a prefix if there is one, without a trailing slash. */
  url: string;
  /** Of the signatures, such as `eu-central-1`; undefined: as the address says. */
  region?: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * All settings, read once at startup. See docs/spec/service.md#9. A class, so that it is its own injection token.
 */
export class Config {
  /** The directory of the embedded database; unused with a `databaseUrl`. */
  dataDir!: string;
  /** Where pictures are kept; undefined: in `dataDir`. */
  picturesBucket?: BucketSettings;
  /** A PostgreSQL server, 15 or later, or several of which one accepts writes; undefined means the embedded one. */
  databaseUrl?: string;
  /** The way to it past a pooler in transaction mode, which `databaseUrl` then leads to. */
  databaseDirectUrl?: string;
  /** Streaming standbys of that server, for reading lists and reports. */
  databaseReplicaUrl?: string;
  /** Database connections of this process, 2 to 1000. */
  databasePoolSize!: number;
  port!: number;
  host!: string;
  /** Origin that clients reach the service by, without a trailing slash. */
  publicUrl!: string;
  /** Path segments between origin and version, without leading and trailing slash. */
  apiPrefix!: string;
  superAdminUsername!: string;
  superAdminPassword?: string;
  demo!: boolean;
  logLevel!: LevelWithSilent;
  /** CIDRs whose `X-Forwarded-For` is trusted. */
  trustedProxies!: string[];
  /** ISO 4217. */
  currency!: string;
  webhookAllowPrivate!: boolean;

  /** Who may move money needs a second factor to log in to the admin module. */
  requireSecondFactor!: boolean;
  /** Applications that this process delivers webhooks to concurrently, 0 to 200; 0 leaves it to other instances. */
  webhookConcurrency!: number;
  /** Other concurrent jobs of this process, 0 to 200; 0 leaves them to other instances. */
  jobConcurrency!: number;
  /** GiB of files of imports that may wait in the database at once, 1 to 10,000. */
  importStorageGib!: number;
  /** Days since its last change while a cart prevents the deletion of its bundles. */
  cartTtlDays!: number;
  /** Months that entries of the audit log are kept; undefined: forever. */
  auditKeepMonths?: number;
  /** Milliseconds within which a request must be received completely. */
  requestTimeoutMs!: number;
  /** Undefined: nothing is traced. */
  traces?: TraceSettings;
  production!: boolean;
}
