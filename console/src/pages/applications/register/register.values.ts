import type { Schemas } from '../../../api/client';
import type { Application } from '../applications.queries';
import { NO_ACCESS_RULES, type AccessValues } from '../fields/access-fields';
import { apiAdminBody, missingOfApiAdmin, NO_API_ADMIN, type ApiAdminValues } from '../fields/api-admin.values';
import type { EventType } from '../fields/event-picker';
import type { SignOnValues } from '../fields/sign-on-fields';

/** The registration form. Webhook and sign-on count only if their switch is on. */
export type RegisterValues = {
  name: string;
  api_version: string;
  client_type: Application['client_type'];
  api_admin: ApiAdminValues;
  hasWebhook: boolean;
  webhook: { url: string; events: EventType[] };
  hasSso: boolean;
  sso: SignOnValues;
  access: AccessValues;
};

export const NEW_APPLICATION: RegisterValues = {
  name: '',
  api_version: 'v1',
  client_type: 'server',
  api_admin: NO_API_ADMIN,
  hasWebhook: false,
  webhook: { url: '', events: [] },
  hasSso: false,
  sso: { login_url: '', logout_url: '' },
  access: NO_ACCESS_RULES,
};

/** What is missing, by field; the service judges the rest. */
export function missingOf(values: RegisterValues): Record<string, string> {
  const admin = Object.entries(missingOfApiAdmin(values.api_admin));
  return {
    ...(values.name.trim() === '' && { name: 'Enter a name' }),
    ...Object.fromEntries(admin.map(([field, text]) => [`api_admin.${field}`, text])),
    ...(values.hasWebhook && values.webhook.url.trim() === '' && { 'webhook.url': 'Enter an address' }),
    ...(values.hasSso && values.sso.login_url.trim() === '' && { 'sso.login_url': 'Enter an address' }),
  };
}

/** As the service takes it. */
export function registerBody(values: RegisterValues): Schemas['RegisterApplicationDto'] {
  const { name, api_version, client_type, api_admin, hasWebhook, webhook, hasSso, sso, access } = values;
  return {
    name: name.trim(),
    api_version,
    client_type,
    api_admin: apiAdminBody(api_admin),
    ...(hasWebhook && { webhook: { ...webhook, url: webhook.url.trim() } }),
    ...(hasSso && { sso: ssoBody(sso) }),
    access,
  };
}

/** Single sign-on as the service takes it. */
export function ssoBody({ login_url, logout_url }: SignOnValues): Schemas['SsoDto'] {
  return { login_url: login_url.trim(), logout_url: logout_url.trim() === '' ? null : logout_url.trim() };
}
