import type { Application, ApplicationStatus, Platform } from './applications.queries';

/** Client types as people call them. */
export const CLIENT_TYPES: Readonly<Record<Application['client_type'], string>> = {
  server: 'Server',
  web: 'Web',
  mobile: 'Mobile',
};

/** Statuses as people call them. */
export const STATUSES: Readonly<Record<ApplicationStatus, string>> = {
  active: 'Active',
  maintenance: 'In maintenance',
  inactive: 'Inactive',
};

/** Platforms as people call them. */
export const PLATFORMS: Readonly<Record<Platform, string>> = {
  android: 'Android',
  ios: 'iOS',
  web: 'Web',
  server: 'Server',
};

/** The platforms that an application of a client type runs on. */
export const PLATFORMS_OF: Readonly<Record<Application['client_type'], readonly Platform[]>> = {
  server: ['server'],
  web: ['web'],
  mobile: ['android', 'ios'],
};

/** Options of a choice, from its words. */
export function optionsOf<Value extends string>(
  words: Readonly<Record<Value, string>>,
): { value: Value; label: string }[] {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));
}

/**
 * What becomes of an API admin who is so of an application no more.
 * @param losesRole whether it was the last one; undefined while that is not known
 */
export function whatBecomesOf(username: string, losesRole: boolean | undefined): string {
  if (losesRole === undefined) return `${username} is no API admin any more, unless of another application.`;
  if (losesRole) return `${username} is no API admin any more: this is their last application.`;
  return `${username} keeps the roles that they have.`;
}
