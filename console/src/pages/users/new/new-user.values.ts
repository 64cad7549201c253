import type { Schemas } from '../../../api/client';
import { newCustomFields, type CustomField, type CustomFieldTexts } from '../../../components/custom-fields';
import type { Role, User } from '../users.queries';
import { t } from '../../../i18n/t';

/** Form values of a new user. */
export interface NewUserValues extends Record<string, unknown> {
  username: string;
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  sponsor: User | null;
  roles: Role[];
  custom_fields: CustomFieldTexts;
}

/** An empty form: a member. */
export const NEW_USER: NewUserValues = {
  username: '',
  email: '',
  password: '',
  first_name: '',
  last_name: '',
  country_code: null,
  sponsor: null,
  roles: ['member'],
  custom_fields: {},
};

/** Errors of missing required fields; the service validates the rest. */
export function requiredErrors({ username, email, roles }: NewUserValues): Record<string, string> {
  return {
    ...(username.trim() === '' && { username: t('Enter a username') }),
    ...(email.trim() === '' && { email: t('Enter an e-mail address') }),
    ...(roles.length === 0 && { roles: t('Choose at least one role') }),
  };
}

/** The request body: empty fields are omitted. */
export function newUserBody(fields: readonly CustomField[], values: NewUserValues): Schemas['CreateUserDto'] {
  const { username, email, password, first_name, last_name, country_code, sponsor, roles } = values;
  return {
    username: username.trim(),
    email: email.trim(),
    ...(password !== '' && { password }),
    ...(first_name.trim() !== '' && { first_name: first_name.trim() }),
    ...(last_name.trim() !== '' && { last_name: last_name.trim() }),
    ...(country_code !== null && { country_code }),
    ...(sponsor !== null && { sponsor: sponsor.username }),
    roles,
    ...newCustomFields(fields, values.custom_fields),
  };
}
