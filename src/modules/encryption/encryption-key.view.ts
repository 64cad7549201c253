import { ApiProperty } from '../../common/openapi/decorators.js';
import { PLATFORMS, type Platform } from './encryption-key.entity.js';
import type { EncryptionKeyRow } from './encryption-keys.queries.js';

const KID = '4f7f2f0c-9a39-4d1e-8f0b-52b8c2f7a6d3';
const RETIRED_AT = 'from when on it is refused, which may lie ahead; null for a key that goes on';

/** A symmetric key as a JWK: RFC 7517; RFC 7518, section 6.4. */
export class EncryptionJwkView {
  @ApiProperty({ type: String, enum: ['oct'], example: 'oct' })
  kty!: 'oct';

  @ApiProperty({
    example: 'GawgguFyGrWKav7AX4VKUg5iZ7sPzA2bK4a8JdKq3Xk',
    description: 'the 256 bits of the key, in base64url',
  })
  k!: string;

  @ApiProperty({ type: String, enum: ['A256GCM'], example: 'A256GCM', description: 'what it encrypts with (`enc`)' })
  alg!: 'A256GCM';

  @ApiProperty({ type: String, enum: ['enc'], example: 'enc' })
  use!: 'enc';

  @ApiProperty({ format: 'uuid', example: KID })
  kid!: string;
}

/** An encryption key without its text. */
export class RetiredEncryptionKeyView {
  @ApiProperty({ format: 'uuid', example: KID, description: 'goes into the header `kid` of what is encrypted with it' })
  kid!: string;

  @ApiProperty({ type: String, enum: PLATFORMS, example: 'android' })
  platform!: Platform;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-12-21T08:30:00.000Z',
    description: RETIRED_AT,
  })
  retired_at!: string | null;
}

/** An encryption key with its text. Section 8 of the decisions. */
export class EncryptionKeyView extends RetiredEncryptionKeyView {
  @ApiProperty()
  jwk!: EncryptionJwkView;

  @ApiProperty({ type: String, nullable: true, example: null, description: RETIRED_AT })
  override retired_at!: string | null;
}

/** An encryption key in a list, with its text if that was asked for. */
export class ListedEncryptionKeyView extends RetiredEncryptionKeyView {
  @ApiProperty({ type: EncryptionJwkView, nullable: true, description: 'null in a list without texts' })
  jwk!: EncryptionJwkView | null;
}

/** A row as {@link RetiredEncryptionKeyView}. */
export function retiredKeyView({ kid, platform, created_at, retired_at }: EncryptionKeyRow): RetiredEncryptionKeyView {
  return {
    kid,
    platform,
    created_at: created_at.toISOString(),
    retired_at: retired_at?.toISOString() ?? null,
  };
}

/**
 * A row as {@link EncryptionKeyView}. `alg` is the registered name of what the key encrypts with: WebCrypto takes no
 * other for such a key, while `dir` would only say that it is used as it is.
 */
export function encryptionKeyView(row: EncryptionKeyRow): EncryptionKeyView {
  const { kid, platform, created_at, retired_at } = retiredKeyView(row);
  const jwk: EncryptionJwkView = { kty: 'oct', k: row.key.toString('base64url'), alg: 'A256GCM', use: 'enc', kid };
  return { kid, platform, jwk, created_at, retired_at };
}
