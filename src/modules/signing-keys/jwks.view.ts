import { ApiProperty } from '../../common/openapi/decorators.js';

/** A public key. RFC 7517. */
class JwkView {
  @ApiProperty({ type: String, enum: ['RSA'], example: 'RSA' })
  kty!: string;

  @ApiProperty({ example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', description: 'as in the header of a token' })
  kid!: string;

  @ApiProperty({ type: String, enum: ['sig'], example: 'sig' })
  use!: string;

  @ApiProperty({ type: String, enum: ['RS256'], example: 'RS256' })
  alg!: string;

  @ApiProperty({ example: 'AQAB' })
  e!: string;

  @ApiProperty({ example: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1Wl' })
  n!: string;
}

/** The key set. */
export class JwksView {
  @ApiProperty({ type: () => [JwkView] })
  keys!: JwkView[];
}
