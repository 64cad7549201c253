import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Retention } from '#common/jobs/index.js';
import { Database, expireAfter, hasExpired, hasNotExpired, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { newId } from '#common/ids.js';
import { WebhookSecret } from './webhook-secret.entity.js';
import { randomBytes } from 'node:crypto';

/** How long rotated secrets still sign by default, and at most, in seconds. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** Most secrets that sign at once: each adds a signature to every delivery. */
const MAX_LIVE_SECRETS = 5;

/** Also those of deleted applications. */
const DELETE_ENDED = statement(
  'webhook-secrets.delete-expired',
  `DELETE FROM webhook_secrets s
    WHERE s.expires_at <= now()
       OR EXISTS (SELECT FROM applications a WHERE a.id = s.application_id AND a.deleted_at IS NOT NULL)`,
);

/** The secrets that deliveries of an application are signed with. See docs/spec/service.md#7. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly db: Database) {}

  /** The texts of the live secrets, the current one first; creates the first if there is none. */
  async live(applicationId: string): Promise<string[]> {
    return (await this.list(this.db.manager, applicationId)).map(({ secret }) => secret);
  }

  /** The same with their times. Concurrent calls get the same secret. */
  async list(tx: EntityManager, applicationId: string): Promise<WebhookSecret[]> {
    const secrets = await this.find(tx, applicationId);
    if (secrets.some(({ expiresAt }) => expiresAt === null)) return secrets;
    // Of two concurrent inserts, one is kept.
    await tx.createQueryBuilder().insert().into(WebhookSecret).values(fresh(applicationId)).orIgnore().execute();
    return this.find(tx, applicationId);
  }

  /**
   * Creates a new current secret. Previous ones sign too until the overlap ends, or until their own end if that is earlier;
   * an overlap of 0 ends them at once.
   * @param tx must hold the lock of the application
   * @param overlapSeconds 0 to 30 days
   * @throws AppError CONFLICT when more secrets than {@link MAX_LIVE_SECRETS} would sign
   */
  async rotate(tx: EntityManager, applicationId: string, overlapSeconds: number): Promise<void> {
    // Prevents another instance from creating the first one meanwhile.
    await this.list(tx, applicationId);
    await expireAfter(tx, WebhookSecret, { applicationId }, 'expiresAt', overlapSeconds);
    await tx.delete(WebhookSecret, { applicationId, expiresAt: hasExpired() });
    const kept = await this.find(tx, applicationId);
    if (kept.length >= MAX_LIVE_SECRETS) throw tooMany(kept);
    await tx.insert(WebhookSecret, fresh(applicationId));
  }

  /** Deletes secrets whose overlap is over or whose application was deleted. */
  @Retention('expired webhook secrets')
  async deleteEnded(): Promise<void> {
    await this.db.change(null, DELETE_ENDED);
  }

  private find(tx: EntityManager, applicationId: string): Promise<WebhookSecret[]> {
    return tx.find(WebhookSecret, {
      where: { applicationId, expiresAt: hasNotExpired() },
      order: { createdAt: 'DESC' },
    });
  }
}

function fresh(applicationId: string): Pick<WebhookSecret, 'id' | 'applicationId' | 'secret'> {
  return { id: newId(), applicationId, secret: newWebhookSecret() };
}

/** No secret is ended implicitly: a receiver may still verify with the oldest. */
function tooMany(live: readonly WebhookSecret[]): AppError {
  const ends = live.map(({ expiresAt }) => expiresAt!.getTime());
  const next = new Date(Math.min(...ends)).toISOString();
  return new AppError(
    'CONFLICT',
    `${live.length} secrets are signing already; wait until ${next}, or rotate with overlap_seconds 0, which ends them at once`,
  );
}

/** Bytes of a secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and 32 random bytes in Base64, as Standard Webhooks has it. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
