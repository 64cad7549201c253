import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { Config } from '#common/config/config.js';
import { API_VERSIONS } from '#common/http/api-version.js';
import { AdminServiceView } from './admin-service.view.js';

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
