import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../common/database/index.js';
import { AppError } from '../../../common/errors/app-error.js';
import { newId } from '../../../common/ids.js';
import {
  DELETE_ENDED_SECRETS,
  END_SECRETS,
  FORGET_SECRETS,
  INSERT_FIRST_SECRET,
  INSERT_SECRET,
  LIVE_SECRETS,
  type SecretRow,
} from './webhook-secrets.queries.js';
import { newWebhookSecret } from './webhook-signature.rules.js';

/** How long rotated secrets go on signing when the admin does not say, and at most: seconds. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** Most secrets that sign at the same time: each adds a signature to every delivery. */
const MAX_LIVE_SECRETS = 5;

/** The secrets that deliveries of an application are signed with. Section 7 of the decisions. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly db: Database) {}

  /**
   * The texts of the secrets that sign now, the current one first; makes the first if there is none.
   * @param tx the transaction, or null for statements of their own
   */
  async live(tx: EntityManager | null, applicationId: string): Promise<string[]> {
    return (await this.list(tx, applicationId)).map(({ secret }) => secret);
  }

  /** The same with their times. Any number of instances may ask at once: they get the same secret. */
  async list(tx: EntityManager | null, applicationId: string): Promise<SecretRow[]> {
    const rows = await this.db.query<SecretRow>(tx, LIVE_SECRETS, [applicationId]);
    if (rows.some(({ expires_at }) => expires_at === null)) return rows;
    await this.db.change(tx, INSERT_FIRST_SECRET, [newId(), applicationId, newWebhookSecret()]);
    return this.db.query<SecretRow>(tx, LIVE_SECRETS, [applicationId]);
  }

  /**
   * Makes a new current secret. Those before it sign beside it until the overlap ends, or until their own end if that is
   * earlier; so an overlap of 0 ends all of them at once.
   * @param tx must hold the lock of the application
   * @param overlapSeconds 0 to 30 days
   * @throws AppError CONFLICT when more secrets than {@link MAX_LIVE_SECRETS} would sign
   */
  async rotate(tx: EntityManager, applicationId: string, overlapSeconds: number): Promise<void> {
    // So that no other instance makes the first one meanwhile.
    await this.list(tx, applicationId);
    await this.db.change(tx, END_SECRETS, [applicationId, overlapSeconds]);
    await this.db.change(tx, DELETE_ENDED_SECRETS, [applicationId]);
    const kept = await this.db.query<SecretRow>(tx, LIVE_SECRETS, [applicationId]);
    if (kept.length >= MAX_LIVE_SECRETS) throw tooMany(kept);
    await this.db.change(tx, INSERT_SECRET, [newId(), applicationId, newWebhookSecret()]);
  }

  /** Deletes secrets that sign no more: their overlap is over, or their application was deleted. */
  async forgetEnded(): Promise<void> {
    await this.db.change(null, FORGET_SECRETS);
  }
}

/** Nothing ends unasked: a receiver may still verify with the oldest. */
function tooMany(live: readonly SecretRow[]): AppError {
  const ends = live.map(({ expires_at }) => expires_at!.getTime());
  const next = new Date(Math.min(...ends)).toISOString();
  return new AppError(
    'CONFLICT',
    `${live.length} secrets are signing already; wait until ${next}, or rotate with overlap_seconds 0, which ends them at once`,
  );
}
