import { ApiProperty } from '../../common/openapi/decorators.js';

/** How the service is set up, as far as a console needs to know. Section 9 of the decisions. */
export class AdminServiceView {
  @ApiProperty({ example: 'https://api.example.com', description: 'origin that clients reach the service by' })
  public_url!: string;

  @ApiProperty({ example: '/api', description: 'what stands before the version in the path of an endpoint' })
  api_prefix!: string;

  @ApiProperty({ type: [String], example: ['v1'], description: 'the versions that are served' })
  api_versions!: string[];

  @ApiProperty({ example: 'USD', description: 'of every price that is not frozen in an order; ISO 4217' })
  currency_code!: string;
}
