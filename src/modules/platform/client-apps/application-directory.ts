import { Injectable, type OnModuleInit } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { CallingApplication } from '#common/access/index.js';
import { ChangeFeed, Database } from '#common/database/index.js';
import { FeedCache } from '@commerce/postgres';
import { AppError } from '#common/errors/app-error.js';
import { addressKey } from '#common/http/client-address.js';
import { isUuid } from '#common/ids.js';
import { RateCounter } from '#common/rate-limits/rate-counter.js';
import { AccessRules, type HostAdmission } from './access/access-rules.rules.js';
import { Application, type ApplicationStatus } from './application.entity.js';
import { toAccessView } from './application.view.js';
import { ApplicationKey } from './keys/application-key.entity.js';

/** An application key with what requests need of its application. */
export interface KnownKey {
  /** Null for a public client that sent its id alone. */
  keyId: string | null;
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
  /** Where a log-in by authorization code may lead back to. */
  redirectUris: readonly string[];
}

const MAX_KEYS = 10_000;
const MAX_CLIENTS = 1_000;

/** Ids without a key that are looked up for one address in a minute, and the addresses that are remembered. */
const LOOKUPS_PER_ADDRESS = 60;
const MAX_ADDRESSES = 10_000;
const TOO_MANY_UNKNOWN = 'too many unknown applications from this address; try again in {seconds} seconds';

/** The key of the only entry of its cache. */
const WEB_RULES = 'web';

/**
 * Caches verified keys by their full text, signature included, until their application changes on any instance.
 */
@Injectable()
export class ApplicationDirectory implements OnModuleInit {
  private readonly keys: FeedCache<KnownKey>;
  private readonly clients: FeedCache<KnownKey>;
  private readonly webRules: FeedCache<AccessRules[]>;
  /** Of this instance alone: the look-ups that it spares are its own. */
  private readonly lookups = new RateCounter(MAX_ADDRESSES, 0);

  constructor(
    private readonly db: Database,
    private readonly feed: ChangeFeed,
  ) {
    this.keys = new FeedCache(feed, { max: MAX_KEYS });
    this.clients = new FeedCache(feed, { max: MAX_CLIENTS });
    this.webRules = new FeedCache(feed, { max: 1 });
  }

  onModuleInit(): void {
    this.feed.on('application', (id) => {
      this.keys.deleteWhere(({ application }) => application.id === id);
      this.clients.delete(id);
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
      return key === null ? undefined : known(key.id, key.expiresAt?.getTime() ?? Infinity, key.application);
    });
  }

  /** An application by its id, without a key: whoever signs in, or redeems a code, is all that it stands for. */
  async client(id: string): Promise<KnownKey | undefined> {
    if (!isUuid(id)) return undefined;
    return (
      this.clients.get(id) ??
      (await this.clients.load(id, async () => {
        const application = await this.db.manager.findOneBy(Application, { id });
        // Spelled otherwise it would be kept under a name that no change forgets.
        return application?.id === id ? known(null, Infinity, application) : undefined;
      }))
    );
  }

  /**
   * The application that a request names by its id alone. Anybody can make up ids, so one that is not known yet is looked up
   * only so many times for an address; see decision 97.
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds
   */
  async named(id: string, ip: string): Promise<KnownKey | undefined> {
    const known = this.clients.get(id);
    if (known !== undefined) return known;
    const count = this.lookups.count(addressKey(ip), LOOKUPS_PER_ADDRESS, Date.now());
    if (!count.passed) throw AppError.later('TOO_MANY_REQUESTS', TOO_MANY_UNKNOWN, count.seconds);
    return this.client(id);
  }

  /** Whether an application is there; if so, it cannot be deleted until the transaction ends. */
  async hold(tx: EntityManager, id: string): Promise<boolean> {
    return (await tx.findOne(Application, { where: { id }, lock: { mode: 'for_key_share' } })) !== null;
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

function known(keyId: string | null, endsAt: number, application: Application): KnownKey {
  const { id, name, clientType, requireEncryption, publicCatalogue, selfService } = application;
  const { apiVersion, status, maintenanceMessage, rateLimit, rateLimitTotal } = application;
  return {
    keyId,
    endsAt,
    application: { id, name, clientType, requireEncryption, publicCatalogue, selfService },
    apiVersion,
    status,
    maintenanceMessage,
    rules: new AccessRules(toAccessView(application)),
    rateLimit,
    rateLimitTotal,
    redirectUris: application.redirectUris,
  };
}
