import type { Application, ApplicationStatus, Platform } from './applications.queries';
import { t } from '../../i18n/t';

/** Labels of client types. */
export const CLIENT_TYPES: Readonly<Record<Application['client_type'], string>> = {
  server: t('Server'),
  web: t('Web'),
  mobile: t('Mobile'),
};

/** Labels of statuses. */
export const STATUSES: Readonly<Record<ApplicationStatus, string>> = {
  active: t('Active'),
  maintenance: t('In maintenance'),
  inactive: t('Inactive'),
};

/** Labels of platforms. */
export const PLATFORMS: Readonly<Record<Platform, string>> = {
  android: t('Android'),
  ios: 'iOS',
  web: t('Web'),
  server: t('Server'),
};

/** The platforms that an application of a client type runs on. */
export const PLATFORMS_OF: Readonly<Record<Application['client_type'], readonly Platform[]>> = {
  server: ['server'],
  web: ['web'],
  mobile: ['android', 'ios'],
};

/** Select options from labels. */
export function optionsOf<Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));
}

/**
 * Says whether a former API admin of an application keeps the role.
 * @param losesRole whether it was their last application; undefined while loading
 */
export function roleChangeText(username: string, losesRole: boolean | undefined): string {
  if (losesRole === undefined)
    return t('{{username}} loses the API admin role, unless they have another application.', { username });
  if (losesRole) return t('{{username}} loses the API admin role: this is their last application.', { username });
  return t('{{username}} keeps their roles.', { username });
}
