import { normalHostEntry } from './access/access-rules.rules.js';
import type { AccessDto, ChangeApplicationDto, WebhookDto } from './application.dto.js';
import type { Application } from './application.entity.js';

type Settings = Omit<ChangeApplicationDto, 'api_admin'>;

/** Applies the settings of a registration or a change; omitted ones stay. */
export function applySettings(application: Application, dto: Settings): void {
  const { name, client_type, api_version, status, maintenance_message, require_encryption } = dto;
  const { rate_limit, rate_limit_total } = dto;
  if (name !== undefined) application.name = name;
  // Existing keys keep their type.
  if (client_type !== undefined) application.clientType = client_type;
  if (api_version !== undefined) application.apiVersion = api_version;
  if (status !== undefined) application.status = status;
  if (maintenance_message !== undefined) application.maintenanceMessage = maintenance_message;
  if (require_encryption !== undefined) application.requireEncryption = require_encryption;
  if (rate_limit !== undefined) application.rateLimit = rate_limit;
  if (rate_limit_total !== undefined) application.rateLimitTotal = rate_limit_total;
  if (dto.webhook !== undefined) applyWebhook(application, dto.webhook);
  if (dto.sso !== undefined) {
    application.ssoLoginUrl = dto.sso?.login_url ?? null;
    application.ssoLogoutUrl = dto.sso?.logout_url ?? null;
  }
  applyAccess(application, dto.access ?? {});
}

/** A new URL starts with a clean state. */
function applyWebhook(application: Application, webhook: WebhookDto | null): void {
  const url = webhook?.url ?? null;
  if (url !== application.webhookUrl) {
    application.webhookFailingSince = null;
    application.webhookDisabledAt = null;
    application.webhookDisabledReason = null;
  }
  application.webhookUrl = url;
  application.webhookEvents = webhook?.events ?? [];
}

function applyAccess(application: Application, { hosts, ips }: AccessDto): void {
  if (hosts?.allow !== undefined) application.hostsAllow = normalHosts(hosts.allow);
  if (hosts?.block !== undefined) application.hostsBlock = normalHosts(hosts.block);
  if (ips?.allow !== undefined) application.ipsAllow = ips.allow;
  if (ips?.block !== undefined) application.ipsBlock = ips.block;
}

/** Two spellings of one host are one entry. */
function normalHosts(entries: string[]): string[] {
  return [...new Set(entries.map(normalHostEntry))];
}
