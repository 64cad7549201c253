import type { Schemas } from '#console/api/client';
import type { Application } from '../applications.queries';
import type { SsoValues } from '../fields/sso-fields';
import { ssoBody } from '../register/register.values';
import { t } from '#console/i18n/t';

/** The form of settings. */
export type SettingsValues = {
  name: string;
  api_version: string;
  client_type: Application['client_type'];
  hasSso: boolean;
  sso: SsoValues;
  /** Empty for no limit. */
  rate_limit: number | string;
  /** Empty for no limit. */
  rate_limit_total: number | string;
  require_encryption: boolean;
  public_catalogue: boolean;
  self_service: boolean;
  /** One in a line. */
  redirect_uris: string;
};

/** The settings as they are saved. */
export function settingsOf({
  name,
  api_version,
  client_type,
  sso,
  rate_limit,
  rate_limit_total,
  require_encryption,
  public_catalogue,
  self_service,
  redirect_uris,
}: Application): SettingsValues {
  return {
    name,
    api_version,
    client_type,
    hasSso: sso !== null,
    sso: { login_url: sso?.login_url ?? '', logout_url: sso?.logout_url ?? '' },
    rate_limit: rate_limit ?? '',
    rate_limit_total: rate_limit_total ?? '',
    require_encryption,
    public_catalogue,
    self_service,
    redirect_uris: redirect_uris.join('\n'),
  };
}

/** Errors of missing required fields; the service validates the rest. */
export function requiredErrors({ name, hasSso, sso }: SettingsValues): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: t('Enter a name') }),
    ...(hasSso && sso.login_url.trim() === '' && { 'sso.login_url': t('Enter a URL') }),
  };
}

/**
 * Only the changed settings: two people may change different settings at the same time.
 * @param before the values when editing began, which may not be the currently saved ones
 */
export function changesOf(before: SettingsValues, after: SettingsValues): Schemas['ChangeApplicationDto'] {
  const old = bodyOf(before);
  const entries = Object.entries(bodyOf(after)) as [keyof typeof old, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])));
}

function bodyOf(values: SettingsValues) {
  const { name, hasSso, sso, rate_limit, rate_limit_total, redirect_uris, ...rest } = values;
  return {
    ...rest,
    name: name.trim(),
    sso: hasSso ? ssoBody(sso) : null,
    redirect_uris: redirect_uris
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    rate_limit: rate_limit === '' ? null : Number(rate_limit),
    rate_limit_total: rate_limit_total === '' ? null : Number(rate_limit_total),
  };
}
