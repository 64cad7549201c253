import { ApiProperty, ApiPropertyOptional } from '../../common/openapi/decorators.js';
import { APPLICATION_STATUSES, CLIENT_TYPES, type ApplicationStatus, type ClientType } from './application.entity.js';
import { WebhookView, webhookView } from './application-webhook.view.js';
import type { ApplicationRow, DeleteImpactRow } from './applications.queries.js';

/** Where single sign-on enters and leaves an application. */
export class SsoView {
  @ApiProperty({ example: 'https://shop.example.com/sso' })
  login_url!: string;

  @ApiProperty({ type: String, nullable: true, example: 'https://shop.example.com/sso/logout' })
  logout_url!: string | null;
}

/** An allow and a block list. */
export class ListsView {
  @ApiProperty({ type: [String], example: ['*.example.com'] })
  allow!: string[];

  @ApiProperty({ type: [String], example: [] })
  block!: string[];
}

/** Who may use the keys. */
export class AccessView {
  @ApiProperty()
  hosts!: ListsView;

  @ApiProperty()
  ips!: ListsView;
}

/** The user that administers through an application. */
export class ApiAdminView {
  @ApiProperty({ example: 7 })
  uid!: number;

  @ApiProperty({ example: 'shop-admin' })
  username!: string;

  @ApiPropertyOptional({
    example: 'q0c5mR0vX2yTn8sE1bKpWzJd',
    description: 'only when the user was made here, and only now',
  })
  password?: string;
}

/** An application, for super admins. Section 8 of the decisions. */
export class ApplicationView {
  @ApiProperty({ format: 'uuid', example: '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47' })
  id!: string;

  @ApiProperty({ example: 'Web shop' })
  name!: string;

  @ApiProperty({ example: 'v1' })
  api_version!: string;

  @ApiProperty({ enum: CLIENT_TYPES, example: 'web' })
  client_type!: ClientType;

  @ApiProperty({ enum: APPLICATION_STATUSES, example: 'active' })
  status!: ApplicationStatus;

  @ApiProperty({ type: String, nullable: true, example: null })
  maintenance_message!: string | null;

  @ApiProperty({ type: WebhookView, nullable: true })
  webhook!: WebhookView | null;

  @ApiProperty({ type: SsoView, nullable: true })
  sso!: SsoView | null;

  @ApiProperty()
  access!: AccessView;

  @ApiProperty({ example: false })
  require_encryption!: boolean;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 600,
    description: 'requests a minute of each user, or of each address without one',
  })
  rate_limit!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 60_000, description: 'requests a minute in all' })
  rate_limit_total!: number | null;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  updated_at!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-11-21T09:12:41.000Z', description: 'of any of its keys' })
  last_used_at!: string | null;

  @ApiProperty()
  api_admin!: ApiAdminView;
}

/** A new application, with its key. */
export class RegisteredApplicationView extends ApplicationView {
  @ApiProperty({
    description: 'the application key, a JWT',
    example: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImFwaWtleStqd3QiLCJraWQiOiI…',
  })
  apikey!: string;
}

/** The API admin of an application that may be deleted. */
class ImpactedApiAdminView {
  @ApiProperty({ example: 7 })
  uid!: number;

  @ApiProperty({ example: 'shop-admin' })
  username!: string;

  @ApiProperty({ example: true, description: 'whether the role `api_admin` ends: this is the last application' })
  loses_role!: boolean;
}

/** What would end with an application at this moment. */
export class ApplicationDeleteImpactView {
  @ApiProperty()
  api_admin!: ImpactedApiAdminView;

  @ApiProperty({ example: 12, description: 'sessions at the application that would end' })
  live_sessions!: number;

  @ApiProperty({ example: 3, description: 'webhook deliveries that would be cancelled' })
  pending_deliveries!: number;
}

/** A row as {@link ApplicationDeleteImpactView}. */
export function deleteImpactView(row: DeleteImpactRow): ApplicationDeleteImpactView {
  const { api_admin_uid: uid, api_admin_username: username, loses_role, live_sessions, pending_deliveries } = row;
  return { api_admin: { uid, username, loses_role }, live_sessions, pending_deliveries };
}

/** A row as {@link ApplicationView}. */
export function applicationView(row: ApplicationRow): ApplicationView {
  return {
    id: row.id,
    name: row.name,
    api_version: row.api_version,
    client_type: row.client_type,
    status: row.status,
    maintenance_message: row.maintenance_message,
    webhook: webhookOf(row),
    sso: row.sso_login_url === null ? null : { login_url: row.sso_login_url, logout_url: row.sso_logout_url },
    access: {
      hosts: { allow: row.hosts_allow, block: row.hosts_block },
      ips: { allow: row.ips_allow, block: row.ips_block },
    },
    require_encryption: row.require_encryption,
    rate_limit: row.rate_limit,
    rate_limit_total: row.rate_limit_total,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    api_admin: { uid: row.api_admin_uid, username: row.api_admin_username },
  };
}

function webhookOf(row: ApplicationRow): WebhookView | null {
  if (row.webhook_url === null) return null;
  return webhookView({
    url: row.webhook_url,
    events: row.webhook_events,
    failing_since: row.webhook_failing_since,
    disabled_at: row.webhook_disabled_at,
    disabled_reason: row.webhook_disabled_reason,
  });
}
