import { TextProperty, UuidProperty } from '#common/openapi/decorators.js';
import type { ApplicationKey } from './application-key.entity.js';
import { uuidInPath } from '#common/http/path-params.js';
import { IntegerField } from '#common/validation/index.js';
import { MAX_OVERLAP_SECONDS } from '../application.rules.js';

export const KeyIdParam = uuidInPath(
  'key_id',
  'id of the application key: its `jti` claim',
  '9b1c0d2e-7a55-4f0e-8d5b-0f6a1d2c3b4a',
);

/** A rotation of an application's key. */
export class RotateKeyDto {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    description: 'seconds after which the other keys expire; if omitted, they stay valid until they are revoked',
    example: 86_400,
  })
  overlap_seconds?: number;
}

/** An application key: never its text. */
export class KeyView {
  @UuidProperty('f3b5c2f0-51f1-4a41-8c5b-0d0a6e3e8a11', 'the `jti` claim') key_id!: string;
  @TextProperty('2026-11-21T08:30:00.000Z') issued_at!: string;
  @TextProperty('2026-11-21T09:12:41.000Z', { nullable: true }) last_used_at!: string | null;

  @TextProperty(null, 'when its overlap ends; null if it does not expire', { nullable: true })
  expires_at!: string | null;

  @TextProperty(null, { nullable: true }) revoked_at!: string | null;
}

/** The text of a key. */
export class KeyTextView {
  @TextProperty('eyJhbGciOiJSUzI1NiIsInR5cCI6ImFwaWtleStqd3QiLCJraWQiOiI…', 'the application key, a JWT')
  apikey!: string;
}

/** A key that was just issued. */
export class IssuedKeyView extends KeyTextView {
  @UuidProperty('f3b5c2f0-51f1-4a41-8c5b-0d0a6e3e8a11', 'the `jti` claim') key_id!: string;
  @TextProperty('2026-11-21T08:30:00.000Z') issued_at!: string;
}

export function toKeyView(key: ApplicationKey): KeyView {
  return {
    key_id: key.id,
    issued_at: key.issuedAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
