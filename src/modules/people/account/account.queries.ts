import type { EntityManager } from 'typeorm';
import { type Database, statement } from '#common/database/index.js';

const LOCK_SELF_SERVICE = statement(
  'account.lock-self-service',
  'SELECT id FROM applications WHERE id = $1 AND self_service AND deleted_at IS NULL FOR SHARE',
);

/**
 * Whether an application has self-service, which then stays until the transaction ends, and so does the URL of its webhook.
 * Requests know it from a cache; whoever records a token for the webhook asks here, or it could go to a URL that nobody has
 * approved. See docs/decisions/0095-self-service.md.
 */
export async function lockSelfService(db: Database, tx: EntityManager, applicationId: string): Promise<boolean> {
  return (await db.query(tx, LOCK_SELF_SERVICE, [applicationId])).length > 0;
}
