import { type CustomFieldChange, CustomFieldsBody } from '#common/custom-fields/index.js';
import { NumberProperty } from '#common/openapi/decorators.js';
import {
  ChoiceField,
  EmailField,
  Field,
  IntegerField,
  validateText,
  ObjectField,
  PasswordField,
  TextField,
  UsernameField,
  type FieldOptions,
} from '#common/validation/index.js';
import { isCountryCode } from '../geography/index.js';
import { MEMBER_KINDS, type MemberKind } from './enrolment.js';

/** Most characters of a first or last name. */
export const MAX_NAME = 100;

/** What is wrong with a first or last name, or undefined. */
export function validateName(value: unknown): string | undefined {
  return validateText(value, { max: MAX_NAME });
}

/** What is wrong with a country code, or undefined. */
export function validateCountryCode(value: unknown): string | undefined {
  const ok = typeof value === 'string' && isCountryCode(value);
  return ok ? undefined : 'must be an ISO 3166-1 country code such as US';
}

/** An ISO 3166-1 alpha-2 code, in any case of letters. */
export function CountryCodeField(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    'text',
    validateCountryCode,
    { type: String, minLength: 2, maxLength: 2 },
    { example: 'DE', ...options },
  );
}

/** A place in the placement tree. */
export class SignUpPlacementDto {
  @TextField({ max: 64, description: 'username of the parent', example: 'sofia' }) parent!: string;
  @IntegerField({ max: 100, description: 'the leg of the parent, from 1', example: 2 }) leg!: number;
}

export const REF = 'eyJhbGciOiJFUzI1NiIsInR5cCI6InJlZitqd3QiLCJraWQiOiIxZiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl';

/** Who is to become a member. */
export class NewMemberDto {
  @UsernameField({ description: 'unique, case-insensitive' }) username!: string;
  @EmailField({ description: 'unique, case-insensitive' }) email!: string;
  @PasswordField() password!: string;
  @TextField({ max: MAX_NAME, example: 'Maria' }) first_name!: string;
  @TextField({ max: MAX_NAME, example: 'Schmidt' }) last_name!: string;

  @TextField({
    optional: true,
    nullable: true,
    min: 0,
    max: 254,
    description: 'username of the sponsor; blank for none',
    example: 'alice',
  })
  sponsor?: string | null;

  @TextField({
    optional: true,
    max: 1_000,
    description: 'the `ref` of a member’s referral link, instead of `sponsor`',
    example: REF,
  })
  ref?: string;

  @CountryCodeField() country_code!: string;

  @ChoiceField(MEMBER_KINDS, {
    optional: true,
    description: 'default: distributor. Customers and preferred customers sponsor no distributors',
    example: 'distributor',
  })
  kind?: MemberKind;

  @CustomFieldsBody('users', 'new', 'client') custom_fields?: CustomFieldChange;
}

/** The body of `/user/signup/`. See docs/spec/service.md#4. */
export class SignUpDto extends NewMemberDto {
  @ObjectField(() => SignUpPlacementDto, {
    optional: true,
    nullable: true,
    description:
      'a free place below the sponsor, for a distributor in a network with a placement tree; if omitted, the rule of the network decides',
  })
  placement?: SignUpPlacementDto | null;
}

/** The answer of `/user/signup/`. */
export class SignedUpView {
  @NumberProperty(12) uid!: number;
}
