import { Controller, Get, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { Config } from '../../common/config/config.js';
import { API_VERSIONS } from '../../common/http/api-version.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { AdminServiceView } from './admin-service.view.js';

/** The service itself, in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: session')
@Access('super_admin')
@Controller({ path: 'admin/api/service', version: VERSION_NEUTRAL })
export class AdminServiceController {
  constructor(private readonly config: Config) {}

  @Get()
  @ApiOperation({
    operationId: 'adminDescribeService',
    summary: 'How the service is set up',
    description: 'Where its API is and which currency its prices have: what a console tells its users.',
  })
  @ApiAnswer(AdminServiceView)
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
