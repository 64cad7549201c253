import { ApiProperty } from '../../common/openapi/decorators.js';
import type { KeyListRow } from './application-keys.queries.js';

/** An application key: never its text. */
export class KeyView {
  @ApiProperty({ format: 'uuid', description: 'the claim jti', example: 'f3b5c2f0-51f1-4a41-8c5b-0d0a6e3e8a11' })
  key_id!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  issued_at!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-11-21T09:12:41.000Z' })
  last_used_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'when its overlap ends; null for never' })
  expires_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  revoked_at!: string | null;
}

/** The text of a key. */
export class KeyTextView {
  @ApiProperty({
    description: 'the application key, a JWT',
    example: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImFwaWtleStqd3QiLCJraWQiOiI…',
  })
  apikey!: string;
}

/** A key that was just issued. */
export class IssuedKeyView extends KeyTextView {
  @ApiProperty({ format: 'uuid', description: 'the claim jti', example: 'f3b5c2f0-51f1-4a41-8c5b-0d0a6e3e8a11' })
  key_id!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  issued_at!: string;
}

/** A row as {@link KeyView}. */
export function keyView(row: KeyListRow): KeyView {
  return {
    key_id: row.key_id,
    issued_at: row.issued_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
