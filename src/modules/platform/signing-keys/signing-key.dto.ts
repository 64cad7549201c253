import { ApiProperty } from '#common/openapi/decorators.js';

/** One signing key, for admins: never its private part. */
export class SigningKeyView {
  @ApiProperty({ description: 'the RFC 7638 thumbprint', example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs' })
  kid!: string;

  @ApiProperty({ type: String, enum: ['ES256', 'RS256'], example: 'ES256' })
  alg!: string;

  @ApiProperty({ description: 'the `iss` claim of tokens that it signs', example: 'https://commerce.example.com' })
  issuer!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ description: 'whether it is the current signing key', example: true })
  signs!: boolean;
}
