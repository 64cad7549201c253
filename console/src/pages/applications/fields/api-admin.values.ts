import type { Schemas } from '../../../api/client';
import type { User } from '../../../components/user-picker';

/** An API admin as forms hold it: a user that exists, or what is needed to make one. */
export type ApiAdminValues = {
  mode: 'existing' | 'new';
  user: User | null;
  username: string;
  email: string;
  password: string;
};

export const NO_API_ADMIN: ApiAdminValues = { mode: 'new', user: null, username: '', email: '', password: '' };

/** As the service takes it. */
export function apiAdminBody({ mode, user, username, email, password }: ApiAdminValues): Schemas['ApiAdminDto'] {
  if (mode === 'existing') return { username: user?.username ?? '', email: user?.email ?? '' };
  return { username: username.trim(), email: email.trim(), ...(password !== '' && { password }) };
}

/** What is missing, by field; the service judges the rest. */
export function missingOfApiAdmin({ mode, user, username, email }: ApiAdminValues): Record<string, string> {
  if (mode === 'existing') return user === null ? { user: 'Pick a user' } : {};
  return {
    ...(username.trim() === '' && { username: 'Enter a username' }),
    ...(email.trim() === '' && { email: 'Enter an e-mail address' }),
  };
}
