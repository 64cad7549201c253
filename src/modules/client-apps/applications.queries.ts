import { statement } from '../../common/database/index.js';
import type { Subscription } from '../../common/events/event-types.js';
import type { ApplicationStatus, ClientType, WebhookDisabledReason } from './application.entity.js';

/** An application as admins see it. */
export interface ApplicationRow {
  id: string;
  name: string;
  api_version: string;
  client_type: ClientType;
  status: ApplicationStatus;
  maintenance_message: string | null;
  api_admin_uid: number;
  api_admin_username: string;
  hosts_allow: string[];
  hosts_block: string[];
  ips_allow: string[];
  ips_block: string[];
  require_encryption: boolean;
  rate_limit: number | null;
  rate_limit_total: number | null;
  webhook_url: string | null;
  webhook_events: Subscription[];
  webhook_failing_since: Date | null;
  webhook_disabled_at: Date | null;
  webhook_disabled_reason: WebhookDisabledReason | null;
  sso_login_url: string | null;
  sso_logout_url: string | null;
  created_at: Date;
  updated_at: Date;
  last_used_at: Date | null;
}

const SELECT_APPLICATIONS = `
  SELECT a.id, a.name, a.api_version, a.client_type, a.status, a.maintenance_message, a.api_admin_uid,
         u.username AS api_admin_username, a.hosts_allow, a.hosts_block, a.ips_allow, a.ips_block, a.require_encryption,
         a.rate_limit, a.rate_limit_total, a.webhook_url, a.webhook_events, a.webhook_failing_since, a.webhook_disabled_at,
         a.webhook_disabled_reason, a.sso_login_url, a.sso_logout_url, a.created_at, a.updated_at,
         (SELECT max(k.last_used_at) FROM application_keys k WHERE k.application_id = a.id) AS last_used_at
    FROM applications a JOIN users u ON u.uid = a.api_admin_uid
   WHERE a.deleted_at IS NULL`;

export const FIND_APPLICATION = statement('applications.find', `${SELECT_APPLICATIONS} AND a.id = $1`);

/** What would end with an application. */
export interface DeleteImpactRow {
  api_admin_uid: number;
  api_admin_username: string;
  loses_role: boolean;
  live_sessions: number;
  pending_deliveries: number;
}

export const FIND_DELETE_IMPACT = statement(
  'applications.delete-impact',
  `SELECT a.api_admin_uid, u.username AS api_admin_username,
          'api_admin' = ANY (u.roles) AND NOT EXISTS (
            SELECT FROM applications o WHERE o.api_admin_uid = a.api_admin_uid AND o.deleted_at IS NULL AND o.id <> a.id
          ) AS loses_role,
          (SELECT count(*) FROM sessions s
            WHERE s.application_id = a.id AND s.ended_at IS NULL AND s.expires_at > now()) AS live_sessions,
          (SELECT count(*) FROM webhook_deliveries d
            WHERE d.application_id = a.id AND d.status = 'pending') AS pending_deliveries
     FROM applications a JOIN users u ON u.uid = a.api_admin_uid
    WHERE a.id = $1 AND a.deleted_at IS NULL`,
);

export const LIST_APPLICATIONS = (where: string): string =>
  `${SELECT_APPLICATIONS} AND ${where} ORDER BY a.created_at DESC, a.id DESC`;

export const COUNT_APPLICATIONS = (where: string): string =>
  `SELECT count(*) AS count FROM applications a WHERE a.deleted_at IS NULL AND ${where}`;

export const REVOKE_KEYS = statement(
  'applications.revoke-keys',
  'UPDATE application_keys SET revoked_at = now() WHERE application_id = $1 AND revoked_at IS NULL',
);

/** Whether a user is the API admin of any live application. */
export const ADMINISTERS_ANY = statement(
  'applications.administers-any',
  'SELECT 1 AS found FROM applications WHERE api_admin_uid = $1 AND deleted_at IS NULL LIMIT 1',
);
