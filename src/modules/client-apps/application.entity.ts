import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export const CLIENT_TYPES = ['server', 'web', 'mobile'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export const APPLICATION_STATUSES = ['active', 'inactive', 'maintenance'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** Why the service stopped sending: the endpoint said 410 Gone, or failed for days. Section 7 of the decisions. */
export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** A client application, registered by a super admin. Section 1 of the specification; sections 3 and 8 of the decisions. */
@Entity('applications')
@Check('applications_client_type', `client_type IN ('server', 'web', 'mobile')`)
@Check('applications_status', `status IN ('active', 'inactive', 'maintenance')`)
@Index('applications_created', ['createdAt', 'id'])
export class Application {
  /** The `aud` of its keys. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('varchar', { length: 200 })
  name!: string;

  @Column('varchar', { name: 'api_version', length: 20 })
  apiVersion!: string;

  @Column('varchar', { name: 'client_type', length: 10 })
  clientType!: ClientType;

  @Column('varchar', { length: 20, default: 'active' })
  status!: ApplicationStatus;

  @Column('varchar', { name: 'maintenance_message', length: 500, nullable: true })
  maintenanceMessage!: string | null;

  /** The user that administers through this application. */
  @Column('bigint', { name: 'api_admin_uid' })
  apiAdminUid!: number;

  @Column('text', { name: 'hosts_allow', array: true, default: '{}' })
  hostsAllow!: string[];

  @Column('text', { name: 'hosts_block', array: true, default: '{}' })
  hostsBlock!: string[];

  @Column('text', { name: 'ips_allow', array: true, default: '{}' })
  ipsAllow!: string[];

  @Column('text', { name: 'ips_block', array: true, default: '{}' })
  ipsBlock!: string[];

  @Column('boolean', { name: 'require_encryption', default: false })
  requireEncryption!: boolean;

  /** Requests a minute of each user, or of each address without one; null for no limit. */
  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit!: number | null;

  /** Requests a minute in all; null for no limit. */
  @Column('integer', { name: 'rate_limit_total', nullable: true })
  rateLimitTotal!: number | null;

  @Column('text', { name: 'webhook_url', nullable: true })
  webhookUrl!: string | null;

  @Column('text', { name: 'webhook_events', array: true, default: '{}' })
  webhookEvents!: string[];

  /** Since when no delivery to the webhook has succeeded; null while they do. */
  @Column('timestamptz', { name: 'webhook_failing_since', nullable: true })
  webhookFailingSince!: Date | null;

  /** When the service stopped sending to the webhook. */
  @Column('timestamptz', { name: 'webhook_disabled_at', nullable: true })
  webhookDisabledAt!: Date | null;

  @Column('varchar', { name: 'webhook_disabled_reason', length: 20, nullable: true })
  webhookDisabledReason!: WebhookDisabledReason | null;

  @Column('text', { name: 'sso_login_url', nullable: true })
  ssoLoginUrl!: string | null;

  @Column('text', { name: 'sso_logout_url', nullable: true })
  ssoLogoutUrl!: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;

  /** A deleted application keeps its row: the history names it. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
