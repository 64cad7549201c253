import { ApiProperty } from '#common/openapi/decorators.js';

/** Read the configuration of the service, as far as a console needs to know. See docs/spec/service.md#9. */
export class AdminServiceView {
  @ApiProperty({ example: 'https://api.example.com', description: 'origin under which clients reach the service' })
  public_url!: string;

  @ApiProperty({ example: '/api', description: 'path prefix before the version' })
  api_prefix!: string;

  @ApiProperty({ type: [String], example: ['v1'], description: 'the versions that are served' })
  api_versions!: string[];

  @ApiProperty({ example: 'USD', description: 'currency of all catalogue and cart prices; ISO 4217' })
  currency_code!: string;
}
