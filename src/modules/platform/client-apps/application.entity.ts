import { Check, Column, DeleteDateColumn, Entity, Index, PrimaryColumn, VirtualColumn } from 'typeorm';
import type { Subscription } from '#common/events/event-types.js';
import { usernameOf } from '#people/users/index.js';

export const CLIENT_TYPES = ['server', 'web', 'mobile'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export const APPLICATION_STATUSES = ['active', 'inactive', 'maintenance'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** Why the service disabled a webhook: 410 Gone, or days of failure. See docs/spec/service.md#7. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** A client application, registered by a super admin. See docs/spec/commerce-api.md#1; docs/spec/service.md#3 and #8. */
@Entity('applications')
@Check('applications_client_type', `client_type IN ('server', 'web', 'mobile')`)
@Check('applications_status', `status IN ('active', 'inactive', 'maintenance')`)
@Index('applications_created', ['createdAt', 'id'])
export class Application {
  /** The `aud` of its keys. */
  @PrimaryColumn('uuid') id!: string;

  @Column('varchar', { length: 200 }) name!: string;
  @Column('varchar', { name: 'api_version', length: 20 }) apiVersion!: string;
  @Column('varchar', { name: 'client_type', length: 10 }) clientType!: ClientType;
  @Column('varchar', { length: 20, default: 'active' }) status!: ApplicationStatus;
  @Column('varchar', { name: 'maintenance_message', length: 500, nullable: true }) maintenanceMessage!: string | null;

  /** The user that administers through this application. */
  @Column('bigint', { name: 'api_admin_uid' }) apiAdminUid!: number;

  @VirtualColumn('varchar', { query: (a) => usernameOf(`${a}.api_admin_uid`) }) readonly apiAdminUsername!: string;
  @Column('text', { name: 'hosts_allow', array: true, default: '{}' }) hostsAllow!: string[];
  @Column('text', { name: 'hosts_block', array: true, default: '{}' }) hostsBlock!: string[];
  @Column('text', { name: 'ips_allow', array: true, default: '{}' }) ipsAllow!: string[];
  @Column('text', { name: 'ips_block', array: true, default: '{}' }) ipsBlock!: string[];
  @Column('boolean', { name: 'require_encryption', default: false }) requireEncryption!: boolean;

  /** Its key alone, without a user, reads the catalogue. */
  @Column('boolean', { name: 'public_catalogue', default: false }) publicCatalogue!: boolean;

  /** Users sign up, and set forgotten passwords, by themselves at it. */
  @Column('boolean', { name: 'self_service', default: false }) selfService!: boolean;

  /** Where a log-in by authorization code may lead back to; without any there is none. */
  @Column('text', { name: 'redirect_uris', array: true, default: '{}' }) redirectUris!: string[];

  /** Requests per minute of each user, or anonymous address; null for no limit. */
  @Column('integer', { name: 'rate_limit', nullable: true }) rateLimit!: number | null;

  /** Requests per minute in total; null for no limit. */
  @Column('integer', { name: 'rate_limit_total', nullable: true }) rateLimitTotal!: number | null;

  @Column('text', { name: 'webhook_url', nullable: true }) webhookUrl!: string | null;
  @Column('text', { name: 'webhook_events', array: true, default: '{}' }) webhookEvents!: Subscription[];

  /** Since when deliveries to the webhook fail; null while they succeed. */
  @Column('timestamptz', { name: 'webhook_failing_since', nullable: true }) webhookFailingSince!: Date | null;

  @Column('timestamptz', { name: 'webhook_disabled_at', nullable: true }) webhookDisabledAt!: Date | null;

  @Column('varchar', { name: 'webhook_disabled_reason', length: 20, nullable: true })
  webhookDisabledReason!: WebhookDisabledReason | null;

  @Column('text', { name: 'sso_login_url', nullable: true }) ssoLoginUrl!: string | null;
  @Column('text', { name: 'sso_logout_url', nullable: true }) ssoLogoutUrl!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt!: Date;

  /** The row of a deleted application stays for the history; queries skip it by default. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'deleted_at', nullable: true }) deletedAt!: Date | null;

  /** The last use of any of its keys. */
  @VirtualColumn('timestamptz', {
    query: (a) => `SELECT max(k.last_used_at) FROM application_keys k WHERE k.application_id = ${a}.id`,
  })
  readonly lastUsedAt!: Date | null;
}
