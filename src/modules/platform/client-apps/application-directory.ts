import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { CallingApplication } from '#common/access/index.js';
import { ChangeFeed, Database } from '#common/database/index.js';
import { FeedCache } from '@commerce/postgres';
import { AccessRules, type HostAdmission } from './access/access-rules.rules.js';
import { Application, type ApplicationStatus } from './application.entity.js';
import { toAccessView } from './application.view.js';
import { ApplicationKey } from './keys/application-key.entity.js';

/** An application key with what requests need of its application. */
export interface KnownKey {
  keyId: string;
  /** When the key expires, in milliseconds since 1970; Infinity for never. */
  endsAt: number;
  application: CallingApplication;
  apiVersion: string;
  status: ApplicationStatus;
  maintenanceMessage: string | null;
  rules: AccessRules;
  /** Requests per minute of one user, or anonymous address; null for no limit. */
  rateLimit: number | null;
  /** Requests per minute in total; null for no limit. */
  rateLimitTotal: number | null;
}

const MAX_KEYS = 10_000;

/** The key of the only entry of its cache. */
const WEB_RULES = 'web';

/**
 * Caches verified keys by their full text, signature included, until their application changes on any instance.
 */
@Injectable()
export class ApplicationDirectory implements OnModuleInit {
  private readonly keys: FeedCache<KnownKey>;
  private readonly webRules: FeedCache<AccessRules[]>;

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {
    this.keys = new FeedCache(feed, { max: MAX_KEYS });
    this.webRules = new FeedCache(feed, { max: 1 });
  }

  onModuleInit(): void {
    this.feed.on('application', (id) => {
      this.keys.deleteWhere(({ application }) => application.id === id);
      this.webRules.delete(WEB_RULES);
    });
  }

  /** A key verified before; undefined if it has to be verified. */
  cached(apikey: string): KnownKey | undefined {
    return this.keys.get(apikey);
  }

  /** The key behind verified claims; undefined when it is unknown or revoked, or its application is deleted. */
  async load(apikey: string, keyId: string, applicationId: string, clientType: string): Promise<KnownKey | undefined> {
    return this.keys.load(apikey, async () => {
      const key = await this.db.manager
        .createQueryBuilder(ApplicationKey, 'k')
        .innerJoinAndSelect('k.application', 'a')
        .where({ id: keyId, applicationId, clientType, revokedAt: IsNull() })
        .getOne();
      return key === null ? undefined : knownKey(key);
    });
  }

  /** The best admission of a host among all browser applications, for CORS preflights, which have no key. */
  async admissionOf(host: string): Promise<HostAdmission> {
    const rules = this.webRules.get(WEB_RULES) ?? (await this.webRules.load(WEB_RULES, () => this.readWebRules()));
    const admissions = rules.map((rule) => rule.admissionOf(host));
    return (['named', 'open'] as const).find((kind) => admissions.includes(kind)) ?? 'refused';
  }

  private async readWebRules(): Promise<AccessRules[]> {
    const applications = await this.db.manager.findBy(Application, { clientType: 'web' });
    return applications.map((application) => new AccessRules(toAccessView(application)));
  }
}

function knownKey({ id: keyId, expiresAt, application }: ApplicationKey): KnownKey {
  const { id, name, clientType, requireEncryption, publicCatalogue, selfService } = application;
  const { apiVersion, status, maintenanceMessage, rateLimit, rateLimitTotal } = application;
  return {
    keyId,
    endsAt: expiresAt?.getTime() ?? Infinity,
    application: { id, name, clientType, requireEncryption, publicCatalogue, selfService },
    apiVersion,
    status,
    maintenanceMessage,
    rules: new AccessRules(toAccessView(application)),
    rateLimit,
    rateLimitTotal,
  };
}
