import {
  type CustomFieldChange,
  CustomFieldsBody,
  CustomFieldsView,
  type Party,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import { NumberProperty, TextProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import { CountryCodeField, MAX_NAME, type User } from '../../users/index.js';

/** The profile of a user. */
export class ProfileView {
  @NumberProperty(12) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('maria@example.com', 'changed at `account/email/`', { nullable: true }) email!: string | null;
  @TextProperty('Maria') first_name!: string;
  @TextProperty('Schmidt') last_name!: string;
  @TextProperty('DE', 'ISO 3166-1 alpha-2', { nullable: true }) country_code!: string | null;
  @TextProperty('alice', 'username of the sponsor', { nullable: true }) sponsor!: string | null;
  @TextProperty('2026-11-21T08:30:00.000Z') created_at!: string;
  @CustomFieldsView('users', 'client') custom_fields?: ShownCustomFields;
}

/** A change of the profile; omitted fields do not change. */
export class ChangeProfileDto {
  @TextField({ optional: true, max: MAX_NAME, example: 'Maria' }) first_name?: string;
  @TextField({ optional: true, max: MAX_NAME, example: 'Schmidt' }) last_name?: string;
  @CountryCodeField({ optional: true }) country_code?: string;
  @CustomFieldsBody('users', 'change', 'client') custom_fields?: CustomFieldChange;
}

/** The profile of a user, for themselves. */
export function toProfileView(user: User, reader: Party = 'client'): ProfileView {
  const { uid, username, email, firstName, lastName, countryCode, sponsor, createdAt, customFields } = user;
  return {
    uid,
    username,
    email,
    first_name: firstName,
    last_name: lastName,
    country_code: countryCode,
    sponsor,
    created_at: createdAt.toISOString(),
    ...shownCustomFields('users', customFields, reader),
  };
}
