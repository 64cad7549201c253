import { ALL_EVENTS, eventTypes, type Subscription } from '#common/events/event-types.js';
import { ApiProperty, ApiPropertyOptional, listOf } from '#common/openapi/decorators.js';
import { NullableApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import {
  APPLICATION_STATUSES,
  CLIENT_TYPES,
  WEBHOOK_DISABLED_REASONS,
  type Application,
  type ApplicationStatus,
  type ClientType,
  type WebhookDisabledReason,
} from './application.entity.js';

const WEBHOOK_STATUSES = ['active', 'failing', 'disabled'] as const;
type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** The webhook of an application and its status. See docs/spec/service.md#7 and #8. */
export class WebhookView {
  @ApiProperty({ example: 'https://shop.example.com/hooks' })
  url!: string;

  @ApiProperty({
    ...listOf(() => [...eventTypes(), ALL_EVENTS]),
    example: ['order.placed'],
    description: `event types, or \`${ALL_EVENTS}\` alone for all, including those of later versions`,
  })
  events!: Subscription[];

  @ApiProperty({
    enum: WEBHOOK_STATUSES,
    example: 'active',
    description: '`failing`: all recent attempts failed; `disabled`: the service has stopped sending',
  })
  status!: WebhookStatus;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'time since which no delivery has succeeded; after 5 days the webhook is disabled',
  })
  failing_since!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  disabled_at!: string | null;

  @ApiProperty({
    type: String,
    enum: WEBHOOK_DISABLED_REASONS,
    nullable: true,
    example: null,
    description: '`gone`: the endpoint responded 410; `failing`: all attempts failed for 5 days',
  })
  disabled_reason!: WebhookDisabledReason | null;
}

/** The single sign-on URLs of an application. */
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
    description: 'only if the user was created by this request',
  })
  password?: string;
}

/** An application, for super admins. See docs/spec/service.md#8. */
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

  @ApiProperty({ example: false, description: 'the key alone reads active bundles, without an access token' })
  public_catalogue!: boolean;

  @ApiProperty({
    example: false,
    description: 'users sign up, and set forgotten passwords, by themselves at this application',
  })
  self_service!: boolean;

  @ApiProperty({
    type: [String],
    example: ['https://shop.example.com/callback'],
    description: 'where a log-in by authorization code may lead back to',
  })
  redirect_uris!: string[];

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 600,
    description: 'requests per minute for each user, or for each address without a login',
  })
  rate_limit!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 60_000, description: 'requests per minute in total' })
  rate_limit_total!: number | null;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  updated_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-11-21T09:12:41.000Z',
    description: 'last use of any of its keys',
  })
  last_used_at!: string | null;

  @ApiProperty()
  api_admin!: ApiAdminView;
}

/** An application after a change. */
export class ChangedApplicationView extends ApplicationView {
  @NullableApprovalProperty()
  approval!: ApprovalView | null;
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

  @ApiProperty({
    example: true,
    description: 'whether the user loses the role `api_admin`, because this is their last application',
  })
  loses_role!: boolean;
}

/** Preview the deletion of an application at this moment. */
export class ApplicationDeleteImpactView {
  @ApiProperty()
  api_admin!: ImpactedApiAdminView;

  @ApiProperty({ example: 12, description: 'sessions at the application that would end' })
  live_sessions!: number;

  @ApiProperty({ example: 3, description: 'webhook deliveries that would be cancelled' })
  pending_deliveries!: number;
}

/** The webhook of an application; null if it has none. */
export function toWebhookView(application: Application): WebhookView | null {
  const { webhookUrl, webhookFailingSince, webhookDisabledAt } = application;
  if (webhookUrl === null) return null;
  return {
    url: webhookUrl,
    events: application.webhookEvents,
    status: webhookDisabledAt !== null ? 'disabled' : webhookFailingSince !== null ? 'failing' : 'active',
    failing_since: webhookFailingSince?.toISOString() ?? null,
    disabled_at: webhookDisabledAt?.toISOString() ?? null,
    disabled_reason: application.webhookDisabledReason,
  };
}

/** Who may use the keys of an application. */
export function toAccessView(application: Application): AccessView {
  const { hostsAllow, hostsBlock, ipsAllow, ipsBlock } = application;
  return { hosts: { allow: hostsAllow, block: hostsBlock }, ips: { allow: ipsAllow, block: ipsBlock } };
}

export function toApplicationView(application: Application): ApplicationView {
  const { ssoLoginUrl, ssoLogoutUrl } = application;
  return {
    id: application.id,
    name: application.name,
    api_version: application.apiVersion,
    client_type: application.clientType,
    status: application.status,
    maintenance_message: application.maintenanceMessage,
    webhook: toWebhookView(application),
    sso: ssoLoginUrl === null ? null : { login_url: ssoLoginUrl, logout_url: ssoLogoutUrl },
    access: toAccessView(application),
    require_encryption: application.requireEncryption,
    public_catalogue: application.publicCatalogue,
    self_service: application.selfService,
    redirect_uris: application.redirectUris,
    rate_limit: application.rateLimit,
    rate_limit_total: application.rateLimitTotal,
    created_at: application.createdAt.toISOString(),
    updated_at: application.updatedAt.toISOString(),
    last_used_at: application.lastUsedAt?.toISOString() ?? null,
    api_admin: { uid: application.apiAdminUid, username: application.apiAdminUsername },
  };
}
