import { statement } from '../../../common/database/index.js';

/** A secret that signs; `expires_at` is null for the current one. */
export interface SecretRow {
  secret: string;
  created_at: Date;
  expires_at: Date | null;
}

/** Of an application, the current one first, then newest first. */
export const LIVE_SECRETS = statement(
  'webhook-secrets.live',
  `SELECT secret, created_at, expires_at FROM webhook_secrets
    WHERE application_id = $1 AND (expires_at IS NULL OR expires_at > now())
    ORDER BY expires_at IS NULL DESC, created_at DESC`,
);

/** Makes the current secret unless there is one: of two that are made at the same time, one is kept. */
export const INSERT_FIRST_SECRET = statement(
  'webhook-secrets.insert-first',
  `INSERT INTO webhook_secrets (id, application_id, secret) VALUES ($1, $2, $3)
       ON CONFLICT (application_id) WHERE expires_at IS NULL DO NOTHING`,
);

export const INSERT_SECRET = statement(
  'webhook-secrets.insert',
  'INSERT INTO webhook_secrets (id, application_id, secret) VALUES ($1, $2, $3)',
);

/** Ends all secrets of an application `$2` seconds from now; one that ends earlier keeps its end. */
export const END_SECRETS = statement(
  'webhook-secrets.end',
  `UPDATE webhook_secrets SET expires_at = least(expires_at, now() + make_interval(secs => $2)) WHERE application_id = $1`,
);

export const DELETE_ENDED_SECRETS = statement(
  'webhook-secrets.delete-ended',
  'DELETE FROM webhook_secrets WHERE application_id = $1 AND expires_at <= now()',
);

/** Also those of applications that were deleted. */
export const FORGET_SECRETS = statement(
  'webhook-secrets.forget',
  `DELETE FROM webhook_secrets s
    WHERE s.expires_at <= now()
       OR EXISTS (SELECT FROM applications a WHERE a.id = s.application_id AND a.deleted_at IS NOT NULL)`,
);
