import {
  type CustomFieldChange,
  CustomFieldsBody,
  CustomFieldsView,
  type Party,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import { CountryCodeField, MAX_NAME, type User } from '../../users/index.js';

/** The profile of a user. */
export class ProfileView {
  @ApiProperty({ example: 12 })
  uid!: number;

  @ApiProperty({ example: 'maria' })
  username!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'maria@example.com',
    description: 'changed at `account/email/`',
  })
  email!: string | null;

  @ApiProperty({ example: 'Maria' })
  first_name!: string;

  @ApiProperty({ example: 'Schmidt' })
  last_name!: string;

  @ApiProperty({ type: String, nullable: true, example: 'DE', description: 'ISO 3166-1 alpha-2' })
  country_code!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice', description: 'username of the sponsor' })
  sponsor!: string | null;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @CustomFieldsView('users', 'client')
  custom_fields?: ShownCustomFields;
}

/** A change of the profile; omitted fields do not change. */
export class ChangeProfileDto {
  @TextField({ optional: true, min: 0, max: MAX_NAME, example: 'Maria' })
  first_name?: string;

  @TextField({ optional: true, min: 0, max: MAX_NAME, example: 'Schmidt' })
  last_name?: string;

  @CountryCodeField({ optional: true })
  country_code?: string;

  @CustomFieldsBody('users', 'change', 'client')
  custom_fields?: CustomFieldChange;
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
