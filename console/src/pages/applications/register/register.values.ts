import type { Schemas } from '#console/api/client';
import type { Application } from '../applications.queries';
import { NO_ACCESS_RULES, type AccessValues } from '../fields/access-fields';
import { apiAdminBody, requiredApiAdminErrors, NO_API_ADMIN, type ApiAdminValues } from '../fields/api-admin.values';
import type { EventType } from '#console/api/events';
import type { SsoValues } from '../fields/sso-fields';
import { t } from '#console/i18n/t';

/** The registration form. Webhook and single sign-on are only sent if their switch is on. */
export type RegisterValues = {
  name: string;
  api_version: string;
  client_type: Application['client_type'];
  api_admin: ApiAdminValues;
  hasWebhook: boolean;
  webhook: { url: string; events: EventType[] };
  hasSso: boolean;
  sso: SsoValues;
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

/** Errors of missing required fields; the service validates the rest. */
export function requiredErrors(values: RegisterValues): Record<string, string> {
  const admin = Object.entries(requiredApiAdminErrors(values.api_admin));
  return {
    ...(values.name.trim() === '' && { name: t('Enter a name') }),
    ...Object.fromEntries(admin.map(([field, text]) => [`api_admin.${field}`, text])),
    ...(values.hasWebhook && values.webhook.url.trim() === '' && { 'webhook.url': t('Enter a URL') }),
    ...(values.hasSso && values.sso.login_url.trim() === '' && { 'sso.login_url': t('Enter a URL') }),
  };
}

/** The request body. */
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

/** The single sign-on part of the request body. */
export function ssoBody({ login_url, logout_url }: SsoValues): Schemas['SsoDto'] {
  return { login_url: login_url.trim(), logout_url: logout_url.trim() === '' ? null : logout_url.trim() };
}
