import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { Config } from '#common/config/config.js';
import { API_VERSIONS } from '#common/http/api-version.js';
import { ApiProperty } from '#common/openapi/decorators.js';

/** Read the configuration of the service, as far as a console needs to know. See docs/spec/service.md#9. */
class AdminServiceView {
  @ApiProperty({ example: 'https://api.example.com', description: 'origin under which clients reach the service' })
  public_url!: string;

  @ApiProperty({ example: '/api', description: 'path prefix before the version' })
  api_prefix!: string;

  @ApiProperty({ type: [String], example: ['v1'], description: 'the versions that are served' })
  api_versions!: string[];

  @ApiProperty({ example: 'USD', description: 'currency of all catalogue and cart prices; ISO 4217' })
  currency_code!: string;
}

/** The service itself, in the admin module. See docs/spec/service.md#8. */
@AdminController('service', 'Admin: session', 'account.read')
export class AdminServiceController {
  constructor(private readonly config: Config) {}

  @Endpoint('GET', {
    id: 'adminDescribeService',
    summary: 'Read the configuration of the service',
    description: 'The location of its API and the currency of its prices, for the console.',
    answer: AdminServiceView,
  })
  describe(): AdminServiceView {
    const { publicUrl, apiPrefix, currency } = this.config;
    return {
      public_url: publicUrl,
      api_prefix: `/${apiPrefix}`,
      api_versions: [...API_VERSIONS],
      currency_code: currency,
    };
  }
}
