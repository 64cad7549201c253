import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { PLATFORMS, type Platform, type EncryptionKey } from './encryption-key.entity.js';
import { ChoiceProperty, ObjectProperty, TextProperty, UuidProperty } from '#common/openapi/decorators.js';
import { uuidInPath } from '#common/http/path-params.js';

export const EncryptionKeyIdParam = uuidInPath(
  'kid',
  '`kid` of the encryption key',
  '4f7f2f0c-9a39-4d1e-8f0b-52b8c2f7a6d3',
);

const KID = '4f7f2f0c-9a39-4d1e-8f0b-52b8c2f7a6d3';
const RETIRED_AT = 'when it retires or was retired; null if it does not retire';

/** A symmetric key as a JWK: RFC 7517; RFC 7518, section 6.4. */
class EncryptionJwkView {
  @ChoiceProperty(['oct'], 'oct') kty!: 'oct';
  @TextProperty('GawgguFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq3Xk', 'the 256 bits of the key, in base64url') k!: string;
  @ChoiceProperty(['A256GCM'], 'A256GCM', 'content encryption (`enc`)') alg!: 'A256GCM';
  @ChoiceProperty(['enc'], 'enc') use!: 'enc';
  @UuidProperty(KID) kid!: string;
}

/** An encryption key without its text. */
export class RetiredEncryptionKeyView {
  @UuidProperty(KID, 'value of the `kid` header in encrypted bodies') kid!: string;
  @ChoiceProperty(PLATFORMS, 'android') platform!: Platform;
  @TextProperty('2026-11-21T08:30:00.000Z') created_at!: string;
  @TextProperty('2026-12-21T08:30:00.000Z', RETIRED_AT, { nullable: true }) retired_at!: string | null;
}

/** An encryption key with its text. See docs/spec/service.md#8. */
export class EncryptionKeyView extends RetiredEncryptionKeyView {
  @ObjectProperty(EncryptionJwkView) jwk!: EncryptionJwkView;
  @TextProperty(null, RETIRED_AT, { nullable: true }) override retired_at!: string | null;
}

/** An encryption key in a list, with its text if that was asked for. */
export class ListedEncryptionKeyView extends RetiredEncryptionKeyView {
  @ObjectProperty(EncryptionJwkView, 'null in a list without key material', { nullable: true })
  jwk!: EncryptionJwkView | null;
}

export function toRetiredEncryptionKeyView(key: EncryptionKey): RetiredEncryptionKeyView {
  const { kid, platform, createdAt, retiredAt } = key;
  return { kid, platform, created_at: createdAt.toISOString(), retired_at: retiredAt?.toISOString() ?? null };
}

/**
 * `alg` is the registered name of what the key encrypts with: WebCrypto takes no other for such a key, while `dir` would
 * only say that it is used as it is.
 */
export function toEncryptionKeyView(key: EncryptionKey): EncryptionKeyView {
  const { kid, platform, created_at, retired_at } = toRetiredEncryptionKeyView(key);
  const jwk: EncryptionJwkView = { kty: 'oct', k: key.key.toString('base64url'), alg: 'A256GCM', use: 'enc', kid };
  return { kid, platform, jwk, created_at, retired_at };
}

/** Longest overlap of a rotation, in seconds: 365 days. */
const MAX_OVERLAP_SECONDS = 31_536_000;

/** What the list of an application's encryption keys shows. */
export class EncryptionKeysQuery extends SearchQuery {
  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'whether to include the key material, which is audited; default true',
    example: 'true',
  })
  texts?: 'true' | 'false';

  @ChoiceField(['live', 'retired'], { optional: true, description: 'default: both', example: 'live' })
  status?: 'live' | 'retired';
}

/** A new encryption key for one platform of an application. */
export class IssueEncryptionKeyDto {
  @ChoiceField(PLATFORMS, { description: 'platform of the client that uses it', example: 'android' })
  platform!: Platform;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    description:
      'seconds after which the platform’s older keys retire; if omitted, they stay valid until they are retired',
    example: 604_800,
  })
  overlap_seconds?: number;
}
