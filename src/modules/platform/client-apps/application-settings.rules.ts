import { normalHostEntry } from './access/access-rules.rules.js';
import type { AccessDto, ChangeApplicationDto, WebhookDto } from './application.dto.js';
import type { Application } from './application.entity.js';

/** The addresses to which an application sends users and events, and whether its key is kept secret. */
export type Destinations = Pick<Application, 'webhookUrl' | 'redirectUris' | 'ssoLoginUrl' | 'clientType'>;

/** Those of an application that is being registered. */
export const NO_DESTINATIONS: Destinations = {
  webhookUrl: null,
  redirectUris: [],
  ssoLoginUrl: null,
  clientType: 'web',
};

/** Whether the webhook sends to an address that it did not send to before. */
export function sendsElsewhere(
  { webhookUrl }: Pick<Destinations, 'webhookUrl'>,
  { webhook }: ChangeApplicationDto,
): boolean {
  return webhook !== undefined && webhook !== null && webhook.url !== webhookUrl;
}

/** Whether a change sends users or events to a new address, or lets the application do without a secret key. */
export function leadsElsewhere(before: Destinations, dto: ChangeApplicationDto): boolean {
  const { redirectUris, ssoLoginUrl, clientType } = before;
  if (sendsElsewhere(before, dto)) return true;
  // Tickets go there, with which whoever has the key begins sessions of users.
  if (dto.sso !== undefined && dto.sso !== null && dto.sso.login_url !== ssoLoginUrl) return true;
  if (clientType === 'server' && dto.client_type !== undefined && dto.client_type !== 'server') return true;
  return dto.redirect_uris?.some((uri) => !redirectUris.includes(uri)) === true;
}

type Settings = Omit<ChangeApplicationDto, 'api_admin'>;

/** Applies the settings of a registration or a change; omitted ones stay. */
export function applySettings(application: Application, dto: Settings): void {
  const { name, client_type, api_version, status, maintenance_message, require_encryption } = dto;
  const { public_catalogue, self_service, redirect_uris, rate_limit, rate_limit_total } = dto;
  assignGiven(application, {
    name,
    // Existing keys keep their type.
    clientType: client_type,
    apiVersion: api_version,
    status,
    maintenanceMessage: maintenance_message,
    requireEncryption: require_encryption,
    publicCatalogue: public_catalogue,
    selfService: self_service,
    redirectUris: redirect_uris,
    rateLimit: rate_limit,
    rateLimitTotal: rate_limit_total,
  });
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
  assignGiven(application, {
    hostsAllow: hosts?.allow && normalHosts(hosts.allow),
    hostsBlock: hosts?.block && normalHosts(hosts.block),
    ipsAllow: ips?.allow,
    ipsBlock: ips?.block,
  });
}

/** Sets what is given; what is undefined stays. */
function assignGiven(
  application: Application,
  values: { readonly [Name in keyof Application]?: Application[Name] | undefined },
): void {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  Object.assign(application, Object.fromEntries(given));
}

/** Two spellings of one host are one entry. */
function normalHosts(entries: string[]): string[] {
  return [...new Set(entries.map(normalHostEntry))];
}
