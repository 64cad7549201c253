import type { Schemas } from '../../../api/client';
import type { Role, User } from '../users.queries';
import { t } from '../../../i18n/t';

/** Form values of a user. */
export interface ProfileValues extends Record<string, unknown> {
  email: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  roles: Role[];
}

/** The form values of a stored user. */
export function profileOf({ email, first_name, last_name, country_code, roles }: User): ProfileValues {
  return { email: email ?? '', first_name, last_name, country_code, roles };
}

/** Errors of missing required fields; the service validates the rest. Who came by an import may have no e-mail address. */
export function requiredErrors(saved: ProfileValues): (values: ProfileValues) => Record<string, string> {
  return ({ email, roles }) => ({
    ...(email.trim() === '' && saved.email !== '' && { email: t('Enter an e-mail address') }),
    ...(roles.length === 0 && { roles: t('Choose at least one role') }),
  });
}

/** The request body: only fields changed since editing began. */
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
