import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CallingApplication } from '../../common/access/index.js';
import { ChangeFeed, Database, statement } from '../../common/database/index.js';
import { AccessRules, type HostAdmission } from './access-rules.rules.js';
import type { ApplicationStatus, ClientType } from './application.entity.js';

/** What every request needs to know of the key it carries, made ready. */
export interface KnownKey {
  keyId: string;
  /** When the key ends, in milliseconds since 1970; Infinity for never. */
  endsAt: number;
  application: CallingApplication;
  apiVersion: string;
  status: ApplicationStatus;
  maintenanceMessage: string | null;
  rules: AccessRules;
  /** Requests a minute of one user, or address without one; null for no limit. */
  rateLimit: number | null;
  /** Requests a minute of all of them together; null for no limit. */
  rateLimitTotal: number | null;
}

interface KeyRow {
  key_id: string;
  expires_at: Date | null;
  id: string;
  name: string;
  client_type: ClientType;
  api_version: string;
  status: ApplicationStatus;
  maintenance_message: string | null;
  hosts_allow: string[];
  hosts_block: string[];
  ips_allow: string[];
  ips_block: string[];
  rate_limit: number | null;
  rate_limit_total: number | null;
  require_encryption: boolean;
}

const FIND_KEY = statement(
  'application-directory.find-key',
  `SELECT k.id AS key_id, k.expires_at, a.id, a.name, a.client_type, a.api_version, a.status, a.maintenance_message,
          a.hosts_allow, a.hosts_block, a.ips_allow, a.ips_block, a.rate_limit, a.rate_limit_total,
          a.require_encryption
     FROM application_keys k JOIN applications a ON a.id = k.application_id
    WHERE k.id = $1 AND k.application_id = $2 AND k.client_type = $3 AND k.revoked_at IS NULL AND a.deleted_at IS NULL`,
);
const WEB_HOSTS = statement(
  'application-directory.web-hosts',
  `SELECT hosts_allow, hosts_block FROM applications WHERE client_type = 'web' AND deleted_at IS NULL`,
);

const MAX_KEYS = 10_000;

/**
 * The keys that requests carry, cached on each instance and dropped when their application changes anywhere.
 * Keys are held by their full text: whoever has that has shown the signature once.
 */
@Injectable()
export class ApplicationDirectory implements OnModuleInit {
  private readonly keys = new LRUCache<string, KnownKey>({ max: MAX_KEYS });
  private webRules: AccessRules[] | undefined;

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {}

  onModuleInit(): void {
    this.feed.on('application', (id) => this.forget(id));
    this.feed.onReset(() => {
      this.keys.clear();
      this.webRules = undefined;
    });
  }

  /** A key that was verified before and has not changed since; undefined means: verify it. */
  cached(apikey: string): KnownKey | undefined {
    return this.feed.isLive() ? this.keys.get(apikey) : undefined;
  }

  /** The key behind verified claims; undefined when it is unknown or revoked, or its application is deleted. */
  async load(apikey: string, keyId: string, applicationId: string, clientType: string): Promise<KnownKey | undefined> {
    const { generation } = this.feed;
    const row = await this.db.queryOne<KeyRow>(null, FIND_KEY, [keyId, applicationId, clientType]);
    if (row === undefined) return undefined;
    const known = knownKey(row);
    // A change that came while the row was read may not be in it.
    if (generation === this.feed.generation) this.keys.set(apikey, known);
    return known;
  }

  /** How browser applications admit pages of a host, the best of all: what a CORS preflight, which has no key, is held against. */
  async admissionOf(host: string): Promise<HostAdmission> {
    const rules = (this.feed.isLive() ? this.webRules : undefined) ?? (await this.loadWebRules());
    const admissions = rules.map((rule) => rule.admissionOf(host));
    return (['named', 'open'] as const).find((kind) => admissions.includes(kind)) ?? 'refused';
  }

  private async loadWebRules(): Promise<AccessRules[]> {
    const { generation } = this.feed;
    const rows = await this.db.query<{ hosts_allow: string[]; hosts_block: string[] }>(null, WEB_HOSTS);
    const rules = rows.map(
      (row) =>
        new AccessRules({ hosts: { allow: row.hosts_allow, block: row.hosts_block }, ips: { allow: [], block: [] } }),
    );
    if (generation === this.feed.generation) this.webRules = rules;
    return rules;
  }

  private forget(applicationId: string): void {
    for (const [apikey, known] of this.keys.entries()) {
      if (known.application.id === applicationId) this.keys.delete(apikey);
    }
    this.webRules = undefined;
  }
}

function knownKey(row: KeyRow): KnownKey {
  return {
    keyId: row.key_id,
    endsAt: row.expires_at?.getTime() ?? Infinity,
    application: {
      id: row.id,
      name: row.name,
      clientType: row.client_type,
      requireEncryption: row.require_encryption,
    },
    apiVersion: row.api_version,
    status: row.status,
    maintenanceMessage: row.maintenance_message,
    rules: new AccessRules({
      hosts: { allow: row.hosts_allow, block: row.hosts_block },
      ips: { allow: row.ips_allow, block: row.ips_block },
    }),
    rateLimit: row.rate_limit,
    rateLimitTotal: row.rate_limit_total,
  };
}
