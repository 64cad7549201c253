import type { LevelWithSilent } from 'pino';

/**
 * Everything that can be set, read once at the start. Section 9 of the decisions.
 * A class, so that it is its own injection token.
 */
export class Config {
  /** Where the embedded database keeps its files; unused with a `databaseUrl`. */
  dataDir!: string;
  /** A PostgreSQL server, 15 or later; undefined means the embedded one. */
  databaseUrl?: string;
  /** A streaming standby of that server, to read lists from; undefined means none. */
  databaseReplicaUrl?: string;
  /** Connections of this process to the database, 1 to 1000. */
  databasePoolSize!: number;
  /** Processes that serve requests at this address, 1 to 64; more than one are looked after by one more. */
  instances!: number;
  port!: number;
  host!: string;
  /** Origin that clients reach the service by, without a trailing slash. */
  publicUrl!: string;
  /** Path segment or segments between the origin and the version, without slashes at the ends. */
  apiPrefix!: string;
  superAdminUsername!: string;
  superAdminPassword?: string;
  demo!: boolean;
  logLevel!: LevelWithSilent;
  /** CIDRs whose `X-Forwarded-For` is believed. */
  trustedProxies!: string[];
  /** ISO 4217 code of the one currency. */
  currency!: string;
  webhookAllowPrivate!: boolean;
  /** Applications that this process delivers webhooks to at the same time, 0 to 200; 0 leaves it to other instances. */
  webhookConcurrency!: number;
  /** Days after its last change in which a cart keeps its bundles from being deleted. */
  cartTtlDays!: number;
  /** Milliseconds that a request may take to arrive in full. */
  requestTimeoutMs!: number;
  production!: boolean;
}
