import { ApiProperty } from '../../common/openapi/decorators.js';
import {
  EmailField,
  Field,
  PasswordField,
  TextField,
  UsernameField,
  type FieldOptions,
} from '../../common/validation/index.js';
import { isCountryCode } from '../geography/index.js';

/** Most characters of a first or last name. */
export const MAX_NAME = 100;

/** An ISO 3166-1 alpha-2 code, in any case of letters. */
export function CountryCodeField(options: FieldOptions = {}): PropertyDecorator {
  const judge = (value: unknown): string | undefined =>
    typeof value === 'string' && isCountryCode(value) ? undefined : 'must be an ISO 3166-1 country code such as US';
  return Field('text', judge, { type: String, minLength: 2, maxLength: 2 }, { example: 'DE', ...options });
}

/** The body of `/user/signup/`. Section 4 of the decisions. */
export class SignUpDto {
  @UsernameField({ description: 'unique in any case of letters' })
  username!: string;

  @EmailField({ description: 'unique in any case of letters' })
  email!: string;

  @PasswordField()
  password!: string;

  @TextField({ max: MAX_NAME, example: 'Maria' })
  first_name!: string;

  @TextField({ max: MAX_NAME, example: 'Schmidt' })
  last_name!: string;

  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: 254,
    description: 'username of the sponsor; blank means nobody',
    example: 'alice',
  })
  sponsor?: string | null;

  @CountryCodeField()
  country_code!: string;
}

/** The answer of `/user/signup/`. */
export class SignedUpView {
  @ApiProperty({ example: 12 })
  uid!: number;
}
