import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextListProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField, Field, isPlainObject, TextField } from '#common/validation/index.js';
import { FACTOR_KINDS, type FactorKind, type SecondFactor } from './second-factor.entity.js';
import { uuidInPath } from '#common/http/path-params.js';

export const FactorIdParam = uuidInPath('id', 'id of the second factor', '7c9e6679-7425-40de-944b-e07fc1f90ae7');

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
/** Characters of what a browser says of a passkey. */
const MAX_PASSKEY = 20_000;

const NAME = { max: 100, description: 'its name, given by the owner', example: 'My phone' };

/** A code of six digits, or a recovery code. */
export function CodeField(description: string): PropertyDecorator {
  return TextField({ optional: true, max: 40, description, example: '492039' });
}

/** What a browser says of a passkey. */
export function PasskeyField(description: string): PropertyDecorator {
  const validate = (value: unknown): string | undefined => {
    if (!isPlainObject(value)) return 'must be an object';
    return JSON.stringify(value).length <= MAX_PASSKEY ? undefined : `must have at most ${MAX_PASSKEY} characters`;
  };
  const example = { id: 'AbCd', type: 'public-key', response: {} };
  return Field(
    'json',
    validate,
    { type: 'object', additionalProperties: true },
    { optional: true, description, example },
  );
}

/** A new second factor. */
export class AddFactorDto {
  @ChoiceField(FACTOR_KINDS, { description: 'an authenticator app, or a passkey', example: 'totp' }) kind!: FactorKind;
  @TextField(NAME) name!: string;
}

/** The proof that a new factor works: one of the two. */
export class ConfirmFactorDto {
  @CodeField('the code that the authenticator app shows') code?: string;
  @PasskeyField('of a passkey: the result of `navigator.credentials.create()`, as JSON') attestation?: object;
}

/** A second factor. */
export class FactorView {
  @UuidProperty(ID) id!: string;
  @ChoiceProperty(FACTOR_KINDS, 'totp') kind!: FactorKind;
  @TextProperty(NAME.example) name!: string;
  @TextProperty('2026-11-24T08:30:00.000Z') created_at!: string;
  @TextProperty(null, 'null if it was not used yet', { nullable: true }) last_used_at!: string | null;
}

/** One's own factors. */
export class FactorsView {
  @ListProperty(FactorView, 'the confirmed ones, oldest first') factors!: FactorView[];
  @NumberProperty(10) recovery_codes_left!: number;

  @BooleanProperty(true, 'whether there can be passkeys: `PUBLIC_URL` has https and a host name, or is localhost')
  passkeys_possible!: boolean;

  @BooleanProperty(false, 'whether a role of the user requires a second factor') required!: boolean;
}

/** The secret of an authenticator app, shown while it is set up. */
export class TotpSecretView {
  @TextProperty('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'in base32, to be typed into an app') secret!: string;
  @TextProperty('otpauth://totp/Commerce%20console:ann?secret=JBSWY3DPEHPK3PXP&issuer=Commerce%20console') uri!: string;
}

/** A factor that is being set up: it counts once it is confirmed. */
export class AddedFactorView {
  @UuidProperty(ID) id!: string;
  @ObjectProperty(TotpSecretView, 'of an authenticator app', { nullable: true }) totp!: TotpSecretView | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: null,
    description: 'of a passkey: for `navigator.credentials.create()`, as JSON',
  })
  passkey!: object | null;
}

/** Recovery codes, which are shown once. */
export class RecoveryCodesView {
  @TextListProperty(
    ['mfrg-gzdf-mztw-q2lk', 'nrww-q33o-ovzg-6ytp'],
    'ten, each of which can be used once; null if there were some before',
    { nullable: true },
  )
  recovery_codes!: string[] | null;
}

/** A factor as its owner sees it. */
export function toFactorView({ id, kind, name, createdAt, lastUsedAt }: SecondFactor): FactorView {
  return { id, kind, name, created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}
