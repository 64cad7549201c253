import type { Schemas } from '../../../api/client';
import type { Role, User } from '../users.queries';

/** What the form of a user holds. */
export interface ProfileValues extends Record<string, unknown> {
  email: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  roles: Role[];
}

/** A user as the form shows it. */
export function profileOf({ email, first_name, last_name, country_code, roles }: User): ProfileValues {
  return { email, first_name, last_name, country_code, roles };
}

/** What has to be there before the service is asked. */
export function missingOf({ email, roles }: ProfileValues): Record<string, string> {
  return {
    ...(email.trim() === '' && { email: 'Enter an e-mail address' }),
    ...(roles.length === 0 && { roles: 'Choose at least one role' }),
  };
}

/** The request that a form stands for: only what differs from what was there when the editing began. */
export function changesOf(saved: ProfileValues, values: ProfileValues): Schemas['ChangeUserDto'] {
  const email = values.email.trim();
  const first_name = values.first_name.trim();
  const last_name = values.last_name.trim();
  return {
    ...(email !== saved.email && { email }),
    ...(first_name !== saved.first_name && { first_name }),
    ...(last_name !== saved.last_name && { last_name }),
    ...(values.country_code !== saved.country_code && { country_code: values.country_code }),
    ...(values.roles.join() !== saved.roles.join() && { roles: values.roles }),
  };
}
