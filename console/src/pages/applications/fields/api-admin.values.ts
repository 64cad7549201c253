import type { Schemas } from '#console/api/client';
import type { User } from '#console/components/user-picker';
import { t } from '#console/i18n/t';

/** Form values of an API admin: an existing user, or the data of a new one. */
export type ApiAdminValues = {
  mode: 'existing' | 'new';
  user: User | null;
  username: string;
  email: string;
  password: string;
};

export const NO_API_ADMIN: ApiAdminValues = { mode: 'new', user: null, username: '', email: '', password: '' };

/** The request body. */
export function apiAdminBody({ mode, user, username, email, password }: ApiAdminValues): Schemas['ApiAdminDto'] {
  if (mode === 'existing') return { username: user?.username ?? '', email: user?.email ?? '' };
  return { username: username.trim(), email: email.trim(), ...(password !== '' && { password }) };
}

/** Errors of missing required fields; the service validates the rest. */
export function requiredApiAdminErrors({ mode, user, username, email }: ApiAdminValues): Record<string, string> {
  if (mode === 'existing') return user === null ? { user: t('Select a user') } : {};
  return {
    ...(username.trim() === '' && { username: t('Enter a username') }),
    ...(email.trim() === '' && { email: t('Enter an e-mail address') }),
  };
}
