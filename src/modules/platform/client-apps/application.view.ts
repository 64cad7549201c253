import { ALL_EVENTS, eventTypes, type Subscription } from '#common/events/event-types.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  listOf,
  NumberProperty,
  ObjectProperty,
  TextListProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
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
  @TextProperty('https://shop.example.com/hooks') url!: string;

  @ApiProperty({
    ...listOf(() => [...eventTypes(), ALL_EVENTS]),
    example: ['order.placed'],
    description: `event types, or \`${ALL_EVENTS}\` alone for all, including those of later versions`,
  })
  events!: Subscription[];

  @ChoiceProperty(
    WEBHOOK_STATUSES,
    'active',
    '`failing`: all recent attempts failed; `disabled`: the service has stopped sending',
  )
  status!: WebhookStatus;

  @TextProperty(null, 'time since which no delivery has succeeded; after 5 days the webhook is disabled', {
    nullable: true,
  })
  failing_since!: string | null;

  @TextProperty(null, { nullable: true }) disabled_at!: string | null;

  @ChoiceProperty(
    WEBHOOK_DISABLED_REASONS,
    null,
    '`gone`: the endpoint responded 410; `failing`: all attempts failed for 5 days',
    { nullable: true },
  )
  disabled_reason!: WebhookDisabledReason | null;
}

/** The single sign-on URLs of an application. */
export class SsoView {
  @TextProperty('https://shop.example.com/sso') login_url!: string;
  @TextProperty('https://shop.example.com/sso/logout', { nullable: true }) logout_url!: string | null;
}

/** An allow and a block list. */
export class ListsView {
  @TextListProperty(['*.example.com']) allow!: string[];
  @TextListProperty([]) block!: string[];
}

/** Who may use the keys. */
export class AccessView {
  @ObjectProperty(ListsView) hosts!: ListsView;
  @ObjectProperty(ListsView) ips!: ListsView;
}

/** The user that administers through an application. */
export class ApiAdminView {
  @NumberProperty(7) uid!: number;
  @TextProperty('shop-admin') username!: string;

  @TextProperty('q0c5mR0vX2yTn8sE1bKpWzJd', 'only if the user was created by this request', { optional: true })
  password?: string;
}

/** An application, for super admins. See docs/spec/service.md#8. */
export class ApplicationView {
  @UuidProperty('0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47') id!: string;
  @TextProperty('Web shop') name!: string;
  @TextProperty('v1') api_version!: string;
  @ChoiceProperty(CLIENT_TYPES, 'web') client_type!: ClientType;
  @ChoiceProperty(APPLICATION_STATUSES, 'active') status!: ApplicationStatus;
  @TextProperty(null, { nullable: true }) maintenance_message!: string | null;
  @ObjectProperty(WebhookView, { nullable: true }) webhook!: WebhookView | null;
  @ObjectProperty(SsoView, { nullable: true }) sso!: SsoView | null;
  @ObjectProperty(AccessView) access!: AccessView;
  @BooleanProperty(false) require_encryption!: boolean;
  @BooleanProperty(false, 'the key alone reads active bundles, without an access token') public_catalogue!: boolean;

  @BooleanProperty(false, 'users sign up, and set forgotten passwords, by themselves at this application')
  self_service!: boolean;

  @TextListProperty(['https://shop.example.com/callback'], 'where a log-in by authorization code may lead back to')
  redirect_uris!: string[];

  @NumberProperty(600, 'requests per minute for each user, or for each address without a login', { nullable: true })
  rate_limit!: number | null;

  @NumberProperty(60_000, 'requests per minute in total', { nullable: true }) rate_limit_total!: number | null;
  @TextProperty('2026-11-21T08:30:00.000Z') created_at!: string;
  @TextProperty('2026-11-21T08:30:00.000Z') updated_at!: string;

  @TextProperty('2026-11-21T09:12:41.000Z', 'last use of any of its keys', { nullable: true })
  last_used_at!: string | null;

  @ObjectProperty(ApiAdminView) api_admin!: ApiAdminView;
}

/** An application after a change. */
export class ChangedApplicationView extends ApplicationView {
  @NullableApprovalProperty() approval!: ApprovalView | null;
}

/** A new application, with its key. */
export class RegisteredApplicationView extends ApplicationView {
  @TextProperty('eyJhbGciOiJSUzI1NiIsInR5cCI6ImFwaWtleStqd3QiLCJraWQiOiI…', 'the application key, a JWT')
  apikey!: string;
}

/** The API admin of an application that may be deleted. */
class ImpactedApiAdminView {
  @NumberProperty(7) uid!: number;
  @TextProperty('shop-admin') username!: string;

  @BooleanProperty(true, 'whether the user loses the role `api_admin`, because this is their last application')
  loses_role!: boolean;
}

/** Preview the deletion of an application at this moment. */
export class ApplicationDeleteImpactView {
  @ObjectProperty(ImpactedApiAdminView) api_admin!: ImpactedApiAdminView;
  @NumberProperty(12, 'sessions at the application that would end') live_sessions!: number;
  @NumberProperty(3, 'webhook deliveries that would be cancelled') pending_deliveries!: number;
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
